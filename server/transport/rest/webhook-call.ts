import type { Language } from "@locales/languages";
import { NOBODY } from "@server/context/actor";
import { createContext, type Deps } from "@server/context/context";
import { refuse } from "@server/domain/refusals/refuse";
import { limitAddress } from "@server/identity/throttle";
import { createCaller } from "@server/procedures/router";
import type { Visit } from "@server/transport/http/app";
import { succeed } from "./envelope";

/** A company's id and an account's. */
export const WEBHOOK = /^\/webhooks\/payments\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/i;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * A signed notice of a payment (docs/api.md). The signature is over the bytes of the body, so no row of
 * the table can take it. The answer is the same for a new event and a repeated one.
 */
export async function answerWebhook(
  deps: Deps,
  request: Request,
  { visit, language, ids }: { visit: Visit; language: Language; ids: readonly [string, string] },
): Promise<Response> {
  // By the sender's network alone: strangers must not use up what a company's visitors share.
  await limitAddress(deps, visit.ip);
  // What claims to be something else than JSON is not read; the signature is over the bytes.
  const type = request.headers.get("content-type");
  if (type !== null && !JSON_TYPE.test(type)) throw refuse("UNSUPPORTED_MEDIA_TYPE");
  const facts = { ...visit, transport: "rest" as const, language, idempotencyKey: null };
  const { webhooks } = createCaller(createContext(deps, facts, NOBODY));
  const [companyId, accountId] = ids;
  const notice = {
    ...{ companyId, accountId },
    id: request.headers.get("webhook-id") ?? undefined,
    timestamp: request.headers.get("webhook-timestamp") ?? undefined,
    signature: request.headers.get("webhook-signature") ?? undefined,
    body: await request.text(),
  };
  await webhooks.receive(notice as Parameters<typeof webhooks.receive>[0]);
  return succeed("Notice received", null);
}
