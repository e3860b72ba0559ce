import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApproveFlaggedLine, DecideFlagged } from "@server/orders/contracts/statements";
import type { OrderFlag } from "@db/vocabulary";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member({ name: "Rahul Sharma" });
});

const admin = () => company.as(company.admin, { canUndo: true });

/** A submitted payment of ₹1,025.00 with a number, and the bank's entry of it. */
async function certain({
  flags = [],
  utr = "630512345678",
  narration,
}: { flags?: OrderFlag[]; utr?: string; narration?: string } = {}) {
  const text = narration ?? `IMPS/P2A/${utr}/RAHUL SHARMA/`;
  const api = await company.as(member);
  const { orderNumber } = await api.orders.create({ amount: "1000" });
  const { id: orderId } = await api.orders.submit({
    purchaseId: orderNumber,
    paymentMethod: "BANK",
    amount: "1000",
    referenceNumber: utr,
    consent: true,
    receiptId: await company.proof(member),
  });
  await harness.database.db.execute(
    sql`UPDATE orders SET flags = ${JSON.stringify(flags)}::jsonb WHERE id = ${orderId}`,
  );
  const lineId = await company.entry({
    narration: text.replace("PUR-", orderNumber),
    amountPaise: 102_500,
  });
  return { ref: { lineId, orderId, version: 1 }, orderId, orderNumber };
}

test(
  "a list offers the entries of its other pages by the answer that they give",
  { tags: ["full"] },
  async () => {
    for (let at = 10; at < 37; at += 1) {
      if (at % 5 === 0) member = await company.member({ name: "Rahul Sharma" });
      await certain({ utr: `6305123456${at}` });
    }
    const list = async (page: number) =>
      (await admin()).statements.lines({ outcome: "CERTAIN", page });
    const [first, second] = [await list(1), await list(2)];
    expect([first.lines.length, first.others.length]).toEqual([25, 2]);
    expect([second.lines.length, second.others.length]).toEqual([2, 25]);
    expect([first.otherCounts.CERTAIN, second.otherCounts.CERTAIN]).toEqual([2, 25]);
    expect(first.others.map(({ line }) => line.id)).toEqual(second.lines.map(({ id }) => id));
    const answer = "CERTAIN";
    const lines = first.others.map(({ line, order: { orderId, version } }) => ({
      lineId: line.id,
      orderId,
      version,
    }));
    const outcomes = await (await admin()).statements.decideMany({ answer, lines });
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, null]);
    expect((await list(1)).others).toEqual([]);
  },
);

const statusOf = async (orderNumber: string) => (await company.order(orderNumber)).status;

test.each(["REPEATED_PROOF", "AMOUNT_DIFFERS", "LATE_PAYMENT", "UNUSUAL_REFERENCE"] as const)(
  "an order with the flag %s is not approved among certain entries, but alone with a reason",
  { tags: ["full"] },
  async (flag) => {
    const { ref, orderNumber } = await certain({ flags: [flag] });
    const api = await admin();
    const [line] = (await api.statements.lines({ outcome: "CERTAIN" })).lines;
    expect(line?.candidates).toMatchObject([{ flags: [flag], needsOwnDecision: true }]);
    const [outcome] = await api.statements.decideMany({ lines: [ref] });
    expect(outcome?.refusal?.code).toBe("DECIDE_SINGLY");
    expect(await statusOf(orderNumber)).toBe("PENDING");
    expect(ApproveFlaggedLine.safeParse(ref).success).toBe(false);
    expect(ApproveFlaggedLine.safeParse({ ...ref, reason: " " }).success).toBe(false);
    expect(await resultCode(api.statements.approve(ref))).toBe("REASON_REQUIRED");
    expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING", flags: [flag] });
    await api.statements.approve({ ...ref, reason: "The member called" });
    expect(await statusOf(orderNumber)).toBe("APPROVED");
    const { activity } = await api.orders.findForAdmin({ orderId: ref.orderId });
    expect(activity.at(-1)?.details["flagsReason"]).toBe("The member called");
  },
);

test.each(["REPEATED_PROOF", "LATE_PAYMENT", "UNUSUAL_REFERENCE"] as const)(
  "an order with the flag %s that an entry shows is approved among others with a reason only",
  { tags: ["full"] },
  async (flag) => {
    const { orderId, orderNumber } = await certain({ flags: [flag] });
    const api = await admin();
    for (const reasons of [undefined, {}, { [orderId]: "  " }]) {
      const [outcome] = await api.orders.approveMany({ orderIds: [orderId], reasons });
      expect(outcome?.refusal?.code).toBe("REASON_REQUIRED");
      expect(await company.order(orderNumber)).toMatchObject({
        status: "PENDING",
        decidedAt: null,
      });
    }
    const reasons = { [orderId]: "The member called" };
    await api.orders.approveMany({ orderIds: [orderId], reasons });
    expect(await statusOf(orderNumber)).toBe("APPROVED");
  },
);

