import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import type { Caller } from "@server/http/router";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { freshActor } from "@server/testing/actors";

let harness: OrderHarness;
let company: CompanyFixture;
let other: CompanyFixture;
let member: Person;
let neighbour: Person;
let stranger: Person;
/** One OPEN and one PENDING order of `member`. */
let open: string;
let waiting: { id: string; orderNumber: string };
let receiptId: string;

beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company();
  other = await harness.company();
  member = await company.member();
  neighbour = await company.member();
  stranger = await other.member();
  receiptId = await company.proof(member);
  const api = await company.as(member, { transport: "rest" });
  waiting = await api.orders.submit({
    paymentMethod: "UPI",
    amount: "100",
    referenceNumber: "412345678901",
    receiptId,
  });
  open = (await api.orders.create({ amount: "200" })).orderNumber;
});
afterAll(() => harness.close());

/** The state that must not change after a refusal. */
async function rows() {
  return [
    await company.order(open),
    await company.order(waiting.orderNumber),
    await company.balances(),
  ];
}

const payment = { paymentMethod: "MANUAL" as const, amount: "200", consent: true };

const OWNERS_CALLS: [string, (api: Caller) => Promise<unknown>][] = [
  ["orders.find", (api) => api.orders.find({ purchaseId: open })],
  ["orders.consent", (api) => api.orders.consent({ purchaseId: open, consent: true })],
  ["orders.submit", (api) => api.orders.submit({ ...payment, purchaseId: open })],
  ["orders.cancel", (api) => api.orders.cancel({ purchaseId: open })],
  ["orders.receipt", (api) => api.orders.receipt({ purchaseId: waiting.orderNumber })],
];

const ADMIN_CALLS: [string, (api: Caller) => Promise<unknown>][] = [
  ["orders.findForAdmin", (api) => api.orders.findForAdmin({ orderId: waiting.id })],
  ["orders.review", (api) => api.orders.review({ orderId: waiting.id })],
  ["orders.approve", (api) => api.orders.approve({ orderId: waiting.id })],
  ["orders.reject", (api) => api.orders.reject({ orderId: waiting.id, reason: "x" })],
  ["orders.reverse", (api) => api.orders.reverse({ orderId: waiting.id, reason: "x" })],
  [
    "orders.undo",
    (api) => api.orders.undo({ orderId: waiting.id, decidedAt: "2026-01-01T00:00:00Z" }),
  ],
];

const MEMBER_ONLY: [string, (api: Caller) => Promise<unknown>][] = [
  ...OWNERS_CALLS,
  ["orders.create", (api) => api.orders.create({ amount: "100" })],
  ["orders.open", (api) => api.orders.open()],
  ["orders.listMine", (api) => api.orders.listMine({})],
  ["prices.current", (api) => api.prices.current()],
  ["prices.settings", (api) => api.prices.settings()],
  ["stock.global", (api) => api.stock.global({})],
  ["stock.rank", (api) => api.stock.rank()],
  ["stock.mine", (api) => api.stock.mine({})],
  ["orders.terms", (api) => api.orders.terms()],
  ["stock.overview", (api) => api.stock.overview()],
  ["beneficiaries.forMember", (api) => api.beneficiaries.forMember()],
];

const account = { upi: "pay@bank" };
const ADMIN_ONLY: [string, (api: Caller) => Promise<unknown>][] = [
  ...ADMIN_CALLS,
  ["orders.list", (api) => api.orders.list({})],
  ["orders.sorted", (api) => api.orders.sorted({})],
  ["orders.arrivals", (api) => api.orders.arrivals({})],
  ["orders.undoable", (api) => api.orders.undoable()],
  [
    "orders.undoMany",
    (api) =>
      api.orders.undoMany({
        decisions: [{ orderId: waiting.id, decidedAt: "2026-01-01T00:00:00Z" }],
      }),
  ],
  ["orders.rejectReasons", (api) => api.orders.rejectReasons()],
  ["orders.selected", (api) => api.orders.selected({ orderIds: [waiting.id] })],
  ["orders.dryRun", (api) => api.orders.dryRun({ orderIds: [waiting.id], decision: "approve" })],
  ["orders.approveMany", (api) => api.orders.approveMany({ orderIds: [waiting.id] })],
  ["orders.rejectMany", (api) => api.orders.rejectMany({ orderIds: [waiting.id], reason: "x" })],
  ["beneficiaries.forAdmin", (api) => api.beneficiaries.forAdmin()],
  ["beneficiaries.list", (api) => api.beneficiaries.list({})],
  ["beneficiaries.add", (api) => api.beneficiaries.add(account)],
  ["beneficiaries.edit", (api) => api.beneficiaries.edit({ ...account, id: newId() })],
  ["beneficiaries.makeDefault", (api) => api.beneficiaries.makeDefault({ id: newId() })],
  ["beneficiaries.remove", (api) => api.beneficiaries.remove({ id: newId() })],
  ["dashboard.admin", (api) => api.dashboard.admin()],
];

const SUPER_ADMIN_ONLY: [string, (api: Caller) => Promise<unknown>][] = [
  ["orders.listAll", (api) => api.orders.listAll({})],
  ["orders.listPlatform", (api) => api.orders.listPlatform({})],
  [
    "orders.findForPlatform",
    (api) => api.orders.findForPlatform({ companyId: company.id, orderId: waiting.id }),
  ],
  ["beneficiaries.listAll", (api) => api.beneficiaries.listAll({})],
];

