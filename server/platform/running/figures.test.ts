import { expect, test } from "vitest";
import { createFigures, FIGURES_MAX_AGE_MS } from "./figures";

function counted() {
  let now = 0;
  let readings = 0;
  const figures = createFigures(() => now);
  return {
    wait: (ms: number) => (now += ms),
    ask: (company = "one") => figures.of(company, () => Promise.resolve((readings += 1))),
    fail: () => figures.of("one", () => Promise.reject(new Error("The database is away."))),
  };
}

test("concurrent callers share one read of figures, per company", async () => {
  const { ask } = counted();
  expect(await Promise.all([ask(), ask(), ask("two"), ask()])).toEqual([1, 1, 2, 1]);
});

test("figures are read again after twenty seconds, and not before", async () => {
  const { ask, wait } = counted();
  expect(await ask()).toBe(1);
  wait(FIGURES_MAX_AGE_MS - 1);
  expect(await ask()).toBe(1);
  wait(1);
  expect(await ask()).toBe(2);
});

test("a failed read of figures rejects every waiting caller, and the next call reads again", async () => {
  const { ask, fail } = counted();
  const [one, two] = await Promise.allSettled([fail(), ask()]);
  expect([one.status, two.status]).toEqual(["rejected", "rejected"]);
  expect(await ask()).toBe(1);
});
