import type { SQL } from "drizzle-orm";
import type { Executor } from "@db/client";
import { writeTogether } from "@db/write-together";
import type { WebhookEvent } from "@db/vocabulary";
import { purchaseHash } from "@server/messages/queries/purchase-hash";
import { insertionsOfMessages } from "@server/messages/queries/messages";
import { readUsualApprovalSeconds, type Secrets } from "@server/platform";
import {
  lifetimeSecondsOf,
  type Message,
  type MessageParams,
  priorityOf,
  type Template,
} from "./message-templates";
import type { Jobs } from "./jobs";

/** An event of a company for its machines; the data name nobody but by Member ID. */
export interface CompanyEvent {
  event: WebhookEvent;
  companyId: string;
  data: Readonly<Record<string, string | number | null>>;
  /** As of a message: a decision that can be undone is told when it cannot any more. */
  delaySeconds?: number;
  undoKey?: string;
}

/**
 * Stores messages and events in the caller's transaction, with their parameters encrypted, in one
 * statement with other writes. Returns how many rows each of those has written.
 */
export async function storeMessages(
  tx: Executor,
  secrets: Secrets,
  stored: readonly (Message | CompanyEvent)[],
  beside: readonly SQL[] = [],
): Promise<number[]> {
  const events = stored
    .filter((one) => "event" in one)
    .map(({ data, delaySeconds = 0, ...told }) => {
      const body = { type: told.event, timestamp: new Date().toISOString(), data };
      const paramsEncrypted = secrets.encrypt("message", JSON.stringify(body));
      return { ...told, delaySeconds, paramsEncrypted };
    });
  const insertions = insertionsOfMessages(
    tx,
    stored
      .flatMap((one) => ("event" in one ? [] : [one]))
      .map(({ params, delaySeconds = 0, ...envelope }) => ({
        ...envelope,
        paramsEncrypted: secrets.encrypt("message", JSON.stringify(params)),
        priority: priorityOf(envelope.template),
        delaySeconds,
        lifetimeSeconds: delaySeconds + lifetimeSecondsOf(envelope.template),
      })),
    events,
  );
  const counts = await writeTogether(tx, [...beside, ...insertions]);
  return counts.slice(0, beside.length);
}

/** Returns the template and parameters of a stored message; null once they are erased. */
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

/**
 * Returns the contents of a message, with the facts that are read only when the message is shown: the
 * hash of an approved order, and how long the approval of a submitted one usually takes.
 */
export async function contentsOf(
  db: Executor,
  secrets: Secrets,
  stored: { template: string; paramsEncrypted: string | null; companyId: string | null },
): Promise<{ template: Template; params: MessageParams[Template] } | null> {
  const contents = paramsOf(secrets, stored);
  const { companyId } = stored;
  if (!contents || companyId === null) return contents;
  if (contents.template === "orderSubmitted") {
    const params = contents.params as MessageParams["orderSubmitted"];
    const usualSeconds = await readUsualApprovalSeconds(db, companyId);
    return { ...contents, params: { ...params, usualSeconds } };
  }
  if (contents.template !== "orderApproved") return contents;
  const { orderId, ...params } = contents.params as MessageParams["orderApproved"];
  if (orderId === undefined) return contents;
  const hash = await purchaseHash(db, companyId, orderId);
  return { ...contents, params: { ...params, hash: hash ?? "" } };
}

/** Stores messages without sending them, for tests and the demo's seed. */
export const createRecordedJobs = (secrets: Secrets): Jobs => ({
  async notify(tx, ...messages) {
    await storeMessages(tx, secrets, messages);
  },
  notifyWith: (tx, messages, beside) => storeMessages(tx, secrets, messages, beside),
  figures: () => ({ outcomes: [], paused: [] }),
  runs: () => [],
  start: () => undefined,
  stop: () => Promise.resolve(),
});
