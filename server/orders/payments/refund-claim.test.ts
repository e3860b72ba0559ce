import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paymentRefunds } from "@db/schema";
import { RefundPaymentForm, RefundPaymentUnaskedForm } from "@server/orders/contracts/payments";
import { readConfig } from "@server/platform/config/environment";
import { createSecrets } from "@server/platform/config/secrets";
import { deliverMessages } from "@server/testing/deliver-messages";
import {
  keptPayment,
  SENT_BACK,
  applyForm,
  waitingOrder,
} from "@server/testing/unallocated-payments";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 8 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const admin = () => company.as(company.admin);
const open = async () => (await (await admin()).payments.listUnallocated()).payments;
const refunds = () =>
  harness.database.db
    .select({ amountPaise: paymentRefunds.amountPaise })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.companyId, company.id));

/** Returns the text of the member's newest mail. */
async function mailed(): Promise<string> {
  const { appOrigin } = readConfig({ NODE_ENV: "test" });
  const through = { database: harness.database, secrets: createSecrets(HARNESS_SECRET), appOrigin };
  const [mail] = (await deliverMessages(through, { userId: member.id })).slice(-1);
  return `${mail?.text}`;
}

/** An unallocated payment of ₹1,025, as a refund names it. */
const kept = async () => {
  const { id: paymentId } = await keptPayment(company, member);
  return { kind: "CLAIM" as const, paymentId, ...SENT_BACK };
};

