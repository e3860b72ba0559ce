import { z } from "zod";
import {
  KEY_SCOPES,
  type KeyScope,
  type MessageStatus,
  WEBHOOK_EVENTS,
  type WebhookEnd,
  type WebhookEvent,
} from "@db/vocabulary";
import { code, idField, line } from "@server/platform/contracts/fields";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";

export const MOST_KEYS = 20;

/** Parses names of a closed list, separated by spaces or as an array; each counts once. */
const namesField = <N extends string>(names: readonly N[], missing: RefusalCode) =>
  z.preprocess(
    (typed) =>
      typeof typed === "string"
        ? [...new Set(typed.split(" ").filter((one) => one !== ""))]
        : typed,
    z
      .array(z.enum(names, { error: missing }), { error: missing })
      .min(1, missing)
      .max(names.length, missing),
  );

/** Input of `machines.addKey`. */
export const AddKey = z.object({
  name: line("KEY_NAME_REQUIRED", 60),
  scopes: namesField(KEY_SCOPES, "KEY_SCOPES_REQUIRED").refine(
    (scopes) => !(scopes.includes("decide") && scopes.includes("entries")),
    code("KEY_SCOPES_CONFLICT"),
  ),
});
export type AddKey = z.output<typeof AddKey>;

/** Input of `machines.endKey`, `machines.renewSecret`, `machines.endEndpoint` and `machines.sendAgain`. */
export const MachineRef = z.object({ id: idField });
export type MachineRef = z.output<typeof MachineRef>;

/** Input of `machines.addEndpoint`. */
export const AddEndpoint = z.object({
  url: line("WEBHOOK_URL_REQUIRED", 500, "WEBHOOK_URL_INVALID").refine(
    (url) => url === "" || isHttpAddress(url),
    code("WEBHOOK_URL_INVALID"),
  ),
  events: namesField(WEBHOOK_EVENTS, "WEBHOOK_EVENTS_REQUIRED"),
});
export type AddEndpoint = z.output<typeof AddEndpoint>;

/** True for an address of http or https without a name, a password or a fragment in it. */
function isHttpAddress(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, username, password, hash } = new URL(typed);
  return /^https?:$/.test(protocol) && username + password + hash === "";
}

/** Output of `machines.list`. Times are ISO; a `maker` is null for a deleted account. */
export type Machines = {
  keys: {
    id: string;
    name: string;
    prefix: string;
    scopes: KeyScope[];
    maker: string | null;
    createdAt: string;
    lastUsedAt: string | null;
    endedAt: string | null;
  }[];
  endpoints: {
    id: string;
    url: string;
    events: WebhookEvent[];
    createdAt: string;
    failingSince: string | null;
    endedAt: string | null;
    endedWhy: WebhookEnd | null;
  }[];
  /** The newest events that were sent, or wait. */
  deliveries: Delivery[];
};

export type Delivery = {
  id: string;
  endpointId: string;
  event: WebhookEvent;
  status: MessageStatus;
  attempts: number;
  /** The endpoint's last answer: its status and the beginning of its text; null before the first. */
  reply: string | null;
  createdAt: string;
  /** The next try of one that waits. */
  dueAt: string | null;
  canSendAgain: boolean;
};