describe("another person's order is not found and stays unchanged", () => {
  test.each(OWNERS_CALLS)(
    "another person's order is not found: %s by another member of the company",
    async (_name, call) => {
      const before = await rows();
      expect(await resultCode(call(await company.as(neighbour)))).toBe("ORDER_NOT_FOUND");
      expect(await rows()).toEqual(before);
    },
  );

  test.each(OWNERS_CALLS)(
    "another person's order is not found: %s by another company's member",
    async (_name, call) => {
      const before = await rows();
      expect(await resultCode(call(await other.as(stranger)))).toBe("ORDER_NOT_FOUND");
      expect(await rows()).toEqual(before);
    },
  );

  test.each(ADMIN_CALLS)(
    "another person's order is not found: %s by another company's admin",
    async (_name, call) => {
      const before = await rows();
      expect(await resultCode(call(await other.as(other.admin)))).toBe("ORDER_NOT_FOUND");
      expect(await rows()).toEqual(before);
    },
  );

  test("an order of another company among several is not found and stays unchanged", async () => {
    const before = await rows();
    const adminApi = await other.as(other.admin);
    const orderIds = [waiting.id];
    expect(await adminApi.orders.selected({ orderIds })).toEqual([]);
    for (const outcomes of [
      await adminApi.orders.approveMany({ orderIds }),
      await adminApi.orders.rejectMany({ orderIds, reason: "x" }),
    ]) {
      expect(outcomes).toMatchObject([{ order: null, refusal: { code: "ORDER_NOT_FOUND" } }]);
    }
    expect(await rows()).toEqual(before);
  });

  test("a session of another company is not accepted", async () => {
    const before = await rows();
    for (const [, call] of MEMBER_ONLY) {
      expect(await resultCode(call(await company.as(stranger)))).toBe("NOT_SIGNED_IN");
    }
    for (const [, call] of ADMIN_ONLY) {
      expect(await resultCode(call(await company.as(other.admin)))).toBe("NOT_SIGNED_IN");
    }
    expect(await rows()).toEqual(before);
  });
});

describe("each call is for its role only", () => {
  test.each([...MEMBER_ONLY, ...ADMIN_ONLY, ...SUPER_ADMIN_ONLY])(
    "a call without a session is refused: %s",
    async (_name, call) => {
      const before = await rows();
      expect(await resultCode(call(await company.as(null)))).toBe("NOT_SIGNED_IN");
      expect(await rows()).toEqual(before);
    },
  );

  test.each(MEMBER_ONLY)("a member's call by an admin is refused: %s", async (_name, call) => {
    const before = await rows();
    expect(await resultCode(call(await company.as(company.admin)))).toBe("WRONG_ROLE");
    expect(await resultCode(call(await harness.superAdmin()))).toBe("WRONG_ROLE");
    expect(await rows()).toEqual(before);
  });

  test.each(ADMIN_ONLY)(
    "an admin's call by a member, even the order's owner, is refused: %s",
    async (_name, call) => {
      const before = await rows();
      expect(await resultCode(call(await company.as(member)))).toBe("WRONG_ROLE");
      expect(await resultCode(call(await harness.superAdmin()))).toBe("WRONG_ROLE");
      expect(await rows()).toEqual(before);
    },
  );

  test.each(SUPER_ADMIN_ONLY)(
    "a super admin's call by members and admins is refused: %s",
    async (_name, call) => {
      expect(await resultCode(call(await company.as(member)))).toBe("WRONG_ROLE");
      expect(await resultCode(call(await company.as(company.admin)))).toBe("WRONG_ROLE");
    },
  );
});

test("no one decides on their own order, whatever their role now", async () => {
  const own: Person = {
    ...member,
    actor: freshActor({ role: "ADMIN", id: member.id, companyId: company.id }),
  };
  const before = await rows();
  const adminApi = await company.as(own);
  expect(await resultCode(adminApi.orders.approve({ orderId: waiting.id }))).toBe("OWN_ORDER");
  expect(await resultCode(adminApi.orders.reject({ orderId: waiting.id }))).toBe("OWN_ORDER");
  expect(await rows()).toEqual(before);
});

test("a file is readable by its owner, their company's admin and super admins only", async () => {
  const open = (api: Caller) => resultCode(api.media.open({ id: receiptId }));
  expect(await open(await company.as(member))).toBe("ok");
  expect(await open(await company.as(company.admin))).toBe("ok");
  expect(await open(await harness.superAdmin())).toBe("ok");
  expect(await open(await company.as(neighbour))).toBe("MEDIA_NOT_FOUND");
  expect(await open(await other.as(stranger))).toBe("MEDIA_NOT_FOUND");
  expect(await open(await other.as(other.admin))).toBe("MEDIA_NOT_FOUND");
  expect(await open(await company.as(null))).toBe("NOT_SIGNED_IN");
});

test("lists of orders contain only the caller's own", async () => {
  expect((await (await company.as(neighbour)).orders.listMine({})).total).toBe(0);
  expect((await (await other.as(other.admin)).orders.list({})).total).toBe(0);
  expect(await (await company.as(neighbour)).orders.open()).toBeNull();
});
