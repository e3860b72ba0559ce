/** @module-tag full */
import path from "node:path";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eq, sql } from "drizzle-orm";
import { createDatabase, runText } from "@db/client";
import { newId } from "@db/ids";
import { findMemberByEmail, insertMember } from "@server/access/queries/members";
import {
  allocations,
  auditEntries,
  companies,
  medias,
  messages,
  orders,
  paymentEvidence,
  payments,
  rewardCases,
  statementLines,
  statements,
  users,
} from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { ORDER_STATUSES, REWARD_STATES, SUBMITTABLE_METHODS } from "@db/vocabulary";
import { rewardStateOf } from "@server/orders/rules/reward-life";
import { judgeDueRewards } from "@server/orders/risk/judge";
import { createMemoryStorage } from "@server/files/storage/storage";
import { ACTIONS } from "@server/office/rules/activity/actions";
import { identityOf, newLines } from "@server/payments/rules/line-keys";
import { readStatement } from "@server/payments/statements/read-statement";
import { storedKey } from "@server/payments/statements/stored-key";
import { verifyDatabase } from "@server/verification/verify-database";
import { createPasswords } from "@server/access/sessions/passwords";
import { createSecrets } from "@server/platform/config/secrets";
import { DAY_MS } from "./calendar";
import { DEMO_COMPANIES, type DemoCompany, demoCompanyId } from "./companies";
import { companyHistory, DEMO_ADMIN } from "@ops/demo/history/company-history";
import { DEMO_MEMBER } from "@ops/demo/plan/plan-members";
import { DEMO_PASSWORD, refuseRealCompanies, seedDemo } from "./seed-demo";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { demoAccess } from "./demo-access";

const passwords = createPasswords();
const secrets = createSecrets("a secret of tests, thirty-two signs or more");
const needs = (database: Parameters<typeof seedDemo>[0]["database"]) => ({
  database,
  secrets,
  passwords,
  storage: createMemoryStorage(),
  logger: pino({ level: "silent" }),
});

const demoOf = (symbol: string): DemoCompany => {
  const found = DEMO_COMPANIES.find((demo) => demo.symbol === symbol);
  if (!found) throw new Error(`There is no demo company ${symbol}.`);
  return found;
};
const [RSGN, ...OTHERS] = DEMO_COMPANIES;
const FEW = [demoOf("GLC"), demoOf("NXT"), demoOf("ACW")];

/** Counts times per week before now, the latest week first. */
function byWeek(times: readonly Date[]): number[] {
  const weeks = Array.from({ length: 13 }, () => 0);
  for (const at of times) {
    const week = Math.floor((Date.now() - at.getTime()) / (7 * DAY_MS));
    weeks[week] = (weeks[week] ?? 0) + 1;
  }
  return weeks;
}

