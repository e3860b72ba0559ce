import { WEBHOOK_EVENTS } from "@db/vocabulary";

/** Scopes that one key may have together, as a form offers them. */
export const SCOPE_CHOICES = ["read", "read decide", "read entries", "decide", "entries"] as const;

/** The events that one endpoint may be told of together, as a form offers them. */
export const EVENT_CHOICES = {
  all: WEBHOOK_EVENTS.join(" "),
  orders: WEBHOOK_EVENTS.filter((event) => event.startsWith("order.")).join(" "),
  members: "member.registered",
} as const;
