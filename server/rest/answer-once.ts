import { setTimeout } from "node:timers/promises";
import {
  type KeyedRequest,
  NOBODYS_ID,
  claimOpenKey,
  releaseOpenKey,
  rememberResponse,
} from "@db/queries/idempotency";
import type { Actor } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import { canonicalJson } from "@server/context/once";
import { type Site, companyOf } from "@server/context/site";
import { refuse } from "@server/domain/refusals/refuse";
import type { Row } from "./row";

export interface KeyedCall {
  row: Row;
  /** The client's Idempotency-Key. */
  key: string;
  input: Readonly<Record<string, unknown>>;
  actor: Actor;
  token: string | null;
  site: Site;
}

/** How often, and how many times, a call looks whether the first of its key has been answered. */
const LOOK_MS = 100;
const LOOKS = 100;

/**
 * Makes a changing call harmless to repeat, in every instance: the same key and input are answered
 * as the first time, without running again. A refusal leaves the key unused. Refuses with
 * IDEMPOTENCY_KEY_MISMATCH for another input, and with IDEMPOTENCY_KEY_IN_USE while the first call
 * will not end. What moves money is remembered by its procedure (context/once.ts), in its own
 * transaction.
 */
export async function answerOnce(
  deps: Deps,
  call: KeyedCall,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { db } = deps.database;
  const request = requestOf(deps, call);
  const abandonedSeconds = deps.config.limits.requestSeconds + 30;
  for (let look = 0; ; look += 1) {
    const present = await claimOpenKey(db, request, abandonedSeconds);
    if (!present) break;
    if (present.requestHash !== request.requestHash) throw refuse("IDEMPOTENCY_KEY_MISMATCH");
    if (typeof present.response === "string") {
      return JSON.parse(deps.secrets.decrypt("idempotency", present.response)) as unknown;
    }
    if (look === LOOKS) throw refuse("IDEMPOTENCY_KEY_IN_USE");
    await setTimeout(LOOK_MS);
  }
  let output: unknown;
  try {
    output = await run();
  } catch (error) {
    await releaseOpenKey(db, request);
    throw error;
  }
  // A login's answer is a token: nothing of it may be read in the store.
  const sealed = deps.secrets.encrypt("idempotency", JSON.stringify(output ?? null));
  await rememberResponse(db, request, sealed);
  return output;
}

/** Whose key it is: a person's; a token's, where the call ends it; a site's, where nobody signed. */
function requestOf({ secrets }: Deps, call: KeyedCall): KeyedRequest {
  const { row, key, input, actor, token, site } = call;
  const requestHash = secrets.keyedHash(
    "idempotency",
    `${row.method} ${row.path}\n${canonicalJson(input)}`,
  );
  if (actor.role !== "NOBODY" && !row.endsSession) {
    const companyId = actor.role === "SUPER_ADMIN" ? null : actor.companyId;
    return { actorId: actor.id, key, companyId, requestHash };
  }
  const owner = row.endsSession ? `token ${token}` : `site ${companyOf(site)?.id ?? "platform"}`;
  return {
    actorId: NOBODYS_ID,
    key: secrets.keyedHash("idempotency", `${owner}\n${key}`),
    companyId: null,
    requestHash,
  };
}