const countBy = <T>(values: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const faultsOf = async (database: TestDatabase) =>
  (await verifyDatabase(database.db)).companies.flatMap(({ faults }) => faults);

describe("the demo data", () => {
  let database: TestDatabase;
  let deps: ReturnType<typeof needs>;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    deps = needs(database);
    folder = await mkdtemp(path.join(tmpdir(), "prelaunch-demo-"));
    await seedDemo({ ...deps, statementFolder: folder });
    // The sweep does this in the running demo.
    await judgeDueRewards(deps);
    // Three months of ten companies: long on a busy machine.
  }, 120_000);
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await database.drop();
  });

  const membersOf = (demo = RSGN) =>
    database.db
      .select()
      .from(users)
      .where(sql`${users.companyId} = ${idOf(demo)} AND ${users.role} = 'USER'`);
  const ordersOf = (demo = RSGN) =>
    database.db
      .select()
      .from(orders)
      .where(eq(orders.companyId, idOf(demo)));
  const allocationsOf = (demo = RSGN) =>
    database.db
      .select()
      .from(allocations)
      .where(eq(allocations.companyId, idOf(demo)))
      .orderBy(allocations.sequence);
  const idOf = (demo: DemoCompany | undefined) => demoCompanyId(demo ?? demoOf("RSGN"));

  test("60 members of the first brand joined over three months", async () => {
    const members = await membersOf();
    expect(members).toHaveLength(60);
    const joined = byWeek(members.map(({ createdAt }) => createdAt));
    expect(joined.filter((count) => count > 0).length).toBeGreaterThan(8);
    const states = countBy(members.map(({ status, isApproved }) => `${status} ${isApproved}`));
    for (const state of ["ACTIVE true", "ACTIVE false", "INACTIVE true", "BLOCKED true"]) {
      expect(states.get(state), state).toBeGreaterThan(0);
    }
    expect(members.filter(({ deletedAt }) => deletedAt)).not.toEqual([]);
    expect(
      members.filter(({ name }) => /^\p{Script=Devanagari}/u.test(name)).length,
    ).toBeGreaterThan(3);
  });

  test("250 orders cover every status, varied amounts and methods, and the whole period", async () => {
    const found = await ordersOf();
    expect(found).toHaveLength(250);
    const states = countBy(found.map(({ status }) => status));
    for (const status of ORDER_STATUSES) expect(states.get(status), status).toBeGreaterThan(2);
    expect(states.get("PENDING")).toBeGreaterThan(15);
    const methods = countBy(found.map(({ paymentMethod }) => paymentMethod));
    for (const method of SUBMITTABLE_METHODS) expect(methods.get(method)).toBeGreaterThan(25);
    expect(new Set(found.map(({ amountPaise }) => amountPaise)).size).toBeGreaterThan(80);
    expect(new Set(found.map(({ priceMicroRupees }) => priceMicroRupees)).size).toBe(3);
    for (const made of byWeek(found.map(({ createdAt }) => createdAt)).slice(0, 11)) {
      expect(made).toBeGreaterThan(2);
    }
    // A late payment may have met another price; nothing waits long enough to give its tokens back.
    const flagged = new Set(found.flatMap(({ flags }) => flags));
    flagged.delete("QUOTE_ENDED");
    // An order of which the bank shows another sum still waits on some days.
    flagged.delete("BANK_SUM_DIFFERS");
    expect([...flagged].sort()).toEqual([
      "AMOUNT_DIFFERS",
      "LATE_PAYMENT",
      "REPEATED_PROOF",
      "UNUSUAL_REFERENCE",
    ]);
    // The list of flagged requests has a row.
    expect(found.some(({ status, flags }) => status === "PENDING" && flags.length > 0)).toBe(true);
    for (const { flags, presentPriceMicroRupees, priceMicroRupees } of found) {
      if (!flags.includes("QUOTE_ENDED")) expect(presentPriceMicroRupees).toBeNull();
      else expect(presentPriceMicroRupees).not.toBe(priceMicroRupees);
    }
  });

  test("referral trees have several branches and levels, and yield rewards", async () => {
    const members = await membersOf();
    const byId = new Map(members.map((member) => [member.id, member]));
    const invited = countBy(members.flatMap(({ referrerId }) => referrerId ?? []));
    expect([...invited.values()].filter((count) => count >= 2).length).toBeGreaterThan(5);
    const depthOf = (referrerId: string | null): number =>
      referrerId ? 1 + depthOf(byId.get(referrerId)?.referrerId ?? null) : 0;
    expect(Math.max(...members.map(({ referrerId }) => depthOf(referrerId)))).toBeGreaterThan(2);
    const rewards = (await allocationsOf()).filter(({ kind }) => kind === "REFERRAL");
    expect(new Set(rewards.map(({ memberId }) => memberId)).size).toBeGreaterThan(5);
  });

  test("rewards of the first brand are in every state, and the documented member's as well", async () => {
    const [asha] = await membersOf().then((all) =>
      all.filter(({ email }) => email === DEMO_MEMBER),
    );
    const rewarded = (await ordersOf()).flatMap((order) => {
      const state = rewardStateOf(order);
      return state === null ? [] : [{ ...order, state }];
    });
    for (const of of [rewarded, rewarded.filter(({ referrerId }) => referrerId === asha?.id)]) {
      const states = countBy(of.map(({ state }) => state));
      expect([...states.keys()].sort()).toEqual([...REWARD_STATES].sort());
      expect(of.some(({ rewardReason }) => rewardReason === "BY_ADMIN")).toBe(true);
    }
    const holds = new Set(rewarded.flatMap(({ rewardHeldBecause }) => rewardHeldBecause));
    expect([...holds].sort()).toEqual(["DAYS", "RISK", "UNVERIFIED"]);
  });

  test("the rules of risk that compare members hold rewards of the first brand", async () => {
    const cases = await database.db.select().from(rewardCases);
    const byRule = countBy(cases.flatMap(({ reasons }) => reasons.map(({ rule }) => rule)));
    expect([...byRule.keys()].sort()).toEqual([
      "DISPOSABLE_EMAIL",
      "EMAIL_ALIAS",
      "SHARED_IDENTITY",
      "SHARED_WALLET",
    ]);
    const states = new Map((await ordersOf()).map((order) => [order.id, rewardStateOf(order)]));
    const waiting = countBy(cases.map(({ orderId }) => states.get(orderId)));
    expect([...waiting.keys()].sort()).toEqual(["ON_HOLD", "PROMISED"]);
  });

  test("each link of the first brand was opened as often as somebody joined by it, or more", async () => {
    const rows = await runText<{ tag: string; clicks: string; joined: string }>(
      database.db,
      `SELECT tag, sum(clicks) AS clicks, sum(joined) AS joined
         FROM (SELECT company_id, member_id, tag, clicks, 0 AS joined FROM referral_clicks
               UNION ALL SELECT company_id, referrer_id, coalesce(referral_tag, ''), 0, 1 FROM users
               WHERE referrer_id IS NOT NULL) AS way
        WHERE company_id = $1 GROUP BY member_id, tag`,
      [idOf(RSGN)],
    );
    expect(new Set(rows.map(({ tag }) => tag)).size).toBe(5);
    for (const { clicks, joined } of rows) {
      expect(Number(clicks)).toBeGreaterThanOrEqual(Number(joined));
    }
  });

  test("every other brand has dozens of members and orders, and an order of each status but open", async () => {
    for (const demo of OTHERS) {
      expect((await membersOf(demo)).length).toBe(24);
      const states = countBy((await ordersOf(demo)).map(({ status }) => status));
      for (const status of ORDER_STATUSES.filter((one) => one !== "OPEN")) {
        expect(states.get(status), `${demo.symbol} ${status}`).toBeGreaterThan(0);
      }
    }
  });

  test("pools, chains and orders agree in every company", async () => {
    expect(await faultsOf(database)).toEqual([]);
  });

  test("an allocation has the time of its decision, and the chain is chronological", async () => {
    const byId = new Map((await ordersOf()).map((order) => [order.id, order]));
    const chain = await allocationsOf();
    expect(chain.length).toBeGreaterThan(200);
    for (const [index, { kind, orderId, createdAt }] of chain.entries()) {
      const order = byId.get(orderId);
      if (kind === "REVERSAL") expect(createdAt).toEqual(order?.reversedAt);
      else if (kind === "PURCHASE") expect(createdAt).toEqual(order?.decidedAt);
      else expect(createdAt.getTime()).toBeGreaterThanOrEqual(order?.decidedAt?.getTime() ?? 0);
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(
        chain[index - 1]?.createdAt.getTime() ?? 0,
      );
    }
  });

  test("the audit log has every step of every order, with actions that the screens know", async () => {
    const found = new Map((await ordersOf()).map((order) => [order.id, order]));
    const entries = await database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.companyId, idOf(RSGN)))
      .orderBy(auditEntries.createdAt, auditEntries.id);
    const known = new Set<string>(Object.values(ACTIONS).flat());
    const last = new Map<string, (typeof entries)[number]>();
    const decidedRewards = new Map<string, Date>();
    for (const entry of entries) {
      expect(known).toContain(entry.action);
      expect(entry.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
      if (entry.subjectType !== "order") continue;
      // A reward that is released or withdrawn leaves the order's state as it is.
      if (entry.action.startsWith("reward.")) {
        decidedRewards.set(entry.subjectId, entry.createdAt);
        continue;
      }
      const before = last.get(entry.subjectId)?.after;
      if (before) expect(entry.before).toEqual({ status: statusIn(before) });
      else expect(entry.action).toBe("order.created");
      last.set(entry.subjectId, entry);
    }
    expect(last.size).toBe(found.size);
    for (const [id, { after, createdAt }] of last) {
      expect(statusIn(after)).toBe(found.get(id)?.status);
      const rewardedAt = decidedRewards.get(id);
      const newest = rewardedAt && rewardedAt > createdAt ? rewardedAt : createdAt;
      expect(newest).toEqual(found.get(id)?.updatedAt);
    }
    const joined = entries.filter(({ action }) => action === "member.registered");
    expect(joined).toHaveLength(60);
  });

  test("three bank statements of the first brand's month are matched as its orders are, and a fourth waits", async () => {
    const { db } = database;
    const stored = await db.select().from(statements).orderBy(statements.createdAt);
    expect(stored.map(({ companyId }) => companyId)).toEqual(Array(3).fill(idOf(RSGN)));
    const lines = await db.select().from(statementLines);
    expect(lines.length).toBe(stored.reduce((sum, { rowCount }) => sum + rowCount, 0));
    expect(lines.some(({ side }) => side === "DEBIT")).toBe(true);
    const shown = await db
      .select({ line: statementLines, payment: payments, decidedAt: paymentEvidence.decidedAt })
      .from(paymentEvidence)
      .innerJoin(payments, eq(payments.id, paymentEvidence.paymentId))
      .innerJoin(statementLines, eq(statementLines.id, paymentEvidence.lineId));
    expect(shown).toHaveLength(lines.filter(({ side }) => side === "CREDIT").length);
    const states = countBy<string>(shown.map(({ payment: { status } }) => status));
    expect(states.get("CONFIRMED")).toBeGreaterThan(30);
    for (const state of ["PUT_AWAY", "UNALLOCATED"]) {
      expect(states.get(state), state).toBeGreaterThan(2);
    }
    const byId = new Map((await ordersOf()).map((order) => [order.id, order]));
    for (const { line, payment, decidedAt } of shown) {
      expect(decidedAt !== null).toBe(["CONFIRMED", "PUT_AWAY"].includes(payment.status));
      if (payment.status !== "CONFIRMED" || payment.orderId === null) continue;
      const order = byId.get(payment.orderId);
      expect(["APPROVED", "REVERSED"]).toContain(order?.status);
      expect(line.amountPaise).toBe(order?.totalPaise);
    }
    // The file has the newest days of this account in the bank's layout; some of its entries are
    // known.
    const [name = ""] = await readdir(folder);
    expect(name).toMatch(/^rsgn-statement-.*\.csv$/);
    const read = readStatement(await readFile(path.join(folder, name)));
    expect(read).toMatchObject({ bank: "HDFC Bank", unread: [] });
    const known = lines.map((line) => ({ ...line, key: line.lineKey }));
    const ofFile = read.rows.map((row) => {
      const identity = identityOf(row);
      return { ...identity, key: storedKey(identity.key) };
    });
    const fresh = newLines([ofFile], known).length;
    expect(ofFile.length - fresh).toBeGreaterThan(3);
    expect(fresh).toBeGreaterThan(3);
    const newest = Math.max(...stored.map(({ createdAt }) => createdAt.getTime()));
    expect(newest).toBeLessThan(Date.now());
  });

  test("every proof is stored; proofs of pending orders show their own payment", async () => {
    const files = await database.db.select().from(medias);
    for (const { storageKey, sizeBytes } of files) {
      expect((await deps.storage.get(storageKey))?.length).toBe(sizeBytes);
    }
    const byId = new Map(files.map((file) => [file.id, file]));
    const waiting = (await ordersOf()).filter(({ status }) => status === "PENDING");
    const proofs = waiting.flatMap(({ proofMediaId, flags }) =>
      proofMediaId && !flags.includes("REPEATED_PROOF") ? (byId.get(proofMediaId) ?? []) : [],
    );
    expect(proofs.length).toBeGreaterThan(8);
    expect(new Set(proofs.map(({ storageKey }) => storageKey)).size).toBe(proofs.length);
  });

  test("exactly the orders with a repeated proof are flagged", async () => {
    const wrong = await runText(
      database.db,
      `SELECT order_number FROM orders JOIN medias own ON own.id = orders.proof_media_id
        WHERE (flags ? 'REPEATED_PROOF') <> EXISTS (
          SELECT 1 FROM orders o JOIN medias other ON other.id = o.proof_media_id
           WHERE o.company_id = orders.company_id AND o.id <> orders.id
             AND other.sha256 = own.sha256 AND o.submitted_at < orders.submitted_at)`,
      [],
    );
    expect(wrong).toHaveLength(0);
  });

  test("all people are sample data, and the documented accounts have the documented password", async () => {
    const people = await database.db.select().from(users);
    for (const { email, mobile } of people) {
      expect(email).toMatch(/@(member|company)\.example$|@deleted\.invalid$|@mailinator\.com$/);
      expect(mobile).toMatch(/^(\+9190000\d{5})?$/);
    }
    for (const demo of DEMO_COMPANIES) {
      for (const email of [DEMO_MEMBER, DEMO_ADMIN]) {
        const person = await findMemberByEmail(database.db, idOf(demo), email);
        expect(person?.passwordHash, `${demo.symbol} ${email}`).toBeTruthy();
        if (demo !== RSGN) continue;
        expect(await passwords.verify(person?.passwordHash ?? "", DEMO_PASSWORD)).toBe(true);
      }
    }
  });

  test("no message is sent for the history", async () => {
    expect(await database.db.$count(messages)).toBe(0);
  });

  test("a second start of the demo changes no row", async () => {
    const before = await totals(database);
    const hashes = { ...passwords, hash: () => Promise.reject(new Error("There is no need.")) };
    await seedDemo({ ...deps, passwords: hashes });
    expect(await totals(database)).toEqual(before);
  });
});

