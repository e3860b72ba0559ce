import { TOASTS_COOKIE } from "@server/platform/rules/toasts";
import type { Secrets } from "@server/platform";

interface At {
  /** True if the person's browser uses https. */
  isSecure: boolean;
  secrets: Pick<Secrets, "keyedHash" | "matches">;
}

/**
 * `__Host-` binds a cookie to this exact host and to https: neither another host of the domain nor a
 * plain connection can set it.
 */
const HOST_ONLY = "__Host-";
const OURS = "prelaunch_";

/**
 * The Cookie header under the names that pages use. Over https only cookies with `__Host-` are ours,
 * and the prefix is removed; toasts count only with our signature, which is removed, too.
 */
export function cookiesForPages(header: string, { isSecure, secrets }: At): string {
  return header
    .split(";")
    .flatMap((pair) => {
      const at = pair.indexOf("=");
      const name = pair.slice(0, at).trim();
      const value = pair.slice(at + 1).trim();
      const isPrefixed = isSecure && name.startsWith(HOST_ONLY);
      if (at < 1 || (isSecure && name.startsWith(OURS))) return [];
      const plain = isPrefixed ? name.slice(HOST_ONLY.length) : name;
      if (plain !== TOASTS_COOKIE) return [`${plain}=${value}`];
      const [toasts = "", signature = ""] = value.split(".");
      return secrets.matches("toast", toasts, signature) ? [`${plain}=${toasts}`] : [];
    })
    .join("; ");
}

/** A Set-Cookie value of a page as it leaves: toasts signed, and over https `__Host-` and `Secure`. */
export function cookieOfPage(cookie: string, { isSecure, secrets }: At): string {
  const [pair = "", ...attributes] = cookie.split("; ");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at);
  const value = pair.slice(at + 1);
  const sealed = name === TOASTS_COOKIE ? `${value}.${secrets.keyedHash("toast", value)}` : value;
  if (!isSecure) return [`${name}=${sealed}`, ...attributes].join("; ");
  const bound = name.startsWith(HOST_ONLY) ? name : HOST_ONLY + name;
  const isMarked = attributes.some((one) => one.toLowerCase() === "secure");
  return [`${bound}=${sealed}`, ...attributes, ...(isMarked ? [] : ["Secure"])].join("; ");
}
