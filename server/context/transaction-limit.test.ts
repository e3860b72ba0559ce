import { expect, test } from "vitest";
import { isRefusal } from "@server/domain/refusals/refuse";
import { createTransactionLimit } from "./transaction-limit";

/** Work that ends when told to. */
function work() {
  let end = () => {};
  let hasBegun = false;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = () => {
    hasBegun = true;
    return ended;
  };
  return { run, end: () => end(), hasBegun: () => hasBegun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a company's work waits for its own places only", async () => {
  const limit = createTransactionLimit({ atOnce: 2, waitMs: 60_000 });
  const [one, two, three, other] = [work(), work(), work(), work()];
  const running = [one, two, three].map((each) => limit.run("a", each.run));
  running.push(limit.run("b", other.run));
  await settled();
  expect([one, two, three, other].map((each) => each.hasBegun())).toEqual([
    true,
    true,
    false,
    true,
  ]);
  two.end();
  await settled();
  expect(three.hasBegun()).toBe(true);
  for (const each of [one, three, other]) each.end();
  await Promise.all(running);
});

test("urgent work goes ahead of other waiting work", async () => {
  const limit = createTransactionLimit({ atOnce: 1, waitMs: 60_000 });
  const [first, buyer, admin] = [work(), work(), work()];
  const running = [
    limit.run("a", first.run),
    limit.run("a", buyer.run),
    limit.run("a", admin.run, { isUrgent: true }),
  ];
  first.end();
  await settled();
  expect([buyer.hasBegun(), admin.hasBegun()]).toEqual([false, true]);
  admin.end();
  await settled();
  expect(buyer.hasBegun()).toBe(true);
  buyer.end();
  await Promise.all(running);
});

test("work that waits too long is refused and never runs; its failure frees a place", async () => {
  const limit = createTransactionLimit({ atOnce: 1, waitMs: 20 });
  const [stuck, late, next] = [work(), work(), work()];
  const running = limit.run("a", () => stuck.run().then(() => Promise.reject(new Error("no"))));
  const refusal: unknown = await limit.run("a", late.run).catch((error: unknown) => error);
  expect(isRefusal(refusal) && [refusal.code, refusal.retryAfterSeconds]).toEqual(["DATA_BUSY", 5]);
  stuck.end();
  await expect(running).rejects.toThrow("no");
  next.end();
  await limit.run("a", next.run);
  expect([late.hasBegun(), next.hasBegun()]).toEqual([false, true]);
});
