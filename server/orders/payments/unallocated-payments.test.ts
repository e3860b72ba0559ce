import { and, asc, eq, like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, orders, paymentRefunds } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 150 });
  member = await company.member();
  await (await company.as(company.admin)).dashboard.chooseMails({ mails: "EACH" });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const payment = async (person: Person, referenceNumber: string, amount = "1000") => ({
  paymentMethod: "BANK",
  amount,
  referenceNumber,
  receiptId: await company.proof(person),
  consent: true,
});

/** An expired order of a hundred tokens, while another member holds all but fifty. */
async function latePayer() {
  const api = await company.as(member);
  const order = await api.orders.create({ amount: "1000" });
  await company.expireHold(order.orderNumber);
  const other = await company.member();
  const others = await company.as(other);
  const taking = await others.orders.create({ amount: "1000" });
  await others.orders.submit({
    purchaseId: taking.orderNumber,
    ...(await payment(other, "OTHER-1")),
  });
  return { api, order, taking };
}

test("a payment of an order that was created for it is not late", { tags: ["full"] }, async () => {
  await company.setCompany({ maxPendingOrders: 1 });
  const api = await company.as(member, { transport: "rest" });
  await api.orders.submit(await payment(member, "FIRST-1", "200"));
  const second = api.orders.submit(await payment(member, "SECOND-1", "200"));
  expect(await resultCode(second)).toBe("TOO_MANY_PENDING_ORDERS");
  expect((await api.notices.mine()).map(({ kind }) => kind)).toEqual(["KEPT"]);
});

