import fc from "fast-check";
import { expect, test } from "vitest";
import { resultCode } from "@server/testing/order-harness";
import { moreInFull, rounds } from "@server/testing/rounds";
import { createFairQueue, type WorkOwner } from "./fair-queue";

const settled = () => new Promise((go) => setImmediate(go));

/** Work that lasts until it is told to end. */
function stage(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({
    atOnce: 2,
    atOnceOfCompany: 1,
    waiting: 6,
    waitingOfCompany: 3,
    ...limits,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run: (company: string, person: string, signal?: AbortSignal) => {
      const name = `${company}${person}`;
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      return resultCode(queue.run({ company, person }, work, signal));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      ends.delete(name);
      await settled();
    },
  };
}

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
  expect(await run("a", "1")).toBe("SERVER_BUSY");
  expect(begun).toEqual(["a1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "a1"]);
  await end("a1");
  expect(await Promise.all([first, second])).toEqual(["ok", "ok"]);
});

test("a full queue refuses at once, first the company that fills it", async () => {
  const { run, end, begun } = stage({ atOnce: 1 });
  const all = ["1", "2", "3", "4"].map((person) => run("a", person));
  expect(await run("a", "5")).toBe("SERVER_BUSY");
  all.push(run("b", "1"), run("b", "2"), run("b", "3"));
  expect(await run("c", "1")).toBe("SERVER_BUSY");
  for (let at = 0; at < 7; at += 1) await end(begun[at] ?? "");
  expect(await Promise.all(all)).toEqual(Array<string>(7).fill("ok"));
});

test("work that is aborted while it waits never runs, and leaves its place", async () => {
  const { run, begun, end } = stage({ atOnce: 1, waiting: 1 });
  const gone = new AbortController();
  const first = run("a", "1");
  const waiting = run("b", "1", gone.signal);
  expect(await run("c", "1")).toBe("SERVER_BUSY");
  gone.abort();
  expect(await waiting).toBe("REQUEST_TIMED_OUT");
  expect(await run("b", "1", gone.signal)).toBe("REQUEST_TIMED_OUT");
  const next = run("c", "1");
  await end("a1");
  expect(begun).toEqual(["a1", "c1"]);
  await end("c1");
  expect(await Promise.all([first, next])).toEqual(["ok", "ok"]);
});

test("in any order, no limit is exceeded and all that is accepted runs", moreInFull, async () => {
  const owner = fc.record({
    company: fc.constantFrom("a", "b", "c"),
    person: fc.constantFrom("1", "2", "3"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(owner, { maxLength: 30 }), async (owners) => {
      const queue = createFairQueue({
        atOnce: 3,
        atOnceOfCompany: 2,
        waiting: 9,
        waitingOfCompany: 3,
      });
      const running: WorkOwner[] = [];
      const of = (test: (one: WorkOwner) => boolean) => running.filter(test).length;
      const outcomes = await Promise.all(
        owners.map((one) =>
          resultCode(
            queue.run(one, async () => {
              running.push(one);
              expect(running.length).toBeLessThanOrEqual(3);
              expect(of(({ company }) => company === one.company)).toBeLessThanOrEqual(2);
              const isSame = (other: WorkOwner) =>
                other.company === one.company && other.person === one.person;
              expect(of(isSame)).toBe(1);
              await settled();
              running.splice(running.indexOf(one), 1);
            }),
          ),
        ),
      );
      expect(new Set([...outcomes, "ok", "SERVER_BUSY"]).size).toBe(2);
      expect(outcomes.slice(0, 1)).toEqual(owners.length > 0 ? ["ok"] : []);
    }),
    { numRuns: rounds(20, 50) },
  );
});
