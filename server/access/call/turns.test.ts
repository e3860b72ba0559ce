import { expect, test } from "vitest";
import { refusalFrom } from "./refusal-from";
import { type Call, CALL_KINDS, type CallKind, createTurns, groupOf } from "./turns";
import { createLimiter } from "@db/limiter";

interface Member {
  arrives: number;
  /** The next of its calls. */
  step: number;
}

const JOURNEY: readonly CallKind[] = ["look", "begin", "finish", "finish", "finish"];

const PLACES = 10;
const LIMIT = PLACES / JOURNEY.length;

type Run = (call: Call, work: () => Promise<void>) => Promise<void>;

/**
 * Serves members who come faster than they can be served, by a clock of ticks: `places` calls end each
 * tick, and a waiting call gives up after its kind's patience. Returns what ended in each tick of the
 * second half, and the calls of those who hold tokens that gave up.
 */
async function overload(run: Run, patience: Readonly<Record<CallKind, number>>) {
  const perTick = LIMIT * 4;
  const ticks = 200;
  const running: (() => void)[] = [];
  let ended = 0;
  let heldAway = 0;
  let now = 0;
  const waiting = new Set<{ until: number; giveUp: AbortController }>();
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const ask = (member: Member): void => {
    const kind = JOURNEY[member.step];
    if (!kind) return void (ended += now > ticks / 2 ? 1 : 0);
    const giveUp = new AbortController();
    const entry = { until: now + patience[kind], giveUp };
    waiting.add(entry);
    const work = () => {
      waiting.delete(entry);
      return new Promise<void>((done) => running.push(done));
    };
    run({ kind, of: ["a", "USER"], signal: giveUp.signal }, work).then(
      () => ask({ ...member, step: member.step + 1 }),
      () => {
        waiting.delete(entry);
        if (kind === "finish") heldAway += 1;
      },
    );
  };
  for (; now < ticks; now += 1) {
    for (let n = 0; n < perTick; n += 1) ask({ arrives: now, step: 0 });
    await settle();
    for (const end of running.splice(0, PLACES)) end();
    for (const one of waiting) if (one.until <= now) one.giveUp.abort();
    await settle();
  }
  return { rate: ended / (ticks / 2), heldAway };
}

test("at four times what is possible, as many journeys end as at the limit, and no holder is turned away", async () => {
  const turns = createTurns(PLACES * 2);
  const patience = { finish: 20, begin: 10, look: 10 };
  const { rate, heldAway } = await overload((call, work) => turns.run(call, work), patience);
  expect(rate).toBeGreaterThanOrEqual(0.9 * LIMIT);
  expect(heldAway).toBe(0);
});

test(
  "control: first come, first served, finishes fewer and turns holders away",
  { tags: ["full"] },
  async () => {
    const late = () => new Error("late");
    const limiter = createLimiter([{ atOnce: PLACES }], { full: late, late });
    const patience = { finish: 5, begin: 5, look: 5 };
    const run: Run = ({ signal }, work) => limiter.run(work, { signal });
    const { rate, heldAway } = await overload(run, patience);
    expect(rate).toBeLessThan(0.9 * LIMIT);
    expect(heldAway).toBeGreaterThan(0);
  },
);

test("a call that gets no turn is refused before it begins, and counted by its kind", async () => {
  const turns = createTurns(2);
  let end = () => undefined as void;
  const first = turns.run(
    { kind: "finish", of: ["a", "USER"] },
    () => new Promise<void>((go) => (end = go)),
  );
  const codes: unknown[] = [];
  let begun = 0;
  const gone = new AbortController();
  const others = CALL_KINDS.map((kind) =>
    turns
      .run({ kind, of: ["a", "USER"], waitMs: 5 }, () => Promise.resolve(void (begun += 1)))
      .catch((error: unknown) => codes.push(refusalFrom(error)?.code)),
  );
  // Whoever has left is not counted.
  const left = turns.run({ kind: "look", of: ["a", "USER"], signal: gone.signal }, () =>
    Promise.resolve(void (begun += 1)),
  );
  expect(turns.figures()).toMatchObject({ running: 1, kinds: { look: { waiting: 2 } } });
  gone.abort();
  await expect(left).rejects.toThrow();
  await Promise.all(others);
  end();
  await first;
  expect([codes, begun]).toEqual([["SALE_BUSY", "SALE_BUSY", "SERVER_BUSY"], 0]);
  const { running, kinds } = turns.figures();
  expect(running).toBe(0);
  expect(CALL_KINDS.map((kind) => kinds[kind].refused)).toEqual([1, 1, 1]);
  expect(CALL_KINDS.map((kind) => kinds[kind].waiting)).toEqual([0, 0, 0]);
});

test("a company's calls wait for its own, a super admin's for nobody's", () => {
  const admin = { role: "SUPER_ADMIN", id: "s" } as Parameters<typeof groupOf>[0];
  const member = { role: "USER", companyId: "b" } as Parameters<typeof groupOf>[0];
  const groups = [groupOf(admin, "a"), groupOf(member, "a"), groupOf({ role: "NOBODY" }, "a")];
  expect([...groups, groupOf({ role: "NOBODY" }, null)].map(([group]) => group)).toEqual([
    "s",
    "b",
    "a",
    "platform",
  ]);
});

test("admins who decide about many leave places to members, and a company to others", async () => {
  const turns = createTurns(6);
  const begun: string[] = [];
  const gone = new AbortController();
  const waiting: Promise<unknown>[] = [];
  const run = (group: string, role: string, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const call = { kind: "finish", of: [group, role], signal: gone.signal } as const;
      const work = () => {
        begun.push(group + role);
        return new Promise<void>((end) => gone.signal.addEventListener("abort", () => end()));
      };
      waiting.push(turns.run(call, work).catch(() => undefined));
    }
  };
  run("a", "ADMIN", 5);
  run("a", "USER", 5);
  run("b", "USER", 5);
  await new Promise((go) => setImmediate(go));
  expect(begun).toEqual(["aADMIN", "aADMIN", "aADMIN", "aUSER", "bUSER", "bUSER"]);
  gone.abort();
  await Promise.all(waiting);
});
