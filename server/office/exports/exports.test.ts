import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "@db/ids";
import { users } from "@db/schema";
import {
  EXPORT_PIECE,
  type ExportCursor,
  type ExportPiece,
} from "@server/office/contracts/exports";
import type { Caller } from "@server/http/router";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { confirmedAccounts } from "@server/testing/second-admin";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let other: CompanyFixture;

beforeAll(async () => {
  company = await harness.company();
  other = await harness.company();
});

/** All rows, piece by piece. */
async function all<Row>(read: (after?: ExportCursor) => Promise<ExportPiece<Row>>) {
  const rows: Row[] = [];
  let next: ExportCursor | null = null;
  do {
    const piece: ExportPiece<Row> = await read(next ?? undefined);
    expect(piece.records.length).toBeLessThanOrEqual(EXPORT_PIECE);
    rows.push(...piece.records);
    next = piece.next;
  } while (next);
  return rows;
}

const crowd = (companyId: string, count: number, code: string) =>
  harness.database.db.execute(sql`
    INSERT INTO ${users} (company_id, id, role, name, email, mobile, referral_code, is_approved, created_at)
    SELECT ${companyId}, gen_random_uuid(), 'USER', 'Crowd ' || n, ${code} || n || '@crowd.example',
      '+9190000' || lpad(n::text, 5, '0'), ${code} || n, n % 2 = 0,
      now() - make_interval(secs => n / 3)
    FROM generate_series(1, ${count}::int) AS n`);