const statusIn = (side: unknown): unknown =>
  typeof side === "object" && side !== null && "status" in side ? side.status : null;

async function totals({ db }: TestDatabase): Promise<number[]> {
  const tables = [companies, users, orders, allocations, auditEntries, medias];
  return Promise.all(tables.map((table) => db.$count(table)));
}

describe("an interrupted start", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  test("an interrupted seeding is completed by the next start, without duplicates", async () => {
    // The server drops the connection while the second company is seeded, as when the process is
    // killed.
    const second = demoCompanyId(FEW[1] ?? demoOf("NXT"));
    await runText(
      database.db,
      `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`,
      [],
    );
    await runText(
      database.db,
      `CREATE TRIGGER cut BEFORE INSERT ON allocations FOR EACH ROW
       WHEN (NEW.company_id = '${second}' AND NEW.sequence = 20) EXECUTE FUNCTION cut()`,
      [],
    );
    await expect(seedDemo(needs(database), FEW)).rejects.toThrow();
    const whole = await database.db.select({ id: companies.id }).from(companies);
    expect(whole).toEqual([{ id: demoCompanyId(FEW[0] ?? demoOf("GLC")) }]);

    await runText(database.db, "DROP TRIGGER cut ON allocations", []);
    const instances = [database, createDatabase({ url: database.url, max: 2 })];
    await Promise.all(instances.map((instance) => seedDemo(needs(instance), FEW)));
    await instances[1]?.close();
    // Every company has two admins.
    const sum = (of: "members" | "orders") => FEW.reduce((all, demo) => all + demo[of], 0);
    const [made, people, bought] = await totals(database);
    expect([made, people, bought]).toEqual([3, sum("members") + 2 * FEW.length, sum("orders")]);
    expect(await faultsOf(database)).toEqual([]);
  });
});

