import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createLimiter } from "./limiter";

const settled = () => new Promise((go) => setImmediate(go));
const refusals = { full: () => new Error("FULL"), late: () => new Error("LATE") };

/** Work of companies and their people that lasts until it is told to end. */
function stage({ atOnce = 2, atOnceOfCompany = 1, waiting = 6, waitMs = 60_000 } = {}) {
  const limiter = createLimiter(
    [
      { atOnce, waiting },
      { atOnce: atOnceOfCompany, waiting: 3 },
      { atOnce: 1, waiting: 1 },
    ],
    refusals,
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (company: string, person: string, turn: { signal?: AbortSignal; rank?: number } = {}) => {
      const name = `${company}${person}`;
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      return limiter.run(work, { of: [company, person], rank: 1, waitMs, ...turn }).then(
        () => "ok",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      );
    },
    end: async (name: string) => {
      ends.get(name)?.();
      ends.delete(name);
      await settled();
    },
  };
}

test("a company's work waits for its own places only", async () => {
  const { run, begun, end } = stage({ atOnce: Infinity, atOnceOfCompany: 2 });
  const all = [run("a", "1"), run("a", "2"), run("a", "3"), run("b", "1")];
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "b1"]) await end(name);
  expect(await Promise.all(all)).toEqual(["ok", "ok", "ok", "ok"]);
});

test("work of a lower rank goes ahead of other work that waits", async () => {
  const { run, begun, end } = stage();
  const all = [run("a", "first"), run("a", "buyer"), run("a", "admin", { rank: 0 })];
  for (const name of ["afirst", "aadmin", "abuyer"]) await end(name);
  expect(begun).toEqual(["afirst", "aadmin", "abuyer"]);
  await Promise.all(all);
});

test("work that waits too long is refused and takes no place", async () => {
  const { run, begun, end } = stage({ waitMs: 20 });
  const stuck = run("a", "1");
  expect(await run("a", "2")).toBe("LATE");
  await end("a1");
  const next = run("a", "3");
  expect(begun).toEqual(["a1", "a3"]);
  await end("a3");
  expect(await Promise.all([stuck, next])).toEqual(["ok", "ok"]);
});

test("a company with many pictures leaves a place for another company's", async () => {
  const { run, begun, end } = stage();
  const all = ["1", "2", "3"].map((person) => run("a", person));
  all.push(run("b", "1"));
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  for (const name of ["a1", "a2", "a3", "b1"]) await end(name);
  expect(await Promise.all(all)).toEqual(["ok", "ok", "ok", "ok"]);
});

test("companies take turns, however many pictures one sends first", async () => {
  const { run, begun, end } = stage({ atOnce: 1 });
  const all = [run("a", "1"), run("a", "2"), run("a", "3"), run("b", "1"), run("c", "1")];
  await settled();
  for (const name of ["a1", "b1", "c1", "a2", "a3"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "a3"]);
  await Promise.all(all);
});

