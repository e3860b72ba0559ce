import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import type { ExportCursor } from "@server/office/contracts/exports";
import { HOLDER_SORTS } from "@db/vocabulary";
import { MOST_SORTED } from "@server/platform/queries/list";
import type { Holder } from "@server/office/contracts/holders";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let api: Caller;
let referrer: Person;
let buyer: Person;
let other: Person;

const DAY_MS = 86_400_000;
const day = (ago: number) => dateInIndia(new Date(Date.now() - ago * DAY_MS));

/** Approves a purchase of the member; returns its id. */
async function bought(member: Person): Promise<string> {
  const { transaction } = await submittedPayment(company, member);
  await api.orders.approve({ orderId: transaction.id });
  return transaction.id;
}

/** Moves what exists of the company's ledger and payments so many days into the past. */
const age = async (days: number) => {
  await harness.database.sql`ALTER TABLE allocations DISABLE TRIGGER USER`;
  await harness.database.db.execute(sql`
    UPDATE allocations SET created_at = created_at - make_interval(days => ${days}::int) WHERE company_id = ${company.id}`);
  await harness.database.db.execute(sql`
    UPDATE payment_applications SET created_at = created_at - make_interval(days => ${days}::int),
        ended_at = ended_at - make_interval(days => ${days}::int) WHERE company_id = ${company.id}`);
  await harness.database.sql`ALTER TABLE allocations ENABLE TRIGGER USER`;
};

const sumOf = (records: readonly Holder[], of: "bought" | "rewards" | "paidPaise") =>
  records.reduce((sum, one) => sum + one[of], 0);

beforeAll(async () => {
  company = await harness.company();
  api = await company.as(company.admin);
  referrer = await company.member({ name: "Referrer Rao" });
  buyer = await company.member({ name: "Buyer Bose", referrerId: referrer.id, isApproved: false });
  other = await company.member({ name: "Other Oza" });
  await bought(buyer);
  const reversed = await bought(other);
  await sealAll({
    database: harness.database,
    key: signingKey(Buffer.alloc(32, 1).toString("base64")),
  });
  await age(2);
  await api.orders.reverse({ orderId: reversed, reason: "A mistake" });
  await bought(buyer);
});

