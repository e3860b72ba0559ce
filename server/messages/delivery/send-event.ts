import { type Database, transact } from "@db/client";
import type { Logger } from "pino";
import {
  endEndpoint,
  findEndpoint,
  noteFailure,
  noteSuccess,
} from "@server/messages/queries/endpoints";
import type { ClaimedMessage } from "@server/messages/queries/message-queue";
import { insertAudit, type Secrets } from "@server/platform";
import { DeliveryError } from "./delivery-error";
import type { WebhookTransport } from "./webhook-transport";

interface Parts {
  database: Database;
  secrets: Secrets;
  logger: Logger;
}

const GONE = 410;

/**
 * Sends an event to its endpoint. Resolves to false if the endpoint has ended, else to its answer. An
 * endpoint that answers 410, or that failed for days without a success, ends. Rejects with a
 * DeliveryError, after which the event is sent again.
 */
export async function sendEvent(
  parts: Parts,
  webhooks: WebhookTransport,
  { id, companyId, address, paramsEncrypted }: ClaimedMessage,
  signal: AbortSignal,
): Promise<false | { reply: string }> {
  const { database, secrets } = parts;
  const endpoint = companyId && (await findEndpoint(database.db, companyId, address));
  if (!endpoint || paramsEncrypted === null) return false;
  const { url, failingSince } = endpoint;
  const { secretEncrypted, previousSecretEncrypted: previous, previousEndsAt } = endpoint;
  const signing = [
    secretEncrypted,
    ...(previous && previousEndsAt && previousEndsAt > new Date() ? [previous] : []),
  ].map((one) => secrets.decrypt("webhook", one));
  const body = secrets.decrypt("message", paramsEncrypted);
  try {
    const reply = await webhooks.send({ id, url, secrets: signing, body }, signal);
    if (failingSince) await noteSuccess(database.db, endpoint);
    return { reply };
  } catch (error) {
    const isGone = error instanceof DeliveryError && error.status === GONE;
    if (isGone) await end(parts, endpoint, "GONE");
    else if (await noteFailure(database.db, endpoint)) await end(parts, endpoint, "FAILING");
    throw error;
  }
}

async function end(
  { database, logger }: Parts,
  { companyId, id }: { companyId: string; id: string },
  why: "GONE" | "FAILING",
): Promise<void> {
  await transact(database.db, async (tx) => {
    const ended = await endEndpoint(tx, companyId, id, why);
    if (!ended) return;
    await insertAudit(tx, {
      companyId,
      actorRole: "SYSTEM",
      action: "machine.endpoint-ended",
      subjectType: "company",
      subjectId: companyId,
      after: { url: ended.url, why },
    });
    logger.warn({ companyId, endpointId: id, why }, "an endpoint of events ended");
  });
}
