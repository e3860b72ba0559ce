import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterCommit, type Executor } from "@db/client";
import {
  claimKey,
  type KeyedRequest,
  releaseKey,
  storeAnswer,
} from "@server/access/queries/idempotency";
import { isWaiting, type StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { canonicalJson, type Json } from "@server/platform";
import { type Context, type Deps, type RequestFacts, withinTransaction } from "./context";

/** Says how a repeated call is recognised and answered. */
interface Repetition<C, I, O> {
  /** Returns the part of a call that two equal calls share; default: the input. */
  identify?: (ctx: C, input: I) => unknown;
  /** Returns the present answer, given the stored one; default: the stored one. */
  replay?: (ctx: C, stored: O) => Promise<O>;
}

/** Rolls an act back, which then runs again once `prepare` is done in transactions of its own. */
export class RunAgain extends Error {
  override readonly name = "RunAgain";
  constructor(readonly prepare: (ctx: Context) => Promise<void>) {
    super("The act runs again.");
  }
}

/**
 * Runs an act in one transaction and, for a call with a key, once. The same key and input return the
 * stored answer; the same key with other input is refused with IDEMPOTENCY_KEY_MISMATCH. A refusal
 * rolls back and leaves the key unused. A change that was stored for a second admin is committed,
 * then refused with NEEDS_SECOND_ADMIN.
 */
export function oncePerKey<C extends Context, I, O extends Json>(
  act: (ctx: C, input: I) => Promise<O>,
  { identify, replay }: Repetition<C, I, O> = {},
) {
  async function run(ctx: C, input: I, path: string): Promise<O> {
    const { actor, idempotencyKey: key } = ctx;
    if (key === null || actor.role === "NOBODY") return act({ ...ctx, claimedKey: null }, input);
    const text = canonicalJson(identify ? identify(ctx, input) : input);
    const requestHash = createHash("sha256").update(`${path}\n${text}`).digest("hex");
    const request = { actorId: actor.id, key, companyId: ctx.company?.id ?? null, requestHash };
    const stored = await claimKey(ctx.db, request);
    if (stored) {
      assertSame(request, stored);
      const answer = stored.response as O;
      return replay ? replay(ctx, answer) : answer;
    }
    const inside = { ...ctx, claimedKey: { request, isAnswered: false } };
    const answer = await act(inside, input);
    if (!inside.claimedKey.isAnswered) await keepAnswer(inside, answer);
    return answer;
  }
  return async ({ ctx, input, path }: { ctx: C; input: I; path: string }) => {
    for (;;) {
      try {
        const answer = await ctx.transact((tx) => run(withinTransaction(ctx, tx), input, path));
        if (isWaiting(answer)) throw refuse("NEEDS_SECOND_ADMIN");
        return answer as Exclude<O, StoredForSecondAdmin>;
      } catch (error) {
        if (!(error instanceof RunAgain)) throw error;
        await error.prepare(ctx);
      }
    }
  };
}

/** Stores the answer of an act before it ends. Call it at most once, before the pool is locked. */
export async function keepAnswer({ db, claimedKey }: Context, answer: Json): Promise<void> {
  if (!claimedKey) return;
  claimedKey.isAnswered = true;
  if (!(await storeAnswer(db, claimedKey.request, answer))) throw new Error("No key is claimed.");
}

function assertSame({ requestHash, alike = [] }: KeyedRequest, stored: { requestHash: string }) {
  if (requestHash === stored.requestHash || alike.includes(stored.requestHash)) return;
  throw refuse("IDEMPOTENCY_KEY_MISMATCH");
}

/** A repeated call looks for the answer of the first one this often. */
const LOOK_MS = 100;
const LOOKS = 100;

/**
 * Runs a call once across instances where it is not a single transaction: a call with the same key
 * and input gets the first answer. A refusal releases the key. Refuses with
 * IDEMPOTENCY_KEY_MISMATCH for other input, and with IDEMPOTENCY_KEY_IN_USE if the first call does
 * not end in time. `run` stores the answer with the given `beforeCommit` in the transaction of the
 * change, where `answerOfChange` knows it from what that transaction returns. If the answer to the
 * COMMIT is lost, the key has an answer exactly if the change was committed. The key is the last
 * lock of its transaction, and nothing that holds it waits for others (architecture.md §6).
 */
export async function answerOnce(
  { database: { db }, secrets, config, logger }: Deps,
  request: KeyedRequest,
  answerOfChange: ((changed: unknown) => unknown) | null,
  run: (beforeCommit: NonNullable<RequestFacts["beforeCommit"]>) => Promise<unknown>,
): Promise<unknown> {
  for (let look = 0; ; look += 1) {
    const present = await claimKey(db, request, config.limits.requestSeconds + 30);
    if (!present) break;
    assertSame(request, present);
    if (typeof present.response === "string") {
      return JSON.parse(secrets.decrypt("idempotency", present.response)) as unknown;
    }
    if (look === LOOKS) throw refuse("IDEMPOTENCY_KEY_IN_USE");
    await pause(LOOK_MS);
  }
  let isStored = false;
  const store = async (tx: Executor, answer: unknown) => {
    // The answer is encrypted, because a login's answer has a token.
    const sealed = secrets.encrypt("idempotency", JSON.stringify(answer ?? null));
    // A call that took too long lost its key to a repetition, which answers.
    if (!(await storeAnswer(tx, request, sealed))) throw refuse("IDEMPOTENCY_KEY_IN_USE");
    afterCommit(tx, () => (isStored = true));
  };
  try {
    const output = await run(async (tx, changed) => {
      if (answerOfChange && !isStored) await store(tx, answerOfChange(changed));
    });
    if (!isStored) await store(db, output);
    return output;
  } catch (error) {
    // Keeps the key of a committed change. If the database is away, a repetition takes the key over.
    const noted = (err: unknown) => logger.warn({ err }, "an idempotency key was not released");
    await releaseKey(db, request).catch(noted);
    throw error;
  }
}
