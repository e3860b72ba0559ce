import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openStandby, type Standby } from "@db/standby";
import { type Followed, followedDatabase } from "@db/testing/standby";
import { mayCall } from "@server/domain/members/admin-roles";
import { appRouter, type Caller } from "@server/procedures/router";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  submittedPayment,
} from "@server/testing/order-harness";
import { createFigures } from "./figures";
import { OLD_MS, STANDBY_CALLS } from "./standby-reads";

const root = process.cwd();
const sources = readdirSync(join(root, "server"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, "server", name), "utf8") }));

describe("the calls that a standby may answer", () => {
  test("are those of the list, and no other procedure has its handle", () => {
    const asked = sources.flatMap(({ name, text }) => {
      const calls = text.matchAll(/\b(?:readOlder|readOlderKept|readPiece)\(\s*ctx,\s*"([^"]+)"/g);
      return [...calls].map(([, call = ""]) => ({ name, call }));
    });
    expect(asked.map(({ call }) => call).toSorted()).toEqual([...STANDBY_CALLS]);
    for (const { name, call } of asked) {
      expect(name).toMatch(/^procedures\//);
      expect(Object.keys(appRouter._def.procedures), name).toContain(call);
    }
    const handles = sources.filter(({ text }) => /\bstandby\??\.read\(|standbyFor\(/.test(text));
    expect(handles.map(({ name }) => name)).toEqual(["context/standby-reads.ts"]);
    const users = sources.filter(({ text }) => /\bdeps\.standby\b/.test(text));
    expect(users.map(({ name }) => name).toSorted()).toEqual([
      "context/standby-reads.ts",
      // Its state alone, for the metrics.
      "serve.ts",
    ]);
  });

  test("change nothing but the audit log, by an export, and a viewer may make all of a company's", () => {
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string } }
    >;
    for (const call of STANDBY_CALLS) {
      const { type } = procedures[call]?._def ?? {};
      expect(type, call).toBe(call.startsWith("exports.") ? "mutation" : "query");
    }
    const ofCompany = ["dashboard.admin", "dashboard.history", "payments.days"];
    for (const call of ofCompany) expect(mayCall("VIEWER", call), call).toBe(true);
  });
});

describe("with a standby that follows", () => {
  let followed: Followed;
  let harness: OrderHarness;
  let standby: Standby;

  beforeAll(async () => {
    followed = await followedDatabase();
    harness = await orderHarness({ database: followed.primary });
    const { primary, url } = followed;
    const { logger } = harness.deps;
    standby = openStandby({ primary, url, limitSeconds: 3600, logger });
    harness.deps.standby = standby;
    await vi.waitFor(() => expect(standby.state().declined).toBeNull(), WAIT);
  }, 120_000);
  afterAll(async () => {
    await standby.close();
    await harness.close();
    await followed.end();
  }, 60_000);

  const WAIT = { timeout: 30_000, interval: 20 };

  /** A company with a payment that waits, which the standby has, and an admin who did nothing yet. */
  async function seller() {
    const company = await harness.company();
    const other = await company.member({ role: "ADMIN", adminRole: "OWNER" });
    const { transaction } = await submittedPayment(company, await company.member());
    const decide = (await company.as(other)).orders.approve;
    const api = await company.as(company.admin);
    await followed.caughtUp();
    return { company, api, approve: () => decide({ orderId: transaction.id }) };
  }

  /** Runs while the standby replays nothing, and all that it shows is old. */
  async function paused<T>(run: () => Promise<T>): Promise<T> {
    await standby.ask();
    await followed.pause();
    try {
      await vi.waitFor(
        () => expect(standby.state().behindSeconds).toBeGreaterThan(OLD_MS / 1000),
        WAIT,
      );
      return await run();
    } finally {
      await followed.resume();
      await followed.caughtUp();
      await standby.ask();
    }
  }

  const collected = async (api: Caller) => {
    const { collection, asOf } = await api.dashboard.admin();
    const { bankPaise, upiPaise, manualPaise, cryptoPaise } = collection;
    return { paise: bankPaise + upiPaise + manualPaise + cryptoPaise, asOf };
  };

  test("figures that are old say of when they are, and REST and tRPC get the present ones", async () => {
    const { company, api, approve } = await seller();
    expect(await collected(api)).toMatchObject({ paise: 0, asOf: { isOld: false } });
    await paused(async () => {
      const before = Date.now();
      await approve();
      const { paise, asOf } = await collected(api);
      expect(paise).toBe(0);
      expect(asOf?.isOld).toBe(true);
      expect(new Date(asOf?.at ?? "").getTime()).toBeLessThan(before);
      for (const transport of ["rest", "trpc"] as const) {
        const present = await collected(await company.as(company.admin, { transport }));
        expect(present.paise).toBeGreaterThan(0);
        expect(present.asOf).toBeUndefined();
      }
      const { days } = await api.payments.days({});
      expect(days).toEqual([]);
      const history = await api.dashboard.history({ period: "days" });
      expect(history.asOf?.isOld).toBe(true);
    });
    expect((await collected(api)).paise).toBeGreaterThan(0);
  });

  test("what decides is never old", async () => {
    const { company, api, approve } = await seller();
    await paused(async () => {
      expect((await api.dashboard.work()).waiting.count).toBe(1);
      await approve();
      expect((await api.dashboard.work()).waiting.count).toBe(0);
      const list = { sort: "date", isDescending: true, limit: 10 } as const;
      const [row] = (await api.orders.sorted(list)).records;
      expect(row?.status).toBe("APPROVED");
      // A member's own dashboard after a purchase, and what is left to buy.
      const member = await company.member();
      const own = await company.as(member, { transport: "page" });
      const left = (await own.prices.current()).remainingPrivateSupply;
      await own.orders.create({ amount: "100" });
      expect(await own.orders.open()).not.toBeNull();
      expect((await own.prices.current()).remainingPrivateSupply).toBeLessThan(left);
    });
  });

  test("who wrote sees no older state than their own, and others do", async () => {
    const { company, api } = await seller();
    const { transaction } = await submittedPayment(company, await company.member());
    const viewer = await company.as(await company.member({ role: "ADMIN", adminRole: "VIEWER" }));
    await followed.caughtUp();
    await paused(async () => {
      await api.orders.approve({ orderId: transaction.id });
      const own = await collected(api);
      expect(own.paise).toBeGreaterThan(0);
      expect(own.asOf).toBeUndefined();
      expect((await collected(viewer)).paise).toBe(0);
      const exported = await api.exports.orders({ status: "APPROVED" });
      expect(exported.records.map(({ id }) => id)).toEqual([transaction.id]);
      expect(exported.asOf).toBeUndefined();
    });
    // And from the standby again, once it has what they wrote.
    expect((await collected(api)).asOf?.isOld).toBe(false);
  });

  test("without the last entries of the reader the standby would show a state before them", async () => {
    const { company, api } = await seller();
    const { transaction } = await submittedPayment(company, await company.member());
    await followed.caughtUp();
    const real = { ...standby };
    const all = vi.spyOn(standby, "read");
    // The control: the same reads that need nothing of the standby.
    all.mockImplementation((_needs, run) => real.read({ entries: [] }, run));
    try {
      await paused(async () => {
        await api.orders.approve({ orderId: transaction.id });
        expect((await collected(api)).paise).toBe(0);
      });
    } finally {
      all.mockRestore();
    }
  });

  test("a super admin sees what they changed of a company, and another one its old figures", async () => {
    const { company, approve } = await seller();
    const platform = await harness.superAdmin();
    const other = await harness.superAdmin();
    const overviewOf = async (reader: Caller) => {
      const { records, asOf } = await reader.companies.overview({ page: 1, limit: 100 });
      return { own: records.find(({ id }) => id === company.id), asOf };
    };
    await paused(async () => {
      await approve();
      const before = await overviewOf(other);
      expect(before.asOf?.isOld).toBe(true);
      expect(before.own).toMatchObject({ pending: 1, status: "ACTIVE" });
      await platform.companies.setStatus({ id: company.id, status: "SUSPENDED" });
      const after = await overviewOf(platform);
      expect(after.asOf).toBeUndefined();
      expect(after.own).toMatchObject({ pending: 0, status: "SUSPENDED" });
    });
  });

  test("kept totals of a standby are not shown to who wrote meanwhile", async () => {
    harness.deps.figures = createFigures();
    try {
      const { company, api } = await seller();
      const { transaction } = await submittedPayment(company, await company.member());
      await followed.caughtUp();
      await paused(async () => {
        const viewer = await company.as(
          await company.member({ role: "ADMIN", adminRole: "VIEWER" }),
        );
        expect((await collected(viewer)).paise).toBe(0);
        await api.orders.approve({ orderId: transaction.id });
        expect((await collected(api)).paise).toBeGreaterThan(0);
      });
    } finally {
      delete harness.deps.figures;
    }
  });

  test("an export is of one moment or later, whichever server answers its pieces", async () => {
    const { company, api } = await seller();
    await manyMembers(company, 1200);
    await followed.caughtUp();
    await standby.ask();
    const first = await api.exports.members({ role: "USER" });
    expect(first.asOf).toBeDefined();
    expect(first.next?.asOf).toBe(first.asOf?.at);
    const after = first.next;
    if (!after) throw new Error("There is one piece only.");
    expect((await api.exports.members({ role: "USER", after })).asOf).toBeDefined();
    // One that has less than the first piece's moment is not asked.
    const later = { ...after, asOf: new Date(Date.now() + 3_600_000).toISOString() };
    const fromPrimary = await api.exports.members({ role: "USER", after: later });
    expect(fromPrimary.asOf).toBeUndefined();
    expect(fromPrimary.next?.asOf).toBe(later.asOf);
    // Nor is any, where the primary answered the first.
    const { asOf: _none, ...plain } = after;
    expect((await api.exports.members({ role: "USER", after: plain })).asOf).toBeUndefined();
  });

  test("everything is read from the primary while the standby is away", async () => {
    const { api, approve } = await seller();
    await approve();
    await followed.stopStandby();
    try {
      const { paise, asOf } = await collected(api);
      expect(paise).toBeGreaterThan(0);
      expect(asOf).toBeUndefined();
    } finally {
      await followed.startStandby();
    }
    await vi.waitFor(() => expect(standby.state().declined).toBeNull(), WAIT);
  });

  async function manyMembers(company: CompanyFixture, count: number) {
    for (let n = 0; n < count; n += 200) {
      await Promise.all(Array.from({ length: 200 }, () => company.member()));
    }
  }
});