test("a person has one running picture and one waiting; a third is refused at once", async () => {
  const { run, begun, end } = stage({ atOnceOfCompany: 2 });
  const [first, second] = [run("a", "1"), run("a", "1")];
  expect(await run("a", "1")).toBe("FULL");
  expect(begun).toEqual(["a1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "a1"]);
  await end("a1");
  expect(await Promise.all([first, second])).toEqual(["ok", "ok"]);
});

test("a full queue refuses at once, first the company that fills it", async () => {
  const { run, end, begun } = stage({ atOnce: 1 });
  const all = ["1", "2", "3", "4"].map((person) => run("a", person));
  expect(await run("a", "5")).toBe("FULL");
  all.push(run("b", "1"), run("b", "2"), run("b", "3"));
  expect(await run("c", "1")).toBe("FULL");
  for (let at = 0; at < 7; at += 1) await end(begun[at] ?? "");
  expect(await Promise.all(all)).toEqual(Array<string>(7).fill("ok"));
});

test("where too much waits, the last of the highest rank makes room", async () => {
  const { run, begun, end } = stage({ atOnce: 1, waiting: 3 });
  const all = [
    run("a", "runs"),
    run("b", "looks", { rank: 2 }),
    run("a", "looks", { rank: 2 }),
    run("a", "buys"),
    run("c", "pays", { rank: 0 }),
    run("c", "looks", { rank: 2 }),
  ];
  for (const name of ["aruns", "cpays", "abuys", "blooks"]) await end(name);
  expect(await Promise.all(all)).toEqual(["ok", "ok", "FULL", "ok", "ok", "FULL"]);
  expect(begun).toEqual(["aruns", "cpays", "abuys", "blooks"]);
});

test("a company that fills its part refuses its own last, and takes no other's room", async () => {
  const { run, end } = stage({ atOnce: 1, waiting: 4 });
  const all = [
    run("a", "runs"),
    run("b", "looks", { rank: 2 }),
    ...["1", "2", "3"].map((person) => run("a", person)),
    run("a", "4"),
  ];
  for (const name of ["aruns", "a1", "a2", "a3", "blooks"]) await end(name);
  expect(await Promise.all(all)).toEqual(["ok", "ok", "ok", "ok", "ok", "FULL"]);
});

test("work that is aborted while it waits never runs, and leaves its place", async () => {
  const { run, begun, end } = stage({ atOnce: 1, waiting: 1 });
  const gone = new AbortController();
  const first = run("a", "1");
  const waiting = run("b", "1", { signal: gone.signal });
  expect(await run("c", "1")).toBe("FULL");
  gone.abort();
  expect(await waiting).toBe("LATE");
  expect(await run("b", "1", { signal: gone.signal })).toBe("LATE");
  const next = run("c", "1");
  await end("a1");
  expect(begun).toEqual(["a1", "c1"]);
  await end("c1");
  expect(await Promise.all([first, next])).toEqual(["ok", "ok"]);
});

test("work that its caller gave up takes no other's place once its time is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { run, begun, end } = stage({ waitMs: 100 });
    const gone = new AbortController();
    const all = [run("a", "1"), run("a", "2", { signal: gone.signal })];
    gone.abort();
    vi.advanceTimersByTime(60);
    all.push(run("a", "3"));
    vi.advanceTimersByTime(60);
    await end("a1");
    expect(begun).toEqual(["a1", "a3"]);
    await end("a3");
    expect(await Promise.all(all)).toEqual(["ok", "LATE", "ok"]);
  } finally {
    vi.useRealTimers();
  }
});

test("in any order, no limit is exceeded and all that is accepted runs", async () => {
  const owner = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2", "3"));
  await fc.assert(
    fc.asyncProperty(fc.array(owner, { maxLength: 30 }), async (owners) => {
      const levels = [
        { atOnce: 3, waiting: 9 },
        { atOnce: 2, waiting: 3 },
        { atOnce: 1, waiting: 1 },
      ];
      const limiter = createLimiter(levels, refusals);
      const running: (readonly [string, string])[] = [];
      const of = (check: (one: readonly [string, string]) => boolean) =>
        running.filter(check).length;
      const outcomes = await Promise.all(
        owners.map((one) => {
          const [company, person] = one;
          const work = async () => {
            running.push(one);
            expect(running.length).toBeLessThanOrEqual(3);
            expect(of(([other]) => other === company)).toBeLessThanOrEqual(2);
            expect(of(([other, who]) => other === company && who === person)).toBe(1);
            await settled();
            running.splice(running.indexOf(one), 1);
            return "ok";
          };
          return limiter.run(work, { of: one }).catch((error: unknown) => String(error));
        }),
      );
      expect(new Set([...outcomes, "ok", "Error: FULL"]).size).toBe(2);
      expect(outcomes.slice(0, 1)).toEqual(owners.length > 0 ? ["ok"] : []);
    }),
    { numRuns: 30 },
  );
});