describe("a late payment without tokens", () => {
  test(
    "a late payment without tokens is refused, and stays unallocated for an admin with its reference",
    { tags: ["full"] },
    async () => {
      const { api, order } = await latePayer();
      const sent = await payment(member, "LATE-1");
      expect(await resultCode(api.orders.submit({ purchaseId: order.orderNumber, ...sent }))).toBe(
        "SUPPLY_GONE_AFTER_PAYMENT",
      );
      expect(await company.order(order.orderNumber)).toMatchObject({
        status: "EXPIRED",
        heldQuantity: 0,
      });
      const admin = await company.as(company.admin);
      const { payments, count, freeTokens } = await admin.payments.listUnallocated();
      expect(count).toBe(1);
      expect(freeTokens).toBe(50);
      expect(payments).toMatchObject([
        {
          kind: "CLAIM",
          reference: "LATE1",
          orderNumber: order.orderNumber,
          openPaise: 102_500,
          because: "SUPPLY_GONE_AFTER_PAYMENT",
          member: { id: member.id },
        },
      ]);
      expect(await admin.payments.countUnallocated()).toBe(1);
      expect(await harness.messages("paymentKept")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
      expect(await harness.messages("paymentUnapplied")).toContainEqual(
        expect.objectContaining({ userId: company.admin.id }),
      );
    },
  );

  test(
    "a late payment sent again with another proof has it in the activity; unchanged, it adds nothing",
    { tags: ["full"] },
    async () => {
      const { api, order } = await latePayer();
      const sent = await payment(member, "LATE-PROOF");
      const submit = (change: object) =>
        resultCode(api.orders.submit({ purchaseId: order.orderNumber, ...sent, ...change }));
      const receiptId = await company.proof(member);
      for (const change of [{}, {}, { receiptId }, { receiptId }]) {
        expect(await submit(change)).toBe("SUPPLY_GONE_AFTER_PAYMENT");
      }
      const [open, ...others] = (await company.payments()).filter(
        ({ status }) => status === "UNALLOCATED",
      );
      expect(open).toMatchObject({ proofMediaId: receiptId });
      const about = await harness.database.db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.companyId, company.id), like(auditEntries.action, "payment.%")))
        .orderBy(asc(auditEntries.createdAt));
      expect(others).toEqual([]);
      expect(about).toMatchObject([
        { action: "payment.unapplied", after: { proofMediaId: sent.receiptId } },
        {
          action: "payment.changed",
          actorId: member.id,
          subjectId: open?.orderId,
          before: { proofMediaId: sent.receiptId, orderNumber: order.orderNumber },
          after: { proofMediaId: receiptId, orderNumber: order.orderNumber },
        },
      ]);
    },
  );

  test(
    "a late payment repeated with the same key, or the same reference, is the same unallocated payment",
    { tags: ["full"] },
    async () => {
      const { order } = await latePayer();
      const keyed = await company.as(member, { key: "late" });
      const sent = await payment(member, "LATE-2");
      const submit = (again: typeof sent) =>
        resultCode(keyed.orders.submit({ purchaseId: order.orderNumber, ...again }));
      expect(await submit(sent)).toBe("SUPPLY_GONE_AFTER_PAYMENT");
      expect(await submit(sent)).toBe("SUPPLY_GONE_AFTER_PAYMENT");
      expect(await submit({ ...sent, receiptId: await company.proof(member) })).toBe(
        "SUPPLY_GONE_AFTER_PAYMENT",
      );
      const all = await Promise.all([1, 2, 3, 4].map(() => submit(sent)));
      expect(new Set(all)).toEqual(new Set(["SUPPLY_GONE_AFTER_PAYMENT"]));
      expect(await company.payments()).toHaveLength(2);
      expect(
        (await company.payments()).filter(({ status }) => status === "UNALLOCATED"),
      ).toHaveLength(1);
    },
  );

  test(
    "a late payment is applied by a later repetition once there are tokens",
    { tags: ["full"] },
    async () => {
      const { api, order, taking } = await latePayer();
      const sent = await payment(member, "LATE-3");
      await resultCode(api.orders.submit({ purchaseId: order.orderNumber, ...sent }));
      const admin = await company.as(company.admin);
      await admin.orders.reject({ orderId: taking.id, reason: "Not in our account" });
      await api.orders.submit({ purchaseId: order.orderNumber, ...sent });
      const own = (await company.payments()).filter(({ orderId }) => orderId === order.id);
      expect(own).toMatchObject([{ status: "WAITING", reference: "LATE3" }]);
      expect((await admin.payments.listUnallocated()).payments).toEqual([]);
    },
  );

  test(
    "a late payment keeps no other member's file, and nothing of another member's order",
    { tags: ["full"] },
    async () => {
      const { order } = await latePayer();
      const thief = await company.member();
      const api = await company.as(thief);
      const stolen = { ...(await payment(thief, "THIEF")), receiptId: await company.proof(member) };
      expect(
        await resultCode(api.orders.submit({ purchaseId: order.orderNumber, ...stolen })),
      ).toBe("ORDER_NOT_FOUND");
      expect(await resultCode(api.orders.submit({ ...stolen, amount: "2000" }))).toBe(
        "RECEIPT_NOT_FOUND",
      );
      expect((await company.payments()).filter(({ memberId }) => memberId === thief.id)).toEqual(
        [],
      );
    },
  );
});

describe("a purchase and payment in one call", () => {
  test(
    "a purchase and payment in one call that finds too few tokens leaves one unallocated payment on one order without a hold",
    { tags: ["full"] },
    async () => {
      await latePayer();
      const buyer = await company.member();
      const api = await company.as(buyer, { transport: "rest" });
      const sent = await payment(buyer, "ONE-1", "1200");
      expect(await resultCode(api.orders.submit(sent))).toBe("SUPPLY_TOO_LOW");
      // The payment's order is known by now.
      expect(await resultCode(api.orders.submit(sent))).toBe("SUPPLY_GONE_AFTER_PAYMENT");
      const own = (await company.payments()).filter(({ memberId }) => memberId === buyer.id);
      expect(own).toMatchObject([{ status: "UNALLOCATED", reference: "ONE1" }]);
      const made = await harness.database.db
        .select()
        .from(orders)
        .where(and(eq(orders.companyId, company.id), eq(orders.memberId, buyer.id)));
      expect(made).toMatchObject([{ status: "EXPIRED", heldQuantity: 0, quantity: 120 }]);
    },
  );

  test(
    "a purchase and payment that is repeated uses its first order once there are tokens",
    { tags: ["full"] },
    async () => {
      const { taking } = await latePayer();
      const buyer = await company.member();
      const api = await company.as(buyer, { transport: "rest" });
      const sent = await payment(buyer, "ONE-2", "1200");
      await resultCode(api.orders.submit(sent));
      const admin = await company.as(company.admin);
      await admin.orders.reject({ orderId: taking.id, reason: "Not in our account" });
      await api.orders.submit(sent);
      const own = (await company.payments()).filter(({ memberId }) => memberId === buyer.id);
      expect(own).toMatchObject([{ status: "WAITING" }]);
    },
  );
});

