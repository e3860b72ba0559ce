/** Messages of a login that replaces a page. */
export const login = {
  ended: "Your session ended. Please log in again.",
  endedTo: "Your session ended. Log in, and you are back on the page where you were.",
  asked: "Log in to see the page that you asked for.",
  registered: "Your account is ready. Log in to choose your tokens.",
  unsent: "Your session ended before this was sent. Please check it and send it again.",
};
