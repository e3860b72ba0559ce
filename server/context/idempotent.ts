import { createHash } from "node:crypto";
import { claimKey, storeResponse } from "@db/queries/idempotency";
import { refuse } from "@server/domain/refusals/refuse";
import { type Context, withinTransaction } from "./context";

/** Values that survive being stored and read again unchanged; instants are ISO strings. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [k: string]: Json };

interface Call<C, I> {
  ctx: C;
  input: I;
  path: string;
}

/** How a repeated call is recognised and answered, where the input and the stored answer do not tell. */
interface Repetition<C, I, O> {
  /** What makes two calls the same; default: the input. */
  identify?: (call: { ctx: C; input: I }) => unknown;
  /** The answer as it is now, given the stored one; default: the stored one. */
  recall?: (ctx: C, stored: O) => Promise<O>;
}

interface Run<C, I, O> {
  ctx: C;
  input: I;
  /**
   * Stores the answer now, before the pool's row is locked; call it at most once, with what the
   * resolver returns. Without it the answer is stored at the end.
   */
  keep: (answer: O) => Promise<void>;
}

/**
 * Makes a resolver that moves money safe to retry: it runs in one transaction with the storing of its
 * answer. The same key and input return the stored answer; the same key with another input is refused with
 * IDEMPOTENCY_KEY_MISMATCH; a refusal rolls back and leaves the key unused (architecture.md §6). Without a
 * key the resolver still runs in its transaction.
 */
export function idempotent<C extends Context, I, O extends Json>(
  run: (call: { ctx: C; input: I }) => Promise<O>,
): (call: Call<C, I>) => Promise<O> {
  return idempotentBy({}, run);
}

/** The same, with its own recognition of a repeated call or its own answer to one. */
export function idempotentBy<C extends Context, I, O extends Json>(
  { identify, recall }: Repetition<C, I, O>,
  run: (call: Run<C, I, O>) => Promise<O>,
): (call: Call<C, I>) => Promise<O> {
  return ({ ctx, input, path }) =>
    ctx.transact(async (tx) => {
      const inside = withinTransaction(ctx, tx);
      if (ctx.idempotencyKey === null || ctx.actor.role === "NOBODY") {
        const keep = () => Promise.resolve();
        return run({ ctx: inside, input, keep });
      }
      const request = {
        actorId: ctx.actor.id,
        key: ctx.idempotencyKey,
        companyId: ctx.company?.id ?? null,
        requestHash: hashOf(path, identify ? identify({ ctx: inside, input }) : input),
      };
      const stored = await claimKey(tx, request);
      if (stored) {
        if (stored.requestHash !== request.requestHash) throw refuse("IDEMPOTENCY_KEY_MISMATCH");
        const answer = stored.response as O;
        return recall ? recall(inside, answer) : answer;
      }
      let isKept = false;
      const keep = (answer: O) => {
        isKept = true;
        return storeResponse(tx, request, answer);
      };
      const answer = await run({ ctx: inside, input, keep });
      if (!isKept) await keep(answer);
      return answer;
    });
}

const hashOf = (path: string, input: unknown): string =>
  createHash("sha256")
    .update(`${path}\n${canonicalJson(input)}`)
    .digest("hex");

/** The same for equal inputs, whatever the order of their fields; bytes are replaced by their hash. */
export function canonicalJson(input: unknown): string {
  return JSON.stringify(input, function (this: unknown, name: string, value: unknown) {
    // `value` is a Buffer's toJSON result; the Buffer itself is read from its parent object.
    const own: unknown = Reflect.get(Object(this), name);
    if (own instanceof Uint8Array) return createHash("sha256").update(own).digest("hex");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
}