test("orders with the same flag are approved together, by one reason that each of them keeps", async () => {
  const flags: OrderFlag[] = ["REPEATED_PROOF"];
  const [one, two] = [await certain({ flags }), await certain({ flags, utr: "630512345679" })];
  const other = await certain({ flags: ["LATE_PAYMENT"], utr: "630512345670" });
  const both = await certain({ flags: [...flags, "LATE_PAYMENT"], utr: "630512345671" });
  const api = await admin();
  const lines = [one.ref, two.ref, other.ref, both.ref];
  const asked = { answer: "FLAGGED", flag: "REPEATED_PROOF", lines } as const;
  // Without a reason or the flag, and under the answer of plain ones, each stays as it was.
  for (const less of [
    asked,
    { ...asked, flag: undefined, reason: "The member called" },
    { lines, reason: "The member called" },
  ]) {
    const outcomes = await api.statements.decideMany(less);
    expect(outcomes.map(({ refusal }) => refusal?.code ?? null)).not.toContain(null);
    expect(await statusOf(one.orderNumber)).toBe("PENDING");
  }
  expect(DecideFlagged.safeParse(asked).success).toBe(false);
  const outcomes = await api.statements.decideMany({ ...asked, reason: "The member called" });
  expect(outcomes.map(({ refusal }) => refusal?.code ?? null)).toEqual([
    null,
    null,
    "DECIDE_SINGLY",
    "DECIDE_SINGLY",
  ]);
  for (const { orderId, orderNumber } of [one, two]) {
    expect(await statusOf(orderNumber)).toBe("APPROVED");
    const { activity } = await api.orders.findForAdmin({ orderId });
    expect(activity.at(-1)?.details["flagsReason"]).toBe("The member called");
  }
  for (const { orderNumber } of [other, both]) expect(await statusOf(orderNumber)).toBe("PENDING");
  expect(await api.orders.undoable()).toHaveLength(2);
  expect(await company.faults()).toEqual([]);
});

test("an order with another payer, or a doubtful price or number, is approved singly", async () => {
  const paid = await certain({ narration: "IMPS/P2A/630512345678/SUNITA DEVI/" });
  const api = await admin();
  const [line] = (await api.statements.lines({ outcome: "CERTAIN" })).lines;
  expect(line?.candidates).toMatchObject([{ flags: ["PAID_BY_ANOTHER"] }]);
  const asked = { answer: "FLAGGED", reason: "Her husband pays" } as const;
  const approve = (lines: (typeof paid.ref)[], flag: OrderFlag) =>
    api.statements.decideMany({ ...asked, lines, flag });
  const asPayer = approve([paid.ref], "PAID_BY_ANOTHER");
  expect(await asPayer.catch((error: Error) => error.name)).toBe("TRPCError");
  const [ofPayer] = await approve([paid.ref], "LATE_PAYMENT");
  expect(ofPayer?.refusal?.code).toBe("DECIDE_SINGLY");
  expect(await statusOf(paid.orderNumber)).toBe("PENDING");
  for (const [at, flag] of (
    ["QUOTE_ENDED", "REUSED_REFERENCE", "HOLD_RELEASED"] as const
  ).entries()) {
    const one = await certain({ flags: [flag], utr: `63051234560${at}` });
    const refused = approve([one.ref], flag).then(([outcome]) => outcome?.refusal?.code);
    expect(await refused.catch((error: Error) => error.name)).toBe("TRPCError");
    const [outcome] = await approve([one.ref], "LATE_PAYMENT");
    expect(outcome?.refusal?.code).toBe("DECIDE_SINGLY");
    expect(await statusOf(one.orderNumber)).toBe("PENDING");
  }
});

test(
  "a flagged order is approved over REST without a reason, as documented",
  { tags: ["full"] },
  async () => {
    const { orderId, orderNumber } = await certain({ flags: ["LATE_PAYMENT"] });
    const api = await company.as(company.admin, { transport: "rest" });
    await api.orders.approve({ orderId });
    expect(await statusOf(orderNumber)).toBe("APPROVED");
  },
);

test(
  "an approval of a certain entry is undone within its time, and the entry is certain again",
  { tags: ["full"] },
  async () => {
    const { ref, orderId, orderNumber } = await certain();
    const api = await admin();
    expect(await api.statements.decideMany({ lines: [ref] })).toMatchObject([{ refusal: null }]);
    const decisions = await api.orders.undoable();
    expect(decisions).toMatchObject([{ orderId, status: "APPROVED" }]);
    await api.orders.undoMany({
      decisions: decisions.map(({ decidedAt }) => ({ orderId, decidedAt })),
    });
    expect(await statusOf(orderNumber)).toBe("PENDING");
    expect((await api.statements.lines({ outcome: "CERTAIN" })).lines).toMatchObject([
      { id: ref.lineId, status: "OPEN" },
    ]);
    expect(await company.faults()).toEqual([]);
  },
);

test(
  "an approval alone, by an entry of its own payment, is undone too",
  { tags: ["full"] },
  async () => {
    const own = await certain();
    const api = await admin();
    await api.statements.approve(own.ref);
    const [decision] = await api.orders.undoable();
    await api.orders.undo({ orderId: own.orderId, decidedAt: decision?.decidedAt ?? "" });
    expect(await statusOf(own.orderNumber)).toBe("PENDING");
  },
);

test("an undone approval by an entry that was given to the order leaves the entry to others", async () => {
  const given = await certain({ narration: "NEFT PUR- RAHUL SHARMA" });
  const api = await admin();
  expect(await api.statements.decideMany({ lines: [given.ref] })).toMatchObject([
    { refusal: null },
  ]);
  const [decision] = await api.orders.undoable();
  await api.orders.undo({ orderId: given.orderId, decidedAt: decision?.decidedAt ?? "" });
  expect(await statusOf(given.orderNumber)).toBe("PENDING");
  expect((await api.statements.lines({ outcome: "CERTAIN" })).lines).toMatchObject([
    { id: given.ref.lineId, status: "OPEN", otherSum: null },
  ]);
  expect(await company.faults()).toEqual([]);
  // It can be approved by the same entry again.
  expect(await api.statements.decideMany({ lines: [given.ref] })).toMatchObject([
    { refusal: null },
  ]);
  expect(await company.faults()).toEqual([]);
});
