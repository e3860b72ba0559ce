/** Messages of a login that replaces a page. Only the server uses them. */
export const login = {
  ended: "Your session ended. Please log in again.",
  endedTo: "Your session ended. Log in, and you are back on the page where you were.",
  asked: "Log in to see the page that you asked for.",
  unsent: "Your session ended before this was sent. Please check it and send it again.",
};
