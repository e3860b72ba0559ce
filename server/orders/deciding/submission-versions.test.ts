import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runText } from "@db/client";
import { listSubmissions } from "@server/orders/queries/order-details";
import { refusalFrom } from "@server/access/call/refusal-from";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { confirmedAccounts } from "@server/testing/second-admin";
import { translateRefusal } from "@server/platform/words/translators.server";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const adminApi = () => company.as(company.admin);

/** A rejected bank payment that an open dialog still shows as version 1. */
async function rejectedPayment() {
  const { order, transaction } = await submittedPayment(company, member, {
    reference: "SBIN 1111 2222",
    paidAmount: "1030.13",
  });
  await (await adminApi()).orders.reject({ orderId: transaction.id, reason: "Not there yet" });
  return { orderId: transaction.id, purchaseId: order.orderNumber };
}

/** Submits it again by hand: another method, without reference, amount and proof. */
const submitByHand = async (purchaseId: string) =>
  (await company.as(member)).orders.submit({
    purchaseId,
    paymentMethod: "MANUAL",
    amount: "1005",
    consent: true,
  });

/** The text of a refusal, in English. */
async function refusalText(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    return `${refusal.code}: ${translateRefusal("en", refusal.code, refusal.params)}`;
  }
}

test(
  "each submission of a payment has its number, which admins are shown",
  { tags: ["full"] },
  async () => {
    const api = await company.as(member);
    const { orderNumber } = await api.orders.create({ amount: "1005" });
    expect((await company.order(orderNumber)).submissionVersion).toBe(0);
    await api.orders.cancel({ purchaseId: orderNumber });

    const { orderId, purchaseId } = await rejectedPayment();
    const desk = await adminApi();
    expect((await desk.orders.findForAdmin({ orderId })).version).toBe(1);
    await submitByHand(purchaseId);
    expect((await desk.orders.findForAdmin({ orderId })).version).toBe(2);
    expect((await desk.orders.list({ status: "PENDING" })).records[0]?.version).toBe(2);
    expect(await listSubmissions(harness.database.db, company.id, orderId)).toMatchObject([
      { submissionVersion: 1, method: "BANK" },
      { submissionVersion: 2, method: "MANUAL" },
    ]);
  },
);

