/** The cookie that carries toasts over a redirect; signed, and with `__Host-` before it over https. */
export const TOASTS_COOKIE = "prelaunch_toasts";