describe("the refund of a payment that no order took", () => {
  test("a refund of all received money leaves nothing unallocated", async () => {
    const refund = { ...(await kept()), received: "1,025", amount: "1025" };
    expect(await (await admin()).payments.refund(refund)).toMatchObject({ restPaise: 0 });
    expect(await open()).toEqual([]);
    expect(await mailed()).not.toContain("still open");
    expect(await company.received()).toMatchObject([
      { receivedPaise: 102_500, appliedPaise: 0, refundedPaise: 102_500 },
    ]);
  });

  test("a refund of a part leaves the rest unallocated, which another order uses", async () => {
    const api = await admin();
    // More arrived than the member reports.
    const refund = { ...(await kept()), received: "1030", amount: "517.50" };
    expect(await api.payments.refund(refund)).toMatchObject({ allocated: 0, restPaise: 51_250 });
    expect(await mailed()).toContain("₹512.50 of the payment is still open.");
    expect(await company.received()).toMatchObject([
      { receivedPaise: 103_000, appliedPaise: 0, refundedPaise: 51_750 },
    ]);
    expect(await refunds()).toEqual([{ amountPaise: 51_750 }]);
    const { total } = await api.payments.days({});
    expect(total).toMatchObject({ receivedPaise: 103_000, refundedPaise: 51_750 });
    const [rest, ...others] = await open();
    if (!rest) throw new Error("Nothing is open.");
    expect(others).toEqual([]);
    expect(rest).toMatchObject({ kind: "CREDIT", openPaise: 51_250, canDismiss: false });

    const other = await waitingOrder(company, member, { amount: "500" });
    expect(await api.payments.payOrder(applyForm(rest, other))).toMatchObject({ quantity: 50 });
    expect(await open()).toMatchObject([{ kind: "CLAIM", orderId: other.id }]);
    expect(await company.received()).toMatchObject([
      { receivedPaise: 103_000, appliedPaise: 51_250, refundedPaise: 51_750 },
    ]);
  });

  test("a refund leaves a rest that needs a second admin for the order that it pays", async () => {
    const refund = { ...(await kept()), received: "1025", amount: "1" };
    await (await admin()).payments.refund(refund);
    await company.setCompany({ settings: { secondAdminAbovePaise: 40_000 } });
    await company.anotherAdmin();
    const [rest] = await open();
    if (!rest) throw new Error("Nothing is open.");
    const other = await waitingOrder(company, member, { amount: "500" });
    const paid = (await admin()).payments.payOrder(applyForm(rest, other));
    expect(await resultCode(paid)).toBe("NEEDS_SECOND_ADMIN");
    expect(await open()).toMatchObject([{ openPaise: 102_400 }]);
  });

  test("a refund above the received sum is refused, and nothing is recorded", async () => {
    const api = await admin();
    const refund = await kept();
    const below = { ...refund, received: "500", amount: "500.01" };
    expect(await resultCode(api.payments.refund(below))).toBe("RECEIVED_BELOW_REFUND");
    // Without a sum, the refund counts as received, limited to the sum that the member can have sent.
    const { received: _none, ...unsaid } = { ...below, amount: "1025.01" };
    expect(await resultCode(api.payments.refund(unsaid))).toBe("REFUND_TOO_LARGE");
    expect(await resultCode(api.payments.refund({ ...below, received: "0" }))).not.toBe("ok");
    expect(await company.received()).toEqual([]);
    expect(await refunds()).toEqual([]);
    expect(await open()).toMatchObject([{ kind: "CLAIM" }]);
  });

  test("a refund without a received sum counts the refunded sum as received; the page asks", async () => {
    const refund = { ...(await kept()), amount: "500" };
    expect(RefundPaymentUnaskedForm.safeParse(refund).error?.issues).toMatchObject([
      { path: ["received"], message: "AMOUNT_INVALID" },
    ]);
    expect(RefundPaymentUnaskedForm.safeParse({ ...refund, kind: "CREDIT" }).success).toBe(true);
    // It may ask whether the money was seen, as an approval does.
    expect(RefundPaymentForm.safeParse({ ...refund, received: "500" }).error?.issues).toMatchObject(
      [{ path: ["moneyConfirmed"], message: "MONEY_NOT_CONFIRMED" }],
    );
    await (await admin()).payments.refund(refund);
    expect(await company.received()).toMatchObject([
      { receivedPaise: 50_000, refundedPaise: 50_000 },
    ]);
    expect(await open()).toEqual([]);
  });

  test("a refund with the number of an earlier refund of the same money is refused; another one is not", async () => {
    const api = await admin();
    await api.payments.refund({ ...(await kept()), received: "1025", amount: "100" });
    const [rest] = await open();
    const next = { kind: "CREDIT" as const, paymentId: rest?.id ?? "", amount: "50" };
    const refused = api.payments.refund({ ...next, ...SENT_BACK, reference: "back-1" });
    await expect(refused).rejects.toMatchObject({
      cause: { code: "REFUND_RECORDED", fields: { reference: ["REFUND_RECORDED"] } },
    });
    expect(await open()).toMatchObject([{ openPaise: 92_500 }]);
    expect(await refunds()).toEqual([{ amountPaise: 10_000 }]);
    expect(await api.payments.refund({ ...next, ...SENT_BACK, reference: "BACK2" })).toMatchObject({
      restPaise: 87_500,
    });
  });

  test("a refund repeated with its key, also at once, is recorded once", async () => {
    const refund = { ...(await kept()), received: "1025", amount: "25" };
    const keyed = await company.as(company.admin, { key: "refund-1" });
    const first = await keyed.payments.refund(refund);
    expect(await keyed.payments.refund(refund)).toEqual(first);
    expect(await resultCode((await admin()).payments.refund(refund))).toBe("PAYMENT_SETTLED");
    expect(await company.received()).toHaveLength(1);
    expect(await refunds()).toHaveLength(1);

    company = await harness.company();
    member = await company.member();
    const another = { ...(await kept()), received: "1025", amount: "25" };
    const api = await admin();
    const all = await Promise.all([1, 2, 3].map(() => resultCode(api.payments.refund(another))));
    expect(all.toSorted()).toEqual(["PAYMENT_SETTLED", "PAYMENT_SETTLED", "ok"]);
    expect(await company.received()).toHaveLength(1);
  });
});
