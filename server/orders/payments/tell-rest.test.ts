import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, messages } from "@db/schema";
import type { Caller } from "@server/http/router";
import { refusalFrom } from "@server/access";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import { receiptContent } from "@server/orders/receipts/receipt-content";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
} from "@server/testing/order-harness";

/*
 * A member tells the rest of a partial payment: its number, sum and proof. The order then stands on it,
 * as on any payment, beside the part that was received before.
 */

const TOTAL = 102_500;
const PART = 50_000;
const REST = TOTAL - PART;
const FIRST = "611234567801";
const SECOND = "611234567802";
const THIRD = "611234567803";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
let own: Caller;
let admin: Caller;
let purchaseId: string;
let orderId: string;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
  [own, admin] = [await company.as(member), await company.as(company.admin)];
  purchaseId = (await own.orders.create({ amount: "1000" })).orderNumber;
  orderId = (await tell(FIRST, { consent: true })).id;
  await admin.payments.waitForRest({ orderId, version: 1, received: "500" });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

interface Told {
  paidAmount?: string;
  consent?: true;
  receiptId?: string;
}
const tell = async (referenceNumber: string, more: Told = {}, by = own) =>
  by.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: "1000",
    referenceNumber,
    receiptId: await company.proof(member),
    ...more,
  });
const present = () => company.order(purchaseId);
const restOf = async () => (await own.orders.find({ purchaseId })).order;
const undoable = () => company.as(company.admin, { canUndo: true });
const applied = async () =>
  (await company.payments()).map(({ reference, status, receivedPaise, appliedPaise }) => ({
    reference,
    status,
    receivedPaise,
    appliedPaise,
  }));
const ONE = { reference: FIRST, status: "CONFIRMED", receivedPaise: PART, appliedPaise: PART };
const TWO = { reference: SECOND, status: "CONFIRMED", receivedPaise: REST, appliedPaise: REST };

