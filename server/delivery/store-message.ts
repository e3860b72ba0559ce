import type { Executor } from "@db/client";
import { insertMessage } from "@db/queries/messages";
import type { Secrets } from "@server/identity/secrets";
import {
  lifetimeSecondsOf,
  type Message,
  type MessageParams,
  priorityOf,
  type Template,
} from "./message-templates";
import type { Jobs } from "./jobs";

/** Stores a message in the caller's transaction, with its parameters encrypted. Returns its id. */
export function storeMessage(tx: Executor, secrets: Secrets, message: Message): Promise<string> {
  const { params, ...envelope } = message;
  return insertMessage(tx, {
    ...envelope,
    paramsEncrypted: secrets.encrypt("message", JSON.stringify(params)),
    priority: priorityOf(message.template),
    lifetimeSeconds: lifetimeSecondsOf(message.template),
  });
}

/** The template and parameters of a stored message; null once they are erased. */
export function paramsOf(
  secrets: Secrets,
  stored: { template: string; paramsEncrypted: string | null },
): { template: Template; params: MessageParams[Template] } | null {
  if (stored.paramsEncrypted === null) return null;
  const plain = secrets.decrypt("message", stored.paramsEncrypted);
  return {
    template: stored.template as Template,
    params: JSON.parse(plain) as MessageParams[Template],
  };
}

/** Stores messages without sending them, for tests and the demo's seed. */
export const createRecordedJobs = (secrets: Secrets): Jobs => ({
  async notify(tx, message) {
    await storeMessage(tx, secrets, message);
  },
  figures: () => ({ outcomes: [], paused: [] }),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});
