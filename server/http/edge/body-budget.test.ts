import { expect, test } from "vitest";
import { createBodyBudget, FREE_BYTES } from "./body-budget";

const KB = 1024;
const MB = 1024 * KB;
const FILE = 10 * MB;

/** Returns how many of a hundred bodies of a size such senders may hold. */
function admitted(senders: (index: number) => { network: string; personId: string | null }) {
  const budget = createBodyBudget(96 * MB, FILE);
  return (bytes: number) =>
    Array.from({ length: 100 }, (_, index) => budget.hold(senders(index))).filter((body) =>
      body.take(bytes + FREE_BYTES),
    ).length;
}

test("all bodies together hold no more than the budget", () => {
  const everyone = (index: number) => ({ network: `n${index}`, personId: `p${index}` });
  expect(admitted(everyone)(FILE)).toBe(9);
});

test("the bodies of one network hold a third of the budget, those of one person a quarter", () => {
  const inOneNetwork = (index: number) => ({ network: "n", personId: `p${index}` });
  expect(admitted(inOneNetwork)(MB)).toBe(32);
  const onePerson = (index: number) => ({ network: `n${index}`, personId: "p" });
  expect(admitted(onePerson)(MB)).toBe(24);
});

test("bodies without a known person hold a third, and one network a third of that", () => {
  const strangers = (index: number) => ({ network: `n${index}`, personId: null });
  expect(admitted(strangers)(MB)).toBe(32);
  const oneStranger = () => ({ network: "n", personId: null });
  expect(admitted(oneStranger)(MB)).toBe(10);
});

test("the largest file fits, however small the budget", () => {
  const budget = createBodyBudget(16 * MB, FILE);
  expect(budget.hold({ network: "n", personId: "p" }).take(FILE)).toBe(true);
});

test("bytes of a body that are released may be taken again, and a released body takes nothing", () => {
  const budget = createBodyBudget(16 * MB, FILE);
  const sender = { network: "n", personId: "p" };
  const first = budget.hold(sender);
  expect(first.take(FILE)).toBe(true);
  expect(budget.hold(sender).take(FILE)).toBe(false);
  expect(budget.figures()).toEqual({
    heldBytes: FILE - FREE_BYTES,
    mostBytes: 16 * MB,
    refused: 1,
  });
  first.release();
  first.release();
  expect(budget.figures().heldBytes).toBe(0);
  expect(first.take(1)).toBe(false);
  expect(budget.hold(sender).take(FILE)).toBe(true);
});

test("a small form is read while the budget is used up", () => {
  const budget = createBodyBudget(16 * MB, FILE);
  const sender = { network: "n", personId: null };
  while (budget.hold(sender).take(MB));
  const form = budget.hold(sender);
  expect(form.take(10 * KB)).toBe(true);
  expect(form.take(6 * KB)).toBe(true);
  expect(form.take(MB)).toBe(false);
});