describe("a told rest", () => {
  test("the order stands on it, and its part and tokens stay as they are", async () => {
    const before = await present();
    await tell(SECOND, { paidAmount: "525" });
    const order = await present();
    expect(order).toMatchObject({
      status: "PENDING",
      receivedPaise: PART,
      reference: SECOND,
      paidAmountPaise: REST,
      submissionVersion: 3,
      heldQuantity: before.heldQuantity,
      heldReward: before.heldReward,
      holdEndsAt: before.holdEndsAt,
      flags: [],
    });
    expect(order.paymentId).not.toBe(before.paymentId);
    expect(await applied()).toEqual([
      ONE,
      { reference: SECOND, status: "WAITING", receivedPaise: null, appliedPaise: 0 },
    ]);
    expect((await company.payments())[1]?.amountPaise).toBe(REST);
  });

  test("an admin's list and its number have the order once the rest is told, not while it is asked for", async () => {
    const lists = async () => {
      const of = async (waitsFor: "DECISION" | "REST") =>
        (await admin.orders.sorted({ status: "PENDING", waitsFor })).records.map(({ id }) => id);
      const { count, paise } = (await admin.dashboard.work()).waiting;
      return { decide: await of("DECISION"), rest: await of("REST"), count, paise };
    };
    expect(await lists()).toEqual({ decide: [], rest: [orderId], count: 0, paise: 0 });
    await tell(SECOND, { paidAmount: "525" });
    expect(await lists()).toEqual({ decide: [orderId], rest: [], count: 1, paise: REST });
    await admin.orders.reject({ orderId, reason: "It has not come" });
    expect(await lists()).toEqual({ decide: [], rest: [orderId], count: 0, paise: 0 });
  });

  test("every page of the member says what was told, what arrived and what is left", async () => {
    expect(await restOf()).toMatchObject({ rest: "ASKED", toldPaise: null, missingPaise: REST });
    await tell(SECOND, { paidAmount: "525" });
    expect(await restOf()).toMatchObject({ rest: "TOLD", toldPaise: REST, missingPaise: REST });
    const listed = { toldPaise: REST, missingPaise: REST, status: "PENDING" };
    expect((await own.members.frame()).waiting).toMatchObject([listed]);
    expect((await own.orders.history({})).records).toMatchObject([listed]);
    expect(await own.orders.timeline({ purchaseId })).toMatchObject({ waitsFor: "COMPANY" });
    const receipt = await own.orders.receipt({ purchaseId });
    expect(receiptContent(receipt, "en").facts).toEqual(
      expect.arrayContaining([
        ["Received so far", "₹500.00 of ₹1,025.00"],
        ["Rest, as you told us", "₹525.00"],
      ]),
    );
    const [mail] = (await harness.messages("orderSubmitted")).filter(
      ({ userId }) => userId === member.id,
    );
    expect(mail).toBeDefined();
  });

  test("without a sum, what is missing was told", { tags: ["full"] }, async () => {
    await tell(SECOND);
    expect(await restOf()).toMatchObject({ toldPaise: REST });
  });

  test(
    "its sum is compared with what is missing, not with the total",
    { tags: ["full"] },
    async () => {
      await tell(SECOND, { paidAmount: "1025" });
      expect((await present()).flags).toEqual(["AMOUNT_DIFFERS"]);
      await tell(SECOND, { paidAmount: "525" });
      expect((await present()).flags).toEqual([]);
    },
  );

  test("it is never late, and asks for no consent", { tags: ["full"] }, async () => {
    await company.expireHold(purchaseId, 3 * 24 * 3600);
    await company.setCompany({ priceMicroRupees: 20_000_000 });
    const page = await company.as(member, { transport: "page" });
    await tell(SECOND, { paidAmount: "525" }, page);
    expect((await present()).flags).toEqual([]);
  });

  test(
    "its proof is flagged if the part, or another order's part, had the same file",
    { tags: ["full"] },
    async () => {
      const part = (await company.received())[0]?.proofMediaId ?? "";
      await tell(SECOND, { receiptId: part });
      expect((await present()).flags).toEqual(["REPEATED_PROOF"]);
      expect((await admin.orders.findForAdmin({ orderId })).sameProofOrders).toEqual([purchaseId]);
      await tell(SECOND);
      expect((await present()).flags).toEqual([]);
      const { orderNumber } = await own.orders.create({ amount: "500" });
      await own.orders.submit({
        purchaseId: orderNumber,
        paymentMethod: "BANK",
        amount: "500",
        consent: true,
        referenceNumber: THIRD,
        receiptId: part,
      });
      expect((await company.order(orderNumber)).flags).toEqual(["REPEATED_PROOF"]);
    },
  );

  test(
    "the number that has paid the part, within a longer text, is flagged",
    { tags: ["full"] },
    async () => {
      await tell(`HDFC${FIRST}`);
      expect((await present()).flags).toContain("REUSED_REFERENCE");
      const { sameNumberOrders } = await admin.orders.findForAdmin({ orderId });
      expect(sameNumberOrders).toHaveLength(1);
    },
  );

  test("a number that has paid the part, or waits for another order, is refused in each spelling", async () => {
    for (const spelled of [FIRST, `UTR ${FIRST}`, `6112-3456-7801`]) {
      expect(await resultCode(tell(spelled))).toBe("REFERENCE_USED");
    }
    const { orderNumber } = await own.orders.create({ amount: "500" });
    await own.orders.submit({
      purchaseId: orderNumber,
      paymentMethod: "BANK",
      amount: "500",
      consent: true,
      referenceNumber: THIRD,
      receiptId: await company.proof(member),
    });
    expect(await resultCode(tell(`UTR ${THIRD}`))).toBe("REFERENCE_USED");
    expect(await restOf()).toMatchObject({ rest: "ASKED" });
    await tell(SECOND);
    // Nor does a told rest pay another order.
    const other = await own.orders.create({ amount: "700" });
    const again = own.orders.submit({
      purchaseId: other.orderNumber,
      paymentMethod: "BANK",
      amount: "700",
      consent: true,
      referenceNumber: `UTR ${SECOND}`,
      receiptId: await company.proof(member),
    });
    expect(await resultCode(again)).toBe("REFERENCE_USED");
  });

  test(
    "a wrong telling is replaced until it is decided, and its number is free again",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      await tell(THIRD, { paidAmount: "525" });
      expect(await applied()).toEqual([
        ONE,
        { reference: SECOND, status: "REPLACED", receivedPaise: null, appliedPaise: 0 },
        { reference: THIRD, status: "WAITING", receivedPaise: null, appliedPaise: 0 },
      ]);
      expect(await present()).toMatchObject({ reference: THIRD, submissionVersion: 4 });
      await tell(THIRD, { paidAmount: "520" });
      expect(await applied()).toHaveLength(3);
      await admin.payments.approveReceived({ orderId, version: 5, received: "525" });
      expect(await resultCode(tell(SECOND))).toBe("ORDER_ALREADY_DECIDED");
    },
  );

  test(
    "a replaced telling that the bank shows stays on record, and its entry can pay the order",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      const lineId = await company.entry({ amountPaise: REST, reference: SECOND });
      await tell(THIRD);
      expect((await admin.payments.listUnallocated({})).payments).toMatchObject([
        { kind: "CLAIM", reference: SECOND },
      ]);
      await admin.statements.approve({ orderId, version: 4, lineId });
      expect(await present()).toMatchObject({ status: "APPROVED", receivedPaise: null });
      expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
      expect((await admin.payments.listUnallocated({})).payments).toEqual([]);
    },
  );

  test("an admin who saw the order before is refused, and told what changed", async () => {
    await tell(SECOND);
    const approval = { orderId, version: 2, received: "525" };
    expect(await resultCode(admin.payments.approveReceived(approval))).toBe("SUBMISSION_CHANGED");
    expect(await resultCode(admin.payments.waitForRest({ ...approval, received: "5" }))).toBe(
      "SUBMISSION_CHANGED",
    );
    expect(await resultCode(admin.orders.reject({ orderId, version: 2, reason: "x" }))).toBe(
      "SUBMISSION_CHANGED",
    );
    // Without a version, a number that the admin typed meanwhile is another payment's.
    const typed = { orderId, received: "525", reference: THIRD };
    const refused = await admin.payments.approveReceived(typed).catch(refusalFrom);
    expect(refused).toHaveProperty("code", "SUBMISSION_CHANGED");
    expect(String((refused as Refusal).params["changes"])).toContain(
      `the reference is ${SECOND}, not ${FIRST}`,
    );
    await admin.payments.approveReceived({ ...typed, reference: `UTR ${SECOND}` });
    expect(await applied()).toEqual([ONE, TWO]);
  });

  test(
    "a state that contradicts the told rest is found by the verification",
    { tags: ["full"] },
    async () => {
      await tell(SECOND, { paidAmount: "525" });
      const { sql } = harness.database;
      const claim = (await company.payments())[1]?.id ?? "";
      const faultsOf = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
        await change();
        const faults = await company.faults();
        await back();
        return faults.map((one) => (one as { fault: string }).fault);
      };
      // As if its member had not told it.
      const asked = (later: string) => sql`
      UPDATE orders SET rest_asked_at = submitted_at + ${later}::interval WHERE id = ${orderId}`;
      expect(
        await faultsOf(
          () => asked("1 minute"),
          () => asked("-1 minute"),
        ),
      ).toEqual(["payment-status", "status"]);
      const amount = (paise: number) => sql`
      UPDATE payments SET amount_paise = ${paise} WHERE id = ${claim}`;
      expect(
        await faultsOf(
          () => amount(TOTAL),
          () => amount(REST),
        ),
      ).toEqual(["amount"]);
    },
  );

  test("a manual rest is told without a number", { tags: ["full"] }, async () => {
    await own.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "1000" });
    await own.orders.submit({ purchaseId, paymentMethod: "MANUAL", amount: "1000" });
    expect(await restOf()).toMatchObject({ rest: "TOLD", toldPaise: REST });
    expect(await company.payments()).toHaveLength(2);
    await admin.orders.approve({ orderId, version: 4 });
    expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
  });

  test("no other member tells it, nor for an order that waits for no rest", async () => {
    const stranger = await company.as(await company.member());
    expect(await resultCode(tell(SECOND, {}, stranger))).toBe("ORDER_NOT_FOUND");
    purchaseId = (await own.orders.create({ amount: "500" })).orderNumber;
    const pay = async (referenceNumber: string) =>
      own.orders.submit({
        purchaseId,
        paymentMethod: "BANK",
        amount: "500",
        consent: true,
        referenceNumber,
        receiptId: await company.proof(member),
      });
    await pay(SECOND);
    expect(await resultCode(pay(THIRD))).toBe("ORDER_ALREADY_SUBMITTED");
  });
});