describe("limits", () => {
  test(
    "a payment beyond the limit of pending orders leaves an unallocated payment as well",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ maxPendingOrders: 1 });
      const api = await company.as(member);
      for (const [amount, reference] of [
        ["100", "A-1"],
        ["200", "A-2"],
      ] as const) {
        const order = await api.orders.create({ amount }).catch(() => null);
        if (!order) continue;
        await api.orders.submit({
          purchaseId: order.orderNumber,
          ...(await payment(member, reference, amount)),
        });
      }
      const rest = await company.as(member, { transport: "rest" });
      expect(await resultCode(rest.orders.submit(await payment(member, "A-3", "300")))).toBe(
        "TOO_MANY_PENDING_ORDERS",
      );
      expect((await company.payments()).at(-1)).toMatchObject({
        status: "UNALLOCATED",
        unallocatedBecause: "TOO_MANY_PENDING_ORDERS",
      });
    },
  );

  test("a member has at most five unallocated payments", { tags: ["full"] }, async () => {
    await latePayer();
    const buyer = await company.member();
    const api = await company.as(buyer, { transport: "rest" });
    for (let n = 1; n <= 5; n += 1) {
      expect(await resultCode(api.orders.submit(await payment(buyer, `FLOOD-${n}`, "1400")))).toBe(
        "SUPPLY_TOO_LOW",
      );
    }
    expect(await resultCode(api.orders.submit(await payment(buyer, "FLOOD-6", "1400")))).toBe(
      "TOO_MANY_UNAPPLIED_PAYMENTS",
    );
    expect(await resultCode(api.orders.submit(await payment(buyer, "FLOOD-5", "1400")))).toBe(
      "SUPPLY_GONE_AFTER_PAYMENT",
    );
    expect((await company.payments()).filter(({ memberId }) => memberId === buyer.id)).toHaveLength(
      5,
    );
  });
});

