/** The demo's outbox. */
export const outbox = {
  title: "Outbox",
  intro: "Everything the demo has sent, newest first. There is no such page outside the demo.",
  to: "To",
  empty: "Nothing has been sent yet.",
};
