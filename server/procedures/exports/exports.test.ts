import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { users } from "@db/schema";
import { EXPORT_PIECE, type ExportCursor, type ExportPiece } from "@server/contracts/exports";
import type { Caller } from "@server/procedures/router";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  submittedPayment,
} from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;
let other: House;

beforeAll(async () => {
  world = await moneyWorld();
  house = await world.house();
  other = await world.house();
});
afterAll(() => world.close());

/** Everything, piece by piece. */
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
  world.database.db.execute(sql`
    INSERT INTO ${users} (company_id, id, role, name, email, mobile, referral_code, is_approved, created_at)
    SELECT ${companyId}, gen_random_uuid(), 'USER', 'Crowd ' || n, ${code} || n || '@crowd.example',
      '+9190000' || lpad(n::text, 5, '0'), ${code} || n, n % 2 = 0,
      now() - make_interval(secs => n / 3)
    FROM generate_series(1, ${count}::int) AS n`);

describe("a whole list", () => {
  test("of twenty thousand has each row once and in order, also while others are added", async () => {
    await crowd(house.id, 20_000, "C");
    const desk = await house.as(house.admin);
    let pieces = 0;
    const rows = await all(async (after) => {
      if ((pieces += 1) === 5) await house.member({ name: "Latecomer" });
      return desk.exports.members({ role: "USER", ...(after && { after }) });
    });
    expect(rows).toHaveLength(20_000);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(20_000);
    const moments = rows.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const verified = await all((after) =>
      desk.exports.members({ search: "crowd", isApproved: true, ...(after && { after }) }),
    );
    expect(verified).toHaveLength(10_000);
    expect(verified.every(({ isApproved }) => isApproved)).toBe(true);
  });

  test("has what the screen's filters have, and nothing else", async () => {
    const seller = await world.house();
    const member = await seller.member({ name: "Filter Rao" });
    const plain = await submittedPayment(seller, member);
    const odd = await submittedPayment(seller, await seller.member(), { paidAmount: "9" });
    const desk = await seller.as(seller.admin);
    await desk.orders.reject({ orderId: odd.transaction.id, reason: "x" });
    for (const filter of [
      {},
      { status: "PENDING" as const },
      { status: "REJECTED" as const },
      { isFlagged: true },
      { method: "UPI" as const },
      { search: "filter rao" },
      { search: plain.order.orderNumber },
    ]) {
      const { records } = await desk.orders.list({ ...filter, limit: 100 });
      expect(
        await all((after) => desk.exports.orders({ ...filter, ...(after && { after }) })),
      ).toEqual(records);
    }
    const lines = await desk.activity.list({ action: "order", limit: 100 });
    expect(
      await all((after) => desk.exports.activity({ action: "order", ...(after && { after }) })),
    ).toEqual(lines.records);

    await desk.beneficiaries.add({ upi: "export@bank" });
    const platform = await world.superAdmin();
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

  test("a piece that begins at nonsense is refused", async () => {
    const desk = await house.as(house.admin);
    const id = house.admin.id;
    const from = (at: number) => outcome(desk.exports.members({ after: { at, id } }));
    for (const at of [-1, 0.5, NaN, Number.MAX_VALUE]) expect(await from(at)).toBe("FIELD_INVALID");
    expect(await from(Number.MAX_SAFE_INTEGER)).toBe("ok");
    expect(await outcome(desk.exports.members({ after: { at: 1, id: "x" } }))).toBe("BAD_ID");
  });
});

describe("is for those alone whose list it is", () => {
  const ADMIN: [string, (api: Caller) => Promise<ExportPiece<unknown>>][] = [
    ["orders", (api) => api.exports.orders({})],
    ["members", (api) => api.exports.members({})],
    ["activity", (api) => api.exports.activity({})],
    ["beneficiaries", (api) => api.exports.beneficiaries()],
  ];
  const PLATFORM: [string, (api: Caller) => Promise<ExportPiece<unknown>>][] = [
    ["allOrders", (api) => api.exports.allOrders({})],
    ["allBeneficiaries", (api) => api.exports.allBeneficiaries({})],
    ["companies", (api) => api.exports.companies({})],
  ];

  test.each([...ADMIN, ...PLATFORM])("%s: no member and nobody", async (_name, read) => {
    const member = await house.member();
    expect(await outcome(read(await house.as(member)))).toBe("WRONG_ROLE");
    expect(await outcome(read(await house.as(null)))).toBe("NOT_SIGNED_IN");
  });

  test.each(PLATFORM)("%s: no company's admin", async (_name, read) => {
    expect(await outcome(read(await house.as(house.admin)))).toBe("WRONG_ROLE");
  });

  test.each(ADMIN)("%s: another company's admin gets their own alone", async (_name, read) => {
    await submittedPayment(house, await house.member());
    await (await house.as(house.admin)).beneficiaries.add({ upi: `a${newId().slice(-9)}@bank` });
    const theirs = await read(await other.as(other.admin));
    const text = JSON.stringify(theirs);
    const own = await read(await house.as(house.admin));
    expect(own.records.length).toBeGreaterThan(0);
    for (const row of own.records as { id: string }[]) expect(text).not.toContain(row.id);
  });
});

describe("is written into the books", () => {
  const taken = async (seller: House) => {
    const desk = await seller.as(seller.admin);
    const { records } = await desk.activity.list({ action: "export", limit: 100 });
    return records.map(({ action, actor, changes }) => ({
      action,
      actor: actor.kind,
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    }));
  };

  test("once, with who took which table, by which filter, and how many rows", async () => {
    const seller = await world.house();
    await crowd(seller.id, 1200, "T");
    await submittedPayment(seller, await seller.member());
    const desk = await seller.as(seller.admin);
    // Three pieces are one download.
    expect(
      await all((after) => desk.exports.members({ search: "crowd", ...(after && { after }) })),
    ).toHaveLength(1200);
    await desk.exports.orders({ status: "PENDING", method: "UPI", isFlagged: true, search: "" });
    await desk.exports.activity({ action: "order.submitted", actor: "USER", from: "2020-01-01" });
    const added = await desk.beneficiaries.add({ upi: "taken@bank" });
    expect((await desk.exports.beneficiaries()).records).toMatchObject([{ id: added.id }]);
    await (await world.superAdmin()).exports.allOrders({ companyId: seller.id });
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
  });

  test("also where the company asked for is none, and nothing when it was refused", async () => {
    const platform = await world.superAdmin();
    const nowhere = await platform.exports.allOrders({ companyId: newId() });
    expect(nowhere).toEqual({ records: [], next: null });
    const seller = await world.house();
    await outcome((await seller.as(await seller.member())).exports.members({}));
    await outcome((await seller.as(null)).exports.orders({}));
    expect(await taken(seller)).toEqual([]);
  });
});