describe("an admin", () => {
  async function unallocated() {
    const { api, order } = await latePayer();
    await resultCode(
      api.orders.submit({ purchaseId: order.orderNumber, ...(await payment(member, "DUE-1")) }),
    );
    const admin = await company.as(company.admin);
    const [found] = (await admin.payments.listUnallocated()).payments;
    if (!found) throw new Error("There is no payment.");
    return { admin, order, found };
  }

  test(
    "an admin allocates the tokens that are left; the rest of the money stays unallocated until it is sent back",
    { tags: ["full"] },
    async () => {
      const { admin, order, found } = await unallocated();
      const removal = () => resultCode(admin.members.remove({ id: member.id }));
      expect(await removal()).toBe("MEMBER_HAS_OPEN_PAYMENTS");
      expect(
        await admin.payments.allocate({ paymentId: found.id, seenAt: found.updatedAt }),
      ).toEqual({ orderNumber: order.orderNumber, allocated: 50, restPaise: 51_250 });
      expect(await company.order(order.orderNumber)).toMatchObject({
        status: "APPROVED",
        quantity: 100,
        approvedQuantity: 50,
        approvedAmountPaise: 50_000,
        approvedFeePaise: 1_250,
      });
      const balances = await company.balances();
      expect(balances).toMatchObject({ allocated: 50, poolAllocated: 50 });
      expect(balances.poolHeld).toBe(balances.held);
      const [transaction] = (await (await company.as(member)).orders.listMine({})).records;
      expect(transaction).toMatchObject({
        totalQuantity: 50,
        amountPaise: 50_000,
        finalAmountPaise: 51_250,
      });
      const { payments } = await admin.payments.listUnallocated();
      expect(payments).toMatchObject([{ kind: "CREDIT", openPaise: 51_250 }]);
      expect(await removal()).toBe("MEMBER_HAS_OPEN_PAYMENTS");
      const [rest] = payments;
      const refund = {
        kind: "CREDIT" as const,
        paymentId: rest?.id ?? "",
        reference: "REFUND-1",
        refundedOn: "2026-01-02",
      };
      expect(await resultCode(admin.payments.refund({ ...refund, amount: "512.51" }))).toBe(
        "REFUND_TOO_LARGE",
      );
      await admin.payments.refund({ ...refund, amount: "512.50" });
      expect((await admin.payments.listUnallocated()).payments).toEqual([]);
      expect(await company.received()).toMatchObject([
        { receivedPaise: 102_500, appliedPaise: 51_250, refundedPaise: 51_250 },
      ]);
      expect(await removal()).toBe("ok");
    },
  );

  test(
    "an admin allocates the whole order once there are enough tokens",
    { tags: ["full"] },
    async () => {
      const { admin, order, found } = await unallocated();
      const waiting = await harness.database.db
        .select()
        .from(orders)
        .where(and(eq(orders.companyId, company.id), eq(orders.status, "PENDING")));
      await admin.orders.reject({ orderId: waiting[0]?.id ?? "", reason: "Not in our account" });
      expect(await admin.payments.allocate({ paymentId: found.id })).toMatchObject({
        allocated: 100,
        restPaise: 0,
      });
      expect(await company.order(order.orderNumber)).toMatchObject({
        status: "APPROVED",
        approvedQuantity: null,
      });
    },
  );

  test("an admin's double allocation allocates once", { tags: ["full"] }, async () => {
    const { admin, found } = await unallocated();
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => resultCode(admin.payments.allocate({ paymentId: found.id }))),
    );
    expect(both.sort()).toEqual(["PAYMENT_SETTLED", "PAYMENT_SETTLED", "PAYMENT_SETTLED", "ok"]);
    expect(await company.received()).toHaveLength(1);
  });

  test(
    "an admin refunds an unallocated payment, which is then settled",
    { tags: ["full"] },
    async () => {
      const { admin, found } = await unallocated();
      const refund = {
        kind: "CLAIM" as const,
        paymentId: found.id,
        amount: "1025",
        reference: "back 1",
        refundedOn: "2026-01-02",
      };
      expect(await resultCode(admin.payments.refund({ ...refund, refundedOn: "2999-01-01" }))).toBe(
        "REFUND_DATE_INVALID",
      );
      await admin.payments.refund(refund);
      expect(await resultCode(admin.payments.refund(refund))).toBe("PAYMENT_SETTLED");
      expect(await harness.database.db.select().from(paymentRefunds)).toContainEqual(
        expect.objectContaining({
          companyId: company.id,
          reference: "BACK1",
          amountPaise: 102_500,
        }),
      );
      expect((await company.payments()).at(-1)?.status).toBe("CONFIRMED");
    },
  );

  test(
    "of three unallocated payments with one number an admin settles only one, whichever way",
    { tags: ["full"] },
    async () => {
      const buyers = [member, await company.member(), await company.member()];
      const numbers: string[] = [];
      for (const buyer of buyers) {
        const { orderNumber } = await (await company.as(buyer)).orders.create({ amount: "1000" });
        await company.expireHold(orderNumber);
        numbers.push(orderNumber);
      }
      await latePayer();
      for (const [at, buyer] of buyers.entries()) {
        const purchaseId = numbers[at] ?? "";
        const sent = await payment(buyer, "TWICE-1");
        await resultCode((await company.as(buyer)).orders.submit({ purchaseId, ...sent }));
      }
      const admin = await company.as(company.admin);
      const open = (await admin.payments.listUnallocated()).payments;
      const idOf = (orderNumber?: string) =>
        open.find((one) => one.orderNumber === orderNumber)?.id ?? "";
      const [first, second, third] = numbers.map(idOf);
      const refund = (paymentId = "") =>
        resultCode(
          admin.payments.refund({
            kind: "CLAIM",
            paymentId,
            amount: "1025",
            reference: "BACK",
            refundedOn: "2026-01-02",
          }),
        );
      expect(await refund(first)).toBe("ok");
      expect(await refund(second)).toBe("REFERENCE_USED");
      expect(await resultCode(admin.payments.allocate({ paymentId: second ?? "" }))).toBe(
        "REFERENCE_USED",
      );
      expect(await company.received()).toMatchObject([
        { receivedPaise: 102_500, reference: "TWICE1" },
      ]);
      expect((await admin.payments.listUnallocated()).payments).toHaveLength(2);
      // They are closed as the same payment.
      for (const paymentId of [second ?? "", third ?? ""]) {
        await admin.payments.dismiss({ kind: "CLAIM", paymentId, reason: "The same payment" });
      }
      expect((await admin.payments.listUnallocated()).payments).toEqual([]);
    },
  );

  test(
    "an admin dismisses an unallocated payment; the member can submit it again",
    { tags: ["full"] },
    async () => {
      const { admin, order, found } = await unallocated();
      await admin.payments.dismiss({
        kind: "CLAIM",
        paymentId: found.id,
        reason: "Not in our account",
      });
      const own = (await company.payments()).filter(({ orderId }) => orderId === order.id);
      expect(own).toMatchObject([{ status: "REFUSED" }]);
      const api = await company.as(member);
      expect(
        await resultCode(
          api.orders.submit({ purchaseId: order.orderNumber, ...(await payment(member, "DUE-1")) }),
        ),
      ).toBe("SUPPLY_GONE_AFTER_PAYMENT");
    },
  );

  test(
    "an admin settles the money of a reversed approval as not received",
    { tags: ["full"] },
    async () => {
      const api = await company.as(member);
      const order = await api.orders.create({ amount: "1000" });
      await api.orders.submit({
        purchaseId: order.orderNumber,
        ...(await payment(member, "REV-1")),
      });
      const admin = await company.as(company.admin);
      await admin.orders.approve({ orderId: order.id });
      await admin.orders.reverse({ orderId: order.id, reason: "Mistaken" });
      const [open] = (await admin.payments.listUnallocated()).payments;
      expect(open).toMatchObject({ kind: "CREDIT", openPaise: 102_500 });
      await admin.payments.dismiss({
        kind: "CREDIT",
        paymentId: open?.id ?? "",
        reason: "The bank took it back",
      });
      expect((await admin.payments.listUnallocated()).payments).toEqual([]);
    },
  );

  test(
    "an admin settles the shown version: an unallocated payment that changed is refused",
    { tags: ["full"] },
    async () => {
      const { admin, found } = await unallocated();
      const seenAt = new Date(new Date(found.updatedAt).getTime() - 1).toISOString();
      expect(await resultCode(admin.payments.allocate({ paymentId: found.id, seenAt }))).toBe(
        "PAYMENT_SETTLED",
      );
    },
  );

  test(
    "an admin of another company, and a member, find no unallocated payment",
    { tags: ["full"] },
    async () => {
      const { found } = await unallocated();
      const elsewhere = await harness.company();
      const stranger = await elsewhere.as(elsewhere.admin);
      const refund = { amount: "1", reference: "R", refundedOn: "2026-01-02" };
      for (const kind of ["CLAIM", "CREDIT"] as const) {
        const named = { kind, paymentId: found.id };
        expect(await resultCode(stranger.payments.refund({ ...named, ...refund }))).toBe(
          "PAYMENT_NOT_FOUND",
        );
        expect(await resultCode(stranger.payments.dismiss({ ...named, reason: "x" }))).toBe(
          "PAYMENT_NOT_FOUND",
        );
      }
      expect(await resultCode(stranger.payments.allocate({ paymentId: found.id }))).toBe(
        "PAYMENT_NOT_FOUND",
      );
      expect((await stranger.payments.listUnallocated()).payments).toEqual([]);
      const own = await company.as(member);
      expect(await resultCode(own.payments.allocate({ paymentId: found.id }))).toBe("WRONG_ROLE");
      expect(await resultCode(own.payments.listUnallocated())).toBe("WRONG_ROLE");
      expect((await company.payments()).at(-1)?.status).toBe("UNALLOCATED");
    },
  );
});
