import type { Waiting } from "@server/domain/changes/second-admin";
import type { Json } from "./canonical-json";
import type { Context } from "./context";
import { keepAnswer, oncePerKey } from "./once-per-key";

export interface Call<C, I> {
  ctx: C;
  input: I;
  path: string;
}

interface Repetition<C, I, O> {
  identify?: (call: { ctx: C; input: I }) => unknown;
  recall?: (ctx: C, stored: O) => Promise<O>;
}

export interface Run<C, I, O> {
  ctx: C;
  input: I;
  keep: (answer: O) => Promise<void>;
}

/** `oncePerKey` for an act that takes its call as one object. */
export function idempotentBy<C extends Context, I, O extends Json>(
  { identify, recall }: Repetition<C, I, O>,
  run: (call: Run<C, I, O>) => Promise<O>,
): (call: Call<C, I>) => Promise<Exclude<O, Waiting>> {
  return oncePerKey<C, I, O>(
    (ctx, input) => run({ ctx, input, keep: (answer) => keepAnswer(ctx, answer) }),
    {
      ...(identify && { identify: (ctx, input) => identify({ ctx, input }) }),
      ...(recall && { recall }),
    },
  );
}