describe("an export", () => {
  test(
    "an export of twenty thousand rows has each row once and in order, even while others are added",
    { tags: ["full"] },
    async () => {
      await crowd(company.id, 20_000, "C");
      const adminApi = await company.as(company.admin);
      let pieces = 0;
      const rows = await all(async (after) => {
        if ((pieces += 1) === 5) await company.member({ name: "Latecomer" });
        return adminApi.exports.members({ role: "USER", ...(after && { after }) });
      });
      expect(rows).toHaveLength(20_000);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(20_000);
      const moments = rows.map(({ createdAt }) => createdAt);
      expect(moments).toEqual(moments.toSorted().toReversed());
      const verified = await all((after) =>
        adminApi.exports.members({ search: "crowd", isApproved: true, ...(after && { after }) }),
      );
      expect(verified).toHaveLength(10_000);
      expect(verified.every(({ isApproved }) => isApproved)).toBe(true);
    },
  );

  test("an export contains the same rows as the screen with the same filters", async () => {
    const seller = await harness.company();
    const member = await seller.member({ name: "Filter Rao" });
    const plain = await submittedPayment(seller, member);
    const odd = await submittedPayment(seller, await seller.member(), { paidAmount: "9" });
    const adminApi = await seller.as(seller.admin);
    await adminApi.orders.reject({ orderId: odd.transaction.id, reason: "x" });
    for (const filter of [
      {},
      { status: "PENDING" as const },
      { status: "REJECTED" as const },
      { isFlagged: true },
      { method: "UPI" as const },
      { least: "1", most: "100000", from: "2020-01-01", to: "2999-12-31" },
      { most: "1" },
      { search: "filter rao" },
      { search: plain.order.orderNumber },
    ]) {
      const { records } = await adminApi.orders.sorted({
        ...filter,
        sort: "date" as const,
        isDescending: true,
        limit: 100,
      });
      expect(
        await all((after) => adminApi.exports.orders({ ...filter, ...(after && { after }) })),
      ).toEqual(records.map(({ waitingApproval: _ofTheScreen, line: _too, ...record }) => record));
    }
    const lines = await adminApi.activity.list({ action: "order", limit: 100 });
    expect(
      await all((after) => adminApi.exports.activity({ action: "order", ...(after && { after }) })),
    ).toEqual(lines.records);

    await adminApi.beneficiaries.add({ upi: "export@bank" });
    const platform = await harness.superAdmin();
    const companyId = seller.id;
    const only = { companyId, limit: 100 };
    const ofOne = <Row>(
      read: (input: { companyId: string; after?: ExportCursor }) => Promise<ExportPiece<Row>>,
    ) => all((after) => read({ companyId, ...(after && { after }) }));
    expect(await ofOne((input) => platform.exports.allOrders(input))).toEqual(
      (await platform.orders.listAll(only)).records,
    );
    expect(await ofOne((input) => platform.exports.allBeneficiaries(input))).toEqual(
      (await platform.beneficiaries.listAll(only)).records,
    );
    const houses = await platform.companies.list({ search: "House", limit: 100 });
    expect(
      await all((after) =>
        platform.exports.companies({ search: "House", ...(after && { after }) }),
      ),
    ).toEqual(houses.records);
  });

  test("an export refuses an invalid cursor", async () => {
    const adminApi = await company.as(company.admin);
    const from = (after: ExportCursor) => resultCode(adminApi.exports.members({ after }));
    const own = { id: company.admin.id, signature: "1.x" };
    for (const at of [-1, 0.5, NaN, Number.MAX_VALUE]) {
      expect(await from({ ...own, at })).toBe("FIELD_INVALID");
    }
    expect(await from({ ...own, at: 1, signature: "x".repeat(201) })).toBe("FIELD_INVALID");
    expect(await from({ ...own, at: 1, id: "x" })).toBe("BAD_ID");
  });

  test(
    "an export continues only from a cursor of its own last hour: none is read without an entry",
    { tags: ["full"] },
    async () => {
      const seller = await harness.company();
      await crowd(seller.id, EXPORT_PIECE * 2, "S");
      const adminApi = await seller.as(seller.admin);
      const entries = async () => (await adminApi.activity.list({ action: "export" })).total;
      const madeUp = { at: Number.MAX_SAFE_INTEGER, id: newId() };
      for (const signature of ["", ".", `${Number.MAX_SAFE_INTEGER}.${"0".repeat(64)}`]) {
        const after = { ...madeUp, signature };
        expect(await resultCode(adminApi.exports.members({ after }))).toBe("FIELD_INVALID");
      }
      expect(await entries()).toBe(0);

      const { next } = await adminApi.exports.members({ search: "crowd" });
      if (!next) throw new Error("There is one piece only.");
      const from = (after: ExportCursor, search = "crowd", api = adminApi) =>
        resultCode(api.exports.members({ search, after }));
      const colleague = await seller.as(await seller.member({ role: "ADMIN" }));
      // Another place, filter, table or person
      expect(await from({ ...next, at: next.at + 1 })).toBe("FIELD_INVALID");
      expect(await from({ ...next, id: newId() })).toBe("FIELD_INVALID");
      expect(await from(next, "")).toBe("FIELD_INVALID");
      expect(await resultCode(adminApi.exports.activity({ search: "crowd", after: next }))).toBe(
        "FIELD_INVALID",
      );
      expect(await from(next, "crowd", colleague)).toBe("FIELD_INVALID");
      expect(await from(next)).toBe("ok");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
      try {
        expect(await from(next)).toBe("FIELD_INVALID");
      } finally {
        vi.useRealTimers();
      }
      expect(await entries()).toBe(1);
    },
  );
});