describe("the decision on a told rest", () => {
  test("an approval allocates the part and the rest once", async () => {
    await tell(SECOND, { paidAmount: "525" });
    await admin.orders.approve({ orderId, version: 3 });
    expect(await present()).toMatchObject({
      status: "APPROVED",
      receivedPaise: null,
      approvedQuantity: null,
      reference: SECOND,
    });
    expect(await applied()).toEqual([ONE, TWO]);
    expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
    expect(await resultCode(admin.orders.approve({ orderId }))).toBe("ORDER_ALREADY_DECIDED");
    await admin.orders.reverse({ orderId, reason: "A mistake" });
    const { sumPaise } = await admin.payments.listUnallocated({});
    expect(sumPaise).toBe(TOTAL);
  });

  test("an approval by another sum takes what arrived", { tags: ["full"] }, async () => {
    await tell(SECOND, { paidAmount: "525" });
    await admin.payments.approveReceived({ orderId, version: 3, received: "600" });
    expect(await present()).toMatchObject({ status: "APPROVED", receivedPaise: 110_000 });
    expect((await admin.payments.listUnallocated({})).sumPaise).toBe(7_500);
  });

  test(
    "a part of it was received again: the member is asked for what is left, and may tell that",
    { tags: ["full"] },
    async () => {
      await tell(SECOND, { paidAmount: "525" });
      await admin.payments.waitForRest({ orderId, version: 3, received: "25" });
      expect(await restOf()).toMatchObject({
        rest: "ASKED",
        missingPaise: 50_000,
        toldPaise: null,
      });
      expect(await applied()).toEqual([ONE, { ...TWO, receivedPaise: 2_500, appliedPaise: 2_500 }]);
      await tell(THIRD);
      expect(await restOf()).toMatchObject({ rest: "TOLD", toldPaise: 50_000 });
      await admin.orders.approve({ orderId, version: 5 });
      expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
      expect(await applied()).toHaveLength(3);
    },
  );

  test("the bank's entry with its number settles it, whichever comes first", async () => {
    const lineId = await company.entry({ amountPaise: REST, reference: SECOND });
    await tell(SECOND);
    expect(await company.payments()).toHaveLength(2);
    const [line] = (await admin.statements.lines({})).lines;
    expect(line).toMatchObject({ id: lineId, candidates: [{ orderId, receivedPaise: PART }] });
    await admin.statements.approve({ orderId, version: 3, lineId });
    expect(await applied()).toEqual([ONE, TWO]);
    expect((await admin.statements.lines({})).lines).toEqual([]);
  });

  test(
    "the bank's entry without its number settles it by the sum",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      const lineId = await company.entry({ amountPaise: REST });
      await admin.statements.approve({ orderId, version: 3, lineId });
      expect(await applied()).toEqual([ONE, TWO]);
      expect((await admin.payments.listUnallocated({})).payments).toEqual([]);
    },
  );

  test("the bank's entry of another sum flags it, and is decided by the received sum alone", async () => {
    await tell(SECOND, { paidAmount: "525" });
    await company.entry({ amountPaise: 2_500, reference: SECOND });
    expect((await present()).flags).toEqual(["BANK_SUM_DIFFERS"]);
    expect((await admin.orders.findForAdmin({ orderId })).bankPaise).toBe(2_500);
    expect(await resultCode(admin.orders.approve({ orderId, version: 3 }))).toBe(
      "BANK_SHOWS_ANOTHER_SUM",
    );
    await admin.payments.waitForRest({ orderId, version: 3, received: "25" });
    expect(await present()).toMatchObject({ flags: [], receivedPaise: PART + 2_500 });
    expect((await admin.statements.lines({})).lines).toEqual([]);
  });

  test(
    "a part that the bank sent back flags the order, and no approval passes it by",
    { tags: ["full"] },
    async () => {
      const credit = {
        amountPaise: PART,
        accountId: company.id,
        narration: `NEFT CR-${FIRST}-ASHA`,
      };
      await company.entry(credit);
      await tell(SECOND);
      await company.entry({ ...credit, narration: `REV-${credit.narration}`, side: "DEBIT" });
      expect((await present()).flags).toEqual(["BANK_SUM_DIFFERS"]);
      expect(await resultCode(admin.orders.approve({ orderId, version: 3 }))).toBe(
        "BANK_SHOWS_ANOTHER_SUM",
      );
      // A new telling does not hide it.
      await tell(THIRD);
      expect((await present()).flags).toEqual(["BANK_SUM_DIFFERS"]);
    },
  );

  test("a corrected part changes what its rest is compared with", { tags: ["full"] }, async () => {
    const { id: lineId } = { id: await company.entry({ amountPaise: 40_000, reference: FIRST }) };
    await tell(SECOND, { paidAmount: "525" });
    await admin.statements.acceptSum({ lineId, reason: "Read again", isBankSum: true });
    expect(await restOf()).toMatchObject({ rest: "TOLD", missingPaise: 62_500 });
    // The telling is flagged, and who saw another sum is refused.
    expect((await present()).flags).toContain("AMOUNT_DIFFERS");
    expect(await resultCode(admin.orders.approve({ orderId, version: 3 }))).toBe(
      "SUBMISSION_CHANGED",
    );
    await admin.orders.approve({ orderId, version: 4 });
    expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
  });

  test("a told rest of which nothing has come is refused, and is to be rejected first", async () => {
    await tell(SECOND);
    expect(await resultCode(admin.payments.approveReceived({ orderId, version: 3 }))).toBe(
      "AMOUNT_INVALID",
    );
    expect(await restOf()).toMatchObject({ rest: "TOLD" });
  });

  test("money of another order pays none whose rest was told", async () => {
    await tell(SECOND);
    const other = (await own.orders.create({ amount: "100" })).orderNumber;
    const { id } = await own.orders.submit({
      purchaseId: other,
      paymentMethod: "BANK",
      amount: "100",
      consent: true,
      referenceNumber: THIRD,
      receiptId: await company.proof(member),
    });
    await admin.payments.approveReceived({ orderId: id, version: 1, received: "2000" });
    const [credit] = (await admin.payments.listUnallocated({})).payments;
    if (!credit) throw new Error("Nothing is left over.");
    const { kind, id: paymentId, updatedAt: seenAt } = credit;
    const use = { kind, paymentId, seenAt, orderId };
    expect(await resultCode(admin.payments.payOrder(use))).toBe("PAYMENT_DOES_NOT_FIT");
  });

  test("a bulk leaves it out", async () => {
    await tell(SECOND);
    const [outcome] = await admin.orders.approveMany({ orderIds: [orderId] });
    expect(outcome?.refusal?.code).toBe("DECIDE_SINGLY");
  });
});

