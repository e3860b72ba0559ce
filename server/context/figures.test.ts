import { expect, test } from "vitest";
import { createFigures, FIGURES_MAX_AGE_MS } from "./figures";

function counted() {
  let now = 0;
  let readings = 0;
  const figures = createFigures<number>(() => now);
  return {
    wait: (ms: number) => (now += ms),
    ask: (company = "one") => figures.of(company, () => Promise.resolve((readings += 1))),
    fail: () => figures.of("one", () => Promise.reject(new Error("The database is away."))),
  };
}

test("many who ask at once wait for one reading, each company for its own", async () => {
  const { ask } = counted();
  expect(await Promise.all([ask(), ask(), ask("two"), ask()])).toEqual([1, 1, 2, 1]);
});

test("figures are read afresh once they are twenty seconds old, and not before", async () => {
  const { ask, wait } = counted();
  expect(await ask()).toBe(1);
  wait(FIGURES_MAX_AGE_MS - 1);
  expect(await ask()).toBe(1);
  wait(1);
  expect(await ask()).toBe(2);
});

test("a reading that failed is told to whoever waited, and tried again by the next", async () => {
  const { ask, fail } = counted();
  const [one, two] = await Promise.allSettled([fail(), ask()]);
  expect([one.status, two.status]).toEqual(["rejected", "rejected"]);
  expect(await ask()).toBe(1);
});