describe("the holders' register", () => {
  test("the register's sums are those of the ledger and the payments, today and on a past day", async () => {
    for (const on of [undefined, day(0), day(1), day(2)]) {
      const list = await api.holders.list({ limit: 100, ...(on && { on }) });
      expect(list.sums.bought + list.sums.rewards).toBe(list.ledger.tokens);
      for (const of of ["bought", "rewards", "paidPaise"] as const) {
        expect(sumOf(list.records, of)).toBe(list.sums[of]);
      }
    }
    const { sums } = await api.holders.list({});
    const { rows } = await harness.database.db.execute<Record<string, string>>(sql`
      SELECT (SELECT allocated FROM supplies WHERE company_id = ${company.id} AND pool = 'REFERRAL') AS allocated,
             (SELECT sum(rewards) FROM holdings WHERE company_id = ${company.id}) AS rewards,
             (SELECT sum(applied_paise) FROM payments WHERE company_id = ${company.id}) AS paid`);
    expect(sums).toEqual({
      bought: Number(rows[0]?.["allocated"]) - Number(rows[0]?.["rewards"]),
      rewards: Number(rows[0]?.["rewards"]),
      paidPaise: Number(rows[0]?.["paid"]),
    });
    expect(sums.rewards).toBeGreaterThan(0);
  });

  test("a day shows what was held at its end: a purchase that was reversed later, and not one from later", async () => {
    const now = await api.holders.list({ sort: "name", isDescending: false });
    expect(now.records.map(({ name }) => name)).toEqual(["Buyer Bose", "Referrer Rao"]);
    const then = await api.holders.list({ on: day(2), sort: "name", isDescending: false });
    expect(then.records.map(({ name }) => name)).toEqual([
      "Buyer Bose",
      "Other Oza",
      "Referrer Rao",
    ]);
    const [present] = now.records;
    expect(then.records[0]).toMatchObject({
      bought: Number(present?.bought) / 2,
      paidPaise: Number(present?.paidPaise) / 2,
      isApproved: false,
      referrer: { name: "Referrer Rao" },
    });
    expect(present?.firstAt?.slice(0, 10)).not.toBe(present?.lastAt?.slice(0, 10));
    expect(then.records[0]?.lastAt).toBe(present?.firstAt);
    expect(now.records[1]).toMatchObject({ bought: 0, paidPaise: 0, firstAt: null });
    // A day to come ends now.
    expect((await api.holders.list({ on: "2999-01-01" })).sums).toEqual(now.sums);
  });

  test("a day before the first sale has an empty register, and a text that is no day is refused", async () => {
    const empty = await api.holders.list({ on: "1999-12-31" });
    expect(empty).toMatchObject({
      records: [],
      total: 0,
      lastPage: 1,
      checkpoint: null,
      ledger: { entries: 0, tokens: 0 },
    });
    for (const on of ["2026-02-30", "yesterday", "0000-01-01", "1' OR '1"]) {
      expect(await resultCode(api.holders.list({ on }))).toBe("FIELD_INVALID");
    }
  });

  test(
    "the register is sorted by every column, searched and filtered",
    { tags: ["full"] },
    async () => {
      for (const sort of HOLDER_SORTS) {
        const [up, down] = await Promise.all(
          [false, true].map((isDescending) => api.holders.list({ sort, isDescending })),
        );
        expect(down?.total).toBe(2);
        if (sort === "tokens") expect(up?.records).toEqual(down?.records.toReversed());
      }
      const names = async (input: Parameters<Caller["holders"]["list"]>[0]) =>
        (await api.holders.list(input)).records.map(({ name }) => name);
      expect(await names({ search: "bose" })).toEqual(["Buyer Bose"]);
      expect(await names({ isApproved: true })).toEqual(["Referrer Rao"]);
      expect(await names({ hasWallet: true })).toEqual([]);
      expect(await names({ limit: 1, page: 2, sort: "name", isDescending: false })).toEqual([
        "Referrer Rao",
      ]);
    },
  );

  test(
    "a list of more members than are sorted by every column is sorted by its tokens",
    { tags: ["full"] },
    async () => {
      const large = await harness.company();
      const [first] = [await large.member({ name: "First" })];
      await (
        await large.as(large.admin)
      ).orders.approve({
        orderId: (await submittedPayment(large, first)).transaction.id,
      });
      await harness.database.db.execute(sql`
      WITH many AS (
        INSERT INTO users (company_id, id, role, name, email, mobile, referral_code)
        SELECT ${large.id}, gen_random_uuid(), 'USER', 'Aa', gen_random_uuid() || '@many.example', '+919876500000',
               'X' || gen_random_uuid() FROM generate_series(1, ${MOST_SORTED}) RETURNING id)
      INSERT INTO holdings (company_id, member_id, tokens, rewards, allocations, purchases, latest)
      SELECT ${large.id}, id, 1, 0, 1, 1, 1 FROM many`);
      const theirs = await large.as(large.admin);
      const long = await theirs.holders.list({ sort: "name", isDescending: true, limit: 5 });
      expect([long.isSorted, long.total, long.records[0]?.name]).toEqual([
        false,
        MOST_SORTED + 1,
        "First",
      ]);
      // The tokens that no allocation explains are told.
      expect(long.sums.bought).toBe(long.ledger.tokens + MOST_SORTED);
      const found = await theirs.holders.list({ sort: "name", search: "first" });
      expect([found.isSorted, found.total]).toEqual([true, 1]);
    },
  );

  test("a past day names the first checkpoint over its entries, and entries since the last one name none", async () => {
    const past = await api.holders.list({ on: day(2) });
    expect(past.checkpoint).toMatchObject({ number: 1, size: past.ledger.entries });
    const now = await api.holders.list({});
    expect(now.ledger.entries).toBeGreaterThan(past.ledger.entries);
    expect(now.checkpoint).toBeNull();
  });

  test("an export has the register's rows as of one moment, recorded once", async () => {
    const all = async (input: { on?: string; search?: string }) => {
      const rows: Holder[] = [];
      let after: ExportCursor | null = null;
      do {
        const piece: Awaited<ReturnType<Caller["exports"]["holders"]>> = await api.exports.holders({
          ...input,
          ...(after && { after }),
        });
        rows.push(...piece.records);
        after = piece.next;
      } while (after);
      return rows;
    };
    const byId = (rows: readonly Holder[]) => rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    for (const input of [{}, { on: day(2) }, { search: "bose" }]) {
      expect(await all(input)).toEqual(byId((await api.holders.list({ ...input })).records));
    }
    // More members than a piece has: those without tokens at the moment leave pieces shorter.
    await harness.database.db.execute(sql`
      INSERT INTO holdings (company_id, member_id, tokens, rewards, allocations, purchases, latest)
      SELECT company_id, id, 0, 0, 1, 0, 1 FROM users WHERE company_id = ${company.id}
      ON CONFLICT DO NOTHING`);
    expect(await all({})).toHaveLength(2);
    const { records } = await api.activity.list({ action: "export", limit: 100 });
    expect(records.map(({ action }) => action)).toEqual(Array(4).fill("export.holders"));
  });

  test("another company's admin, a member and nobody see no register of the company", async () => {
    const strangers = await (await harness.company()).as(null);
    expect(await resultCode(strangers.holders.list({}))).toBe("NOT_SIGNED_IN");
    expect(await resultCode((await company.as(buyer)).holders.list({}))).toBe("WRONG_ROLE");
    const elsewhere = await harness.company();
    const theirs = await elsewhere.as(elsewhere.admin);
    expect(await theirs.holders.list({ search: "bose" })).toMatchObject({ total: 0, records: [] });
    expect((await theirs.exports.holders({})).records).toEqual([]);
  });
});