describe("exports are available only to those who may see the list", () => {
  const ADMIN: [string, (api: Caller) => Promise<ExportPiece<unknown>>][] = [
    ["orders", (api) => api.exports.orders({})],
    ["members", (api) => api.exports.members({})],
    ["activity", (api) => api.exports.activity({})],
    ["rewards", (api) => api.exports.rewards({})],
    ["beneficiaries", (api) => api.exports.beneficiaries()],
  ];
  const PLATFORM: [string, (api: Caller) => Promise<ExportPiece<unknown>>][] = [
    ["allOrders", (api) => api.exports.allOrders({})],
    ["allBeneficiaries", (api) => api.exports.allBeneficiaries({})],
    ["companies", (api) => api.exports.companies({})],
  ];

  test.each([...ADMIN, ...PLATFORM])(
    "exports.%s is refused to a member and without a session",
    async (_name, read) => {
      const member = await company.member();
      expect(await resultCode(read(await company.as(member)))).toBe("WRONG_ROLE");
      expect(await resultCode(read(await company.as(null)))).toBe("NOT_SIGNED_IN");
    },
  );

  test.each(PLATFORM)("exports.%s is refused to a company's admin", async (_name, read) => {
    expect(await resultCode(read(await company.as(company.admin)))).toBe("WRONG_ROLE");
  });

  test.each(ADMIN)(
    "exports.%s gives another company's admin their own rows only",
    { tags: ["full"] },
    async (_name, read) => {
      const referrerId = (await company.member()).id;
      await submittedPayment(company, await company.member({ referrerId }));
      const accounts = await confirmedAccounts(company);
      await accounts.add({ upi: `a${newId().slice(-9)}@bank` });
      const theirs = await read(await other.as(other.admin));
      const text = JSON.stringify(theirs);
      const own = await read(await company.as(company.admin));
      expect(own.records.length).toBeGreaterThan(0);
      for (const row of own.records as { id: string }[]) expect(text).not.toContain(row.id);
    },
  );
});

describe("exports are logged", () => {
  const taken = async (seller: CompanyFixture) => {
    const adminApi = await seller.as(seller.admin);
    const { records } = await adminApi.activity.list({ action: "export", limit: 100 });
    return records.map(({ action, actor, changes }) => ({
      action,
      actor: actor.kind,
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    }));
  };

  test(
    "an export is recorded once, with actor, table, filter and number of rows",
    { tags: ["full"] },
    async () => {
      const seller = await harness.company();
      await crowd(seller.id, 1200, "T");
      await submittedPayment(seller, await seller.member());
      const adminApi = await seller.as(seller.admin);
      // Three pieces are one export.
      expect(
        await all((after) =>
          adminApi.exports.members({ search: "crowd", ...(after && { after }) }),
        ),
      ).toHaveLength(1200);
      await adminApi.exports.orders({
        status: "PENDING",
        method: "UPI",
        isFlagged: true,
        search: "",
      });
      await adminApi.exports.activity({
        action: "order.submitted",
        actor: "USER",
        from: "2020-01-01",
      });
      const added = await adminApi.beneficiaries.add({ upi: "taken@bank" });
      expect((await adminApi.exports.beneficiaries()).records).toMatchObject([{ id: added.id }]);
      await (await harness.superAdmin()).exports.allOrders({ companyId: seller.id });
      expect(await taken(seller)).toEqual([
        { action: "export.orders", actor: "PLATFORM", after: { rows: 1 } },
        { action: "export.beneficiaries", actor: "ADMIN", after: { rows: 1 } },
        {
          action: "export.activity",
          actor: "ADMIN",
          after: { rows: 1, action: "order.submitted", actor: "USER", from: "2020-01-01" },
        },
        {
          action: "export.orders",
          actor: "ADMIN",
          after: { rows: 0, status: "PENDING", method: "UPI", isFlagged: true },
        },
        { action: "export.members", actor: "ADMIN", after: { rows: 1200, search: "crowd" } },
      ]);
      expect(await taken(other)).not.toContainEqual(expect.objectContaining({ actor: "PLATFORM" }));
    },
  );

  test("an export accepts an unknown company, and logs nothing when refused", async () => {
    const platform = await harness.superAdmin();
    const nowhere = await platform.exports.allOrders({ companyId: newId() });
    expect(nowhere).toEqual({ records: [], next: null });
    const seller = await harness.company();
    await resultCode((await seller.as(await seller.member())).exports.members({}));
    await resultCode((await seller.as(null)).exports.orders({}));
    expect(await taken(seller)).toEqual([]);
  });
});
