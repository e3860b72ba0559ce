import { setTimeout } from "node:timers/promises";
import { afterCommit, type Executor } from "@db/client";
import { NOBODYS_ID } from "@db/platform";
import {
  type KeyedRequest,
  claimOpenKey,
  isSameInput,
  releaseOpenKey,
  storeOpenResponse,
} from "@db/queries/idempotency";
import type { Actor } from "@server/context/actor";
import type { Deps, RequestFacts } from "@server/context/context";
import { canonicalJson } from "@server/context/idempotent";
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

type BeforeCommit = NonNullable<RequestFacts["beforeCommit"]>;

/** Interval and number of checks for the answer of the first call with the key. */
const LOOK_MS = 100;
const LOOKS = 100;

/**
 * Makes a changing call idempotent across instances: a call with the same key and input gets the
 * first answer without running again. A refusal releases the key. Refuses with
 * IDEMPOTENCY_KEY_MISMATCH for other input, and with IDEMPOTENCY_KEY_IN_USE if the first call does
 * not end in time. Procedures that move money store their answers themselves
 * (context/idempotent.ts), in their own transaction.
 *
 * `run` stores the answer in the transaction of the change with the given `beforeCommit`. If the
 * answer to the COMMIT is lost, the key has an answer exactly if the change was committed: a
 * repeated call waits for the key's row until that is decided. The key is the last lock of its
 * transaction, and nothing that holds it waits for others (architecture.md §6).
 */
export async function idempotentAnswer(
  deps: Deps,
  call: KeyedCall,
  run: (beforeCommit: BeforeCommit) => Promise<unknown>,
): Promise<unknown> {
  const { db } = deps.database;
  const request = requestOf(deps, call);
  const abandonedSeconds = deps.config.limits.requestSeconds + 30;
  for (let look = 0; ; look += 1) {
    const present = await claimOpenKey(db, request, abandonedSeconds);
    if (!present) break;
    if (!isSameInput(request, present)) throw refuse("IDEMPOTENCY_KEY_MISMATCH");
    if (typeof present.response === "string") {
      return JSON.parse(deps.secrets.decrypt("idempotency", present.response)) as unknown;
    }
    if (look === LOOKS) throw refuse("IDEMPOTENCY_KEY_IN_USE");
    await setTimeout(LOOK_MS);
  }
  // Encrypted, because a login's answer has a token.
  const store = async (tx: Executor, answer: unknown) => {
    const sealed = deps.secrets.encrypt("idempotency", JSON.stringify(answer ?? null));
    // A call that took too long lost its key to a repetition, which answers.
    if (!(await storeOpenResponse(tx, request, sealed))) throw refuse("IDEMPOTENCY_KEY_IN_USE");
  };
  let isStored = false;
  const { answerOfChange } = call.row;
  const beforeCommit: BeforeCommit = async (tx, changed) => {
    if (answerOfChange === null || isStored) return;
    await store(tx, answerOfChange(changed));
    afterCommit(tx, () => (isStored = true));
  };
  try {
    const output = await run(beforeCommit);
    if (!isStored) await store(db, output);
    return output;
  } catch (error) {
    // Keeps the key of a committed change. If the database is away, a repetition takes the key over.
    await releaseOpenKey(db, request).catch((err: unknown) =>
      deps.logger.warn({ err }, "an idempotency key was not released"),
    );
    throw error;
  }
}

/**
 * Scopes the key to a person, to a token whose session the call ends, or else to a site. The input's
 * hash is by the present secret, and known by any that is read, so that it is still known once an
 * old one is gone. What a row is found by is by the secret that all instances have.
 */
function requestOf({ secrets }: Deps, call: KeyedCall): KeyedRequest {
  const { row, key, input, actor, token, site } = call;
  const [requestHash = "", ...alike] = secrets.keyedHashes(
    "idempotency",
    `${row.method} ${row.path}\n${canonicalJson(input)}`,
  );
  if (actor.role !== "NOBODY" && !row.endsSession) {
    const companyId = actor.role === "SUPER_ADMIN" ? null : actor.companyId;
    return { actorId: actor.id, key, companyId, requestHash, alike };
  }
  const owner = row.endsSession ? `token ${token}` : `site ${companyOf(site)?.id ?? "platform"}`;
  return {
    actorId: NOBODYS_ID,
    key: secrets.keyedHash("idempotency", `${owner}\n${key}`),
    companyId: null,
    requestHash,
    alike,
  };
}
