import { expect, test } from "vitest";
import { CompanyLimit } from "./company-limit";
import { isTimedOut } from "./errors";
import { newId } from "./ids";

/** Starts a transaction that ends when it is told to. */
function transactionOf(limit: CompanyLimit, id: string, isUrgent = false) {
  let leave: (() => void) | undefined;
  const entered = limit.enter({ id, isUrgent }).then((given) => (leave = given));
  return { entered, hasBegun: () => leave !== undefined, end: () => leave?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a company's transactions wait for its own places only", async () => {
  const limit = new CompanyLimit(2, 60_000);
  const [one, two, three] = [0, 1, 2].map(() => transactionOf(limit, "a"));
  const other = transactionOf(limit, "b");
  await settled();
  expect([one, two, three, other].map((each) => each?.hasBegun())).toEqual([
    true,
    true,
    false,
    true,
  ]);
  two?.end();
  await settled();
  expect(three?.hasBegun()).toBe(true);
});

test("an urgent transaction goes ahead of others that wait", async () => {
  const limit = new CompanyLimit(1, 60_000);
  const first = transactionOf(limit, "a");
  await first.entered;
  const buyer = transactionOf(limit, "a");
  const admin = transactionOf(limit, "a", true);
  first.end();
  await settled();
  expect([buyer.hasBegun(), admin.hasBegun()]).toEqual([false, true]);
  admin.end();
  await settled();
  expect(buyer.hasBegun()).toBe(true);
});

test("a transaction that waits too long is refused and takes no place", async () => {
  const limit = new CompanyLimit(1, 20);
  const stuck = transactionOf(limit, "a");
  await stuck.entered;
  const refusal: unknown = await transactionOf(limit, "a").entered.catch((error: unknown) => error);
  expect(isTimedOut(refusal)).toBe(true);
  stuck.end();
  const next = transactionOf(limit, "a");
  await next.entered;
  next.end();
  await transactionOf(limit, "a").entered;
});

test("ids are UUIDv7, unique, and sort by creation", () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