describe("a decision on an earlier submission", () => {
  test(
    "a decision on an earlier submission is refused with the changes, and the present one can be decided",
    { tags: ["full"] },
    async () => {
      const { orderId, purchaseId } = await rejectedPayment();
      await submitByHand(purchaseId);
      const desk = await adminApi();
      expect(await refusalText(desk.orders.approve({ orderId, version: 1 }))).toBe(
        "SUBMISSION_CHANGED: The member has submitted this payment again since it was shown: the method is MANUAL, not BANK; the reference is none, not SBIN11112222; the amount entered is none, not ₹1,030.13; there is no proof any more. Please check it and decide anew.",
      );
      const hindi = await company.as(company.admin, { language: "hi" });
      const told = await refusalText(hindi.orders.approve({ orderId, version: 1 }));
      expect(told).toContain("तरीका बैंक नहीं, मैनुअल है");
      expect(await resultCode(desk.orders.reject({ orderId, version: 1, reason: "x" }))).toBe(
        "SUBMISSION_CHANGED",
      );
      expect(await company.order(purchaseId)).toMatchObject({ status: "PENDING", decidedBy: null });
      expect(await company.balances()).toMatchObject({ held: 100, allocated: 0 });

      expect(await desk.orders.approve({ orderId, version: 2 })).toMatchObject({
        status: "APPROVED",
        version: 2,
      });
      expect(await company.balances()).toMatchObject({ held: 0, allocated: 100 });
    },
  );

  test(
    "a refused decision names the changed account and file, and says when nothing differs",
    { tags: ["full"] },
    async () => {
      const desk = await adminApi();
      const accounts = await confirmedAccounts(company);
      const account = { holderName: "House", bankName: "State Bank", branch: "Fort" };
      const [first, second] = [
        await accounts.add({
          ...account,
          accountNumber: "50100000001",
          ifscCode: "SBIN0000300",
          isIfscConfirmed: true,
        }),
        await accounts.add({
          ...account,
          accountNumber: "50100000002",
          ifscCode: "SBIN0000300",
          isIfscConfirmed: true,
        }),
      ];
      const sha256 = "a".repeat(64);
      const { order, transaction } = await submittedPayment(company, member, {
        reference: "REF0001",
        sha256,
      });
      const orderId = transaction.id;
      const again = async (change: { beneficiaryId?: string; sha256?: string } = {}) => {
        await desk.orders.reject({ orderId, reason: "x" });
        await (
          await company.as(member)
        ).orders.submit({
          purchaseId: order.orderNumber,
          paymentMethod: "BANK",
          amount: "1005",
          referenceNumber: "REF0001",
          receiptId: await company.proof(member, change.sha256 ?? sha256),
          beneficiaryId: change.beneficiaryId ?? first.id,
          consent: true,
        });
      };
      // This uploads the same file again.
      await again();
      expect(await refusalText(desk.orders.approve({ orderId, version: 1 }))).toContain(
        "since it was shown: its details are the same.",
      );
      await again({ beneficiaryId: second.id, sha256: "b".repeat(64) });
      expect(await refusalText(desk.orders.approve({ orderId, version: 2 }))).toContain(
        "the proof is another file; it was paid to 50100000002, not 50100000001.",
      );
      const hindi = await refusalText(
        (await company.as(company.admin, { language: "hi" })).orders.approve({
          orderId,
          version: 2,
        }),
      );
      expect(hindi).toContain("प्रमाण की फ़ाइल दूसरी है; भुगतान 50100000001 पर नहीं, 50100000002 पर हुआ");
      // A version that never was.
      expect(await refusalText(desk.orders.approve({ orderId, version: 7 }))).toContain(
        "the earlier details are not known any more",
      );
    },
  );

  test(
    "a decision on an earlier submission in a selection is refused in its row; the others are decided",
    { tags: ["full"] },
    async () => {
      const { orderId, purchaseId } = await rejectedPayment();
      const { transaction } = await submittedPayment(company, await company.member());
      await submitByHand(purchaseId);
      const orderIds = [orderId, transaction.id];
      const versions = { [orderId]: 1, [transaction.id]: 1 };
      const desk = await adminApi();
      const outcomes = await desk.orders.approveMany({ orderIds, versions });
      expect(outcomes.map(({ refusal }) => refusal?.code ?? "ok")).toEqual([
        "SUBMISSION_CHANGED",
        "ok",
      ]);
      expect(outcomes[0]?.refusal?.params["changes"]).toContain("the method is MANUAL, not BANK");
      expect((await company.order(purchaseId)).status).toBe("PENDING");
      const rejected = await desk.orders.rejectMany({
        orderIds: [orderId],
        versions: { [orderId]: 1 },
        reason: "x",
      });
      expect(rejected[0]?.refusal?.code).toBe("SUBMISSION_CHANGED");
      const now = await desk.orders.rejectMany({
        orderIds: [orderId],
        versions: { [orderId]: 2 },
        reason: "x",
      });
      expect(now[0]?.refusal).toBeNull();
    },
  );

  test(
    "a reversal of an earlier submission cannot reverse the approval of a later one",
    { tags: ["full"] },
    async () => {
      const { orderId, purchaseId } = await rejectedPayment();
      await submitByHand(purchaseId);
      const desk = await adminApi();
      await desk.orders.approve({ orderId, version: 2 });
      expect(await resultCode(desk.orders.reverse({ orderId, version: 1, reason: "x" }))).toBe(
        "SUBMISSION_CHANGED",
      );
      expect((await company.order(purchaseId)).status).toBe("APPROVED");
      expect(await desk.orders.reverse({ orderId, version: 2, reason: "x" })).toMatchObject({
        status: "REVERSED",
      });
    },
  );

  test(
    "a decision names what changed since a submission that has no number, as older versions stored it",
    { tags: ["full"] },
    async () => {
      const { orderId, purchaseId } = await rejectedPayment();
      // A database of an older version has no number in the audit log, and 1 in the order.
      await harness.database.sql`ALTER TABLE audit_entries DISABLE TRIGGER USER`;
      await harness.database
        .sql`UPDATE audit_entries SET after = after - 'submissionVersion' - 'beneficiaryId' WHERE subject_id = ${orderId}`;
      await harness.database.sql`ALTER TABLE audit_entries ENABLE TRIGGER USER`;
      await submitByHand(purchaseId);
      const desk = await adminApi();
      expect(await refusalText(desk.orders.approve({ orderId, version: 1 }))).toContain(
        "the method is MANUAL, not BANK; the reference is none, not SBIN11112222",
      );
    },
  );
});

describe("an approval that waits behind a new submission", () => {
  /** Both wait for the order's row; the submission is first in the queue. */
  async function approveBehindSubmission(version: number | undefined) {
    const { orderId, purchaseId } = await rejectedPayment();
    const desk = await company.as(company.admin, { transport: "rest" });
    const other = harness.another(1);
    const { submitted, approved } = await other.db.transaction(async (tx) => {
      await runText(tx, "SELECT 1 FROM orders WHERE id = $1 FOR UPDATE", [orderId]);
      const submitted_ = resultCode(submitByHand(purchaseId));
      await untilWaiting(1);
      const approved_ = resultCode(desk.orders.approve({ orderId, version }));
      await untilWaiting(2);
      return { submitted: submitted_, approved: approved_ };
    });
    expect(await submitted).toBe("ok");
    return { approved: await approved, order: await company.order(purchaseId) };
  }

  async function untilWaiting(count: number): Promise<void> {
    await expect
      .poll(
        async () => {
          const [row] = await harness.database
            .sql`SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return row?.["waiting"];
        },
        { timeout: 60_000 },
      )
      .toBe(count);
  }

  test(
    "an approval that waits behind a new submission is refused",
    { tags: ["full"] },
    async () => {
      const { approved, order } = await approveBehindSubmission(1);
      expect(approved).toBe("SUBMISSION_CHANGED");
      expect(order).toMatchObject({ status: "PENDING", submissionVersion: 2 });
    },
  );

  test(
    "control: an approval without a version approves a submission that was never shown",
    { tags: ["full"] },
    async () => {
      const { approved, order } = await approveBehindSubmission(undefined);
      expect(approved).toBe("ok");
      expect(order).toMatchObject({ status: "APPROVED", paymentMethod: "MANUAL", reference: null });
    },
  );
});