describe("a told rest that is rejected", () => {
  const reject = (by: Caller, version = 3) =>
    by.orders.reject({ orderId, version, reason: "No such credit" });

  test("the order waits for it again, with its part and its tokens", async () => {
    const before = await present();
    await tell(SECOND, { paidAmount: "525" });
    expect(await reject(admin)).toMatchObject({ status: "PENDING", receivedPaise: PART });
    expect(await present()).toMatchObject({
      status: "PENDING",
      receivedPaise: PART,
      paymentId: before.paymentId,
      reference: FIRST,
      heldQuantity: before.heldQuantity,
      submissionVersion: 4,
    });
    expect(await applied()).toEqual([
      ONE,
      { reference: SECOND, status: "REFUSED", receivedPaise: null, appliedPaise: 0 },
    ]);
    // The page that saw the telling decides nothing any more.
    expect(await resultCode(admin.orders.approve({ orderId, version: 3 }))).toBe(
      "SUBMISSION_CHANGED",
    );
  });

  test("the member is told that it did not arrive, by mail and under the bell, and may tell again", async () => {
    await tell(SECOND, { paidAmount: "525" });
    await reject(admin);
    expect(await restOf()).toMatchObject({
      rest: "MISSING",
      toldPaise: null,
      missingPaise: REST,
      rejectionReason: "No such credit",
    });
    expect(await harness.messages("restNotFound")).toContainEqual(
      expect.objectContaining({ userId: member.id }),
    );
    expect(await own.notices.mine()).toContainEqual(
      expect.objectContaining({
        kind: "NOT_RECEIVED",
        orderNumber: purchaseId,
        reason: "No such credit",
      }),
    );
    expect(await own.notices.mine()).toContainEqual(
      expect.objectContaining({ kind: "PART", reason: "" }),
    );
    const facts = receiptContent(await own.orders.receipt({ purchaseId }), "en").facts;
    expect(facts.map(([label]) => label)).not.toContain("Decided");
    await tell(SECOND);
    expect(await restOf()).toMatchObject({ rest: "TOLD", rejectionReason: null });
    expect((await own.notices.mine()).map(({ kind }) => kind)).not.toContain("NOT_RECEIVED");
    await admin.orders.approve({ orderId, version: 5 });
    expect(await company.balances()).toMatchObject({ allocated: 100, poolHeld: 0 });
  });

  test("its money stays on record if the bank shows it", { tags: ["full"] }, async () => {
    await tell(SECOND);
    const lineId = await company.entry({ amountPaise: REST, reference: SECOND });
    await reject(admin);
    const [left] = (await admin.payments.listUnallocated({})).payments;
    expect(left).toMatchObject({ kind: "CLAIM", reference: SECOND });
    await admin.statements.approve({ orderId, version: 4, lineId });
    expect(await present()).toMatchObject({ status: "APPROVED", receivedPaise: null });
  });

  test(
    "money that the bank shows is sent back while the order waits on",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      await company.entry({ amountPaise: REST, reference: SECOND });
      await reject(admin);
      const [left] = (await admin.payments.listUnallocated({})).payments;
      await admin.payments.refund({
        kind: "CLAIM",
        paymentId: left?.id ?? "",
        amount: "525",
        reference: "BACK1",
        refundedOn: dateInIndia(new Date()),
      });
      expect(await present()).toMatchObject({ status: "PENDING", receivedPaise: PART });
    },
  );

  test(
    "its rejection is undone as any: it waits for its decision, and nobody was told",
    { tags: ["full"] },
    async () => {
      await tell(SECOND, { paidAmount: "500" });
      const { flags } = await present();
      expect(flags).toEqual(["AMOUNT_DIFFERS"]);
      const one = await undoable();
      await reject(one);
      const [decision] = await one.orders.undoable();
      expect(decision).toMatchObject({ orderId, status: "PENDING" });
      await one.orders.undo({ orderId, decidedAt: decision?.decidedAt ?? "" });
      expect(await restOf()).toMatchObject({ rest: "TOLD", toldPaise: 50_000 });
      expect(await present()).toMatchObject({
        reference: SECOND,
        flags,
        decidedAt: null,
        submissionVersion: 5,
      });
      const mails = await harness.database.db
        .select()
        .from(messages)
        .where(and(eq(messages.companyId, company.id), eq(messages.template, "restNotFound")));
      expect(mails).toEqual([]);
      await admin.orders.approve({ orderId, version: 5 });
      expect(await applied()).toEqual([ONE, TWO]);
    },
  );

  test(
    "an undone rejection of money that the bank shows opens its entry again",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      await company.entry({ amountPaise: 2_500, reference: SECOND });
      const one = await undoable();
      await reject(one);
      expect((await present()).flags).toEqual([]);
      const [decision] = await one.orders.undoable();
      await one.orders.undo({ orderId, decidedAt: decision?.decidedAt ?? "" });
      expect((await present()).flags).toEqual(["BANK_SUM_DIFFERS"]);
      expect((await admin.payments.listUnallocated({})).payments).toEqual([]);
    },
  );

  test("a new telling ends the time to undo", async () => {
    await tell(SECOND);
    const one = await undoable();
    await reject(one);
    const [decision] = await one.orders.undoable();
    await tell(THIRD);
    const undo = one.orders.undo({ orderId, decidedAt: decision?.decidedAt ?? "" });
    expect(await resultCode(undo)).toBe("UNDO_TOO_LATE");
    expect(await one.orders.undoable()).toEqual([]);
  });

  test(
    "a rejection that is repeated without a version leaves the order beside its rest",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      await admin.orders.reject({ orderId, reason: "No such credit" });
      expect(await resultCode(admin.orders.reject({ orderId, reason: "No such credit" }))).toBe(
        "ORDER_ALREADY_DECIDED",
      );
      expect(await restOf()).toMatchObject({ rest: "MISSING" });
    },
  );

  test(
    "a second rejection rejects the order, and its part can be sent back",
    { tags: ["full"] },
    async () => {
      await tell(SECOND);
      await reject(admin);
      expect(await reject(admin, 4)).toMatchObject({ status: "REJECTED" });
      const [left] = (await admin.payments.listUnallocated({})).payments;
      expect(left).toMatchObject({ kind: "CREDIT", openPaise: PART });
      await admin.payments.refund({
        kind: "CREDIT",
        paymentId: left?.id ?? "",
        amount: "500",
        reference: "BACK1",
        refundedOn: dateInIndia(new Date()),
      });
      expect(await company.balances()).toMatchObject({ allocated: 0, poolHeld: 0 });
    },
  );

  test("the audit log has the telling and its rejection", { tags: ["full"] }, async () => {
    await tell(SECOND);
    await reject(admin);
    const entries = await harness.database.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.companyId, company.id), eq(auditEntries.subjectId, orderId)))
      .orderBy(auditEntries.createdAt, auditEntries.id);
    expect(entries.map(({ action }) => action)).toEqual([
      "order.created",
      "order.submitted",
      "order.part-received",
      "order.submitted",
      "order.rest-rejected",
    ]);
  });
});