test("the demo refuses a database with other companies, and does not change it", async () => {
  const database = await testDatabase();
  const id = newId();
  await database.db.insert(companies).values({
    id,
    name: "Own",
    email: "own@own.example",
    mobile: "+919000000003",
    tokenName: "Own",
    tokenSymbol: "OWN",
    totalSupply: 1000,
  });
  await insertMember(database.db, {
    companyId: id,
    id: newId(),
    role: "ADMIN",
    name: "Own Admin",
    email: "admin@own.example",
    mobile: "+919000000004",
    referralCode: "OWN1",
  });
  for (const demo of [
    () => seedDemo(needs(database), FEW),
    () => refuseRealCompanies(database.db),
  ]) {
    await expect(demo()).rejects.toThrow("companies that are not of the demo");
  }
  expect((await totals(database)).slice(0, 2)).toEqual([1, 1]);
  await database.drop();
});

test("a company's history is deterministic for the same seed and time", () => {
  const ctx = {
    now: new Date("2026-11-21T12:00:00Z"),
    secrets: { encrypt: () => "sealed", decrypt: () => "AAACP1234C" },
    passwordHash: "hash",
    superAdminId: newId(),
  };
  const demo = demoOf("MASP");
  expect(companyHistory(demo, ctx)).toEqual(companyHistory(demo, ctx));
  const later = { ...ctx, now: new Date("2027-02-03T20:15:00Z") };
  expect(companyHistory(demo, later).orders.orders).toHaveLength(demo.orders);
});

/**
 * Number of the other lines: four of npm, one for each of two steps of the preparation, one with
 * the address.
 */
const OTHER_LINES = 4 + 2 + 1;

test("npm run demo prints at most 15 lines, with every login and every brand", () => {
  const lines = demoAccess({ appOrigin: "http://localhost:3000", dataDir: "/data/demo" });
  expect(lines.length + OTHER_LINES).toBeLessThanOrEqual(15);
  const text = lines.join("\n");
  for (const person of [
    DEMO_MEMBER,
    "admin@company.example",
    "second@company.example",
    "super@platform.example",
  ])
    expect(text).toContain(person);
  expect(text).toContain(DEMO_PASSWORD);
  expect(text).toContain("http://rsgn.localhost:3000");
  for (const { symbol } of BUILT_IN_BRANDS)
    expect(text).toMatch(new RegExp(`\\b${symbol.toLowerCase()}\\b`));
});
