import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allocations, orders } from "@db/schema";
import { readConfig } from "@server/platform/config/environment";
import { createSecrets } from "@server/platform/config/secrets";
import { deliverMessages } from "@server/testing/deliver-messages";
import {
  type CompanyFixture,
  HARNESS_SECRET,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";

let harness: OrderHarness;
let company: CompanyFixture;
let referrer: Person;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  referrer = await company.member();
  member = await company.member({ referrerId: referrer.id });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

/** A hundred tokens for ₹1,005 with a fee of 2.5 %: ₹1,030.13. ₹5 of the amount buy nothing. */
async function waiting(change: Parameters<typeof submittedPayment>[2] = {}) {
  const { order, transaction } = await submittedPayment(company, member, change);
  return { orderNumber: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
}

const admin = () => company.as(company.admin);

/** Returns the text of the member's newest mail. */
async function mailed(): Promise<string> {
  const { appOrigin } = readConfig({ NODE_ENV: "test" });
  const through = { database: harness.database, secrets: createSecrets(HARNESS_SECRET), appOrigin };
  const [mail] = (await deliverMessages(through, { userId: member.id })).slice(-1);
  return `${mail?.text}`;
}

describe("less than the total", () => {
  test(
    "a sum below the total approves the tokens that it pays at the order's price; everything reports the part",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      const api = await admin();
      // 48 tokens cost ₹480 and a fee of ₹12; ₹8 stay open.
      expect(await api.payments.approveReceived({ ...ref, received: "500" })).toMatchObject({
        status: "APPROVED",
        totalQuantity: 48,
        amountPaise: 48_000,
        feePaise: 1_200,
        finalAmountPaise: 49_200,
        receivedPaise: 50_000,
      });
      expect(await company.order(orderNumber)).toMatchObject({
        quantity: 100,
        amountPaise: 100_500,
        totalPaise: 103_013,
        receivedPaise: 50_000,
        approvedQuantity: 48,
        approvedAmountPaise: 48_000,
        approvedFeePaise: 1_200,
      });
      expect(await company.received()).toMatchObject([
        { receivedPaise: 50_000, appliedPaise: 49_200 },
      ]);
      // The referrer's reward is 5 % of what was bought, and every token not needed is free again.
      expect(await company.balances()).toMatchObject({
        allocated: 50,
        poolAllocated: 50,
        poolHeld: 0,
        held: 0,
      });
      const own = await company.as(member);
      const [transaction] = (await own.orders.listMine({})).records;
      expect(transaction).toMatchObject({ totalQuantity: 48, finalAmountPaise: 49_200 });
      expect((await own.orders.receipt({ purchaseId: orderNumber })).transaction).toMatchObject({
        totalQuantity: 48,
      });
      expect(await api.payments.listUnallocated()).toMatchObject({
        payments: [{ kind: "CREDIT", orderNumber, openPaise: 800 }],
      });
      expect(await harness.messages("paymentAllocated")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
    },
  );

  test(
    "a sum below the total pays every token if only the remainder of the amount is missing",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      await (await admin()).payments.approveReceived({ ...ref, received: "1025.00" });
      expect(await company.order(orderNumber)).toMatchObject({
        approvedQuantity: 100,
        approvedAmountPaise: 100_000,
        approvedFeePaise: 2_500,
      });
      expect(await company.balances()).toMatchObject({ allocated: 105 });
      expect((await (await admin()).payments.listUnallocated()).payments).toEqual([]);
    },
  );

  test("a sum below one token is refused, and nothing changes", async () => {
    const { orderNumber, ref } = await waiting();
    const api = await admin();
    const decide = (received: string) =>
      resultCode(api.payments.approveReceived({ ...ref, received }));
    expect(await decide("10.24")).toBe("RECEIVED_BELOW_ONE_TOKEN");
    expect(await decide("0")).toBe("AMOUNT_INVALID");
    expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
    expect(await company.received()).toEqual([]);
  });

  test(
    "a partial approval is reversed as a part: all of the money is unallocated again",
    { tags: ["full"] },
    async () => {
      const { ref } = await waiting();
      const api = await admin();
      await api.payments.approveReceived({ ...ref, received: "500" });
      await api.orders.reverse({ ...ref, reason: "Another member's money" });
      expect(await company.balances()).toMatchObject({ allocated: 0, poolAllocated: 0 });
      expect((await api.payments.listUnallocated()).payments).toMatchObject([
        { openPaise: 50_000 },
      ]);
    },
  );
});

describe("a part whose rest is awaited", () => {
  const partOf = async (received: string) => {
    const made = await waiting();
    const api = await admin();
    const { version } = await api.payments.waitForRest({ ...made.ref, received });
    return { ...made, api, ref: { ...made.ref, version } };
  };

  test("a part whose rest is awaited stays on the order, which keeps its tokens; the member is told", async () => {
    const { orderNumber, ref, api } = await partOf("500");
    expect(await company.order(orderNumber)).toMatchObject({
      status: "PENDING",
      receivedPaise: 50_000,
      heldQuantity: 100,
      submissionVersion: 2,
    });
    expect(await company.received()).toMatchObject([
      { receivedPaise: 50_000, appliedPaise: 50_000 },
    ]);
    expect((await api.payments.listUnallocated()).payments).toEqual([]);
    expect(await harness.messages("paymentPart")).toContainEqual(
      expect.objectContaining({ userId: member.id }),
    );
    const own = await company.as(member);
    expect((await own.notices.mine())[0]).toMatchObject({ kind: "PART", orderNumber });
    const timeline = await own.orders.timeline({ purchaseId: orderNumber });
    expect(timeline).toMatchObject({
      waitsFor: "MEMBER",
      received: { paise: 50_000, totalPaise: 103_013 },
    });
    expect(timeline.steps.map(({ step }) => step)).toEqual([
      "KEPT",
      "SENT",
      "PART",
      "REST",
      "ALLOCATED",
    ]);
    // Neither a page from before the part nor a bulk approval decides on the order.
    expect(await resultCode(api.orders.approve({ ...ref, version: 1 }))).toBe("SUBMISSION_CHANGED");
    const [one] = await api.orders.approveMany({ orderIds: [ref.orderId] });
    expect(one?.refusal).toMatchObject({ code: "DECIDE_SINGLY" });
    expect(
      await resultCode(
        api.payments.waitForRest({ ...ref, received: "530.13", reference: "REST1" }),
      ),
    ).toBe("RECEIVED_PAYS_ALL");
  });

  test(
    "a part is approved with its rest, as one order with two payments",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref, api } = await partOf("500");
      const [claim] = await company.received();
      // A transfer has a number of its own: what is missing is not received without one.
      expect(await resultCode(api.orders.approve(ref))).toBe("REFERENCE_REQUIRED");
      await api.payments.approveReceived({ ...ref, received: "530.13", reference: "REST1" });
      expect(await company.order(orderNumber)).toMatchObject({
        status: "APPROVED",
        receivedPaise: null,
        restAskedAt: null,
        approvedQuantity: null,
      });
      expect(await company.received()).toMatchObject([
        { receivedPaise: 50_000, appliedPaise: 50_000, reference: claim?.reference },
        { receivedPaise: 53_013, appliedPaise: 53_013 },
      ]);
      expect(await company.balances()).toMatchObject({ allocated: 105, poolHeld: 0 });
      await api.orders.reverse({ ...ref, reason: "Both came from somebody else" });
      expect(
        (await api.payments.listUnallocated()).payments.map(({ openPaise }) => openPaise),
      ).toEqual([50_000, 53_013]);
    },
  );

  test(
    "an order is paid in more parts, and is approved with too much, or by the parts alone",
    { tags: ["full"] },
    async () => {
      const { ref, api } = await partOf("300");
      const second = await api.payments.waitForRest({
        ...ref,
        received: "200",
        reference: "second 1",
      });
      expect(second).toMatchObject({ version: 3, receivedPaise: 50_000 });
      await api.payments.approveReceived({
        ...ref,
        version: 3,
        received: "600",
        reference: "THIRD1",
      });
      expect(await company.received()).toMatchObject([
        { receivedPaise: 30_000, appliedPaise: 30_000 },
        { receivedPaise: 20_000, appliedPaise: 20_000, reference: "SECOND1" },
        { receivedPaise: 60_000, appliedPaise: 53_013 },
      ]);
      member = await company.member();
      const other = await partOf("500");
      await other.api.payments.approveReceived(other.ref);
      expect(await company.order(other.orderNumber)).toMatchObject({
        status: "APPROVED",
        approvedQuantity: 48,
        receivedPaise: 50_000,
      });
      expect((await company.received()).at(-1)).toMatchObject({
        receivedPaise: 50_000,
        appliedPaise: 49_200,
      });
    },
  );

  test(
    "a part cannot have the number of another order's payment, whichever comes first",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref, api } = await partOf("300");
      const other = await company.member();
      const theirs = await submittedPayment(company, other, { reference: "THEIRS12" });
      const rest = { ...ref, received: "200" };
      const credits = await company.received();
      for (const reference of ["THEIRS12", "theirs-12"]) {
        const again = { ...rest, reference };
        expect(await resultCode(api.payments.waitForRest(again))).toBe("REFERENCE_USED");
        expect(await resultCode(api.payments.approveReceived(again))).toBe("REFERENCE_USED");
      }
      expect(await company.received()).toEqual(credits);
      expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
      // Once the other order is rejected, its number can be one part of this order.
      const named = { orderId: theirs.transaction.id, version: 1 };
      await api.orders.reject({ ...named, reason: "Not their payment" });
      const second = await api.payments.waitForRest({ ...rest, reference: "THEIRS12" });
      const third = { ...ref, version: second.version, received: "530.13" };
      for (const reference of ["THEIRS12", "their s-12"]) {
        const again = api.payments.approveReceived({ ...third, reference });
        expect(await resultCode(again)).toBe("REFERENCE_USED");
      }
      await api.payments.approveReceived({ ...third, reference: "THIRD1" });
      expect((await company.received()).slice(1)).toMatchObject([
        { receivedPaise: 20_000, reference: "THEIRS12" },
        { receivedPaise: 53_013, reference: "THIRD1" },
      ]);
      const own = await company.as(other);
      const anew = own.orders.submit({
        purchaseId: theirs.order.orderNumber,
        paymentMethod: "BANK",
        amount: "1005",
        referenceNumber: "THEIRS12",
        receiptId: await company.proof(other),
        consent: true,
      });
      expect(await resultCode(anew)).toBe("REFERENCE_USED");
    },
  );

  test.each([
    ["en", "", "₹500.00 of your payment arrived and is unallocated."],
    ["en", "The rest did not come", "₹500.00 of your payment arrived and is unallocated."],
    ["hi", "", "आपके भुगतान में से ₹500.00 मिल गए हैं और अनावंटित हैं।"],
  ] as const)(
    "a part is reported as unallocated where the order is rejected (%s, %j)",
    async (language, reason, words) => {
      member = await company.member({ language });
      const { ref, api } = await partOf("500");
      await api.orders.reject({ ...ref, reason });
      const text = await mailed();
      expect(text).toContain(words);
      expect(text).toContain(reason);
      for (const wrong of ["could not match", "मिला नहीं सके", "/user/payment?"]) {
        expect(text).not.toContain(wrong);
      }
    },
  );

  test(
    "a part is unallocated again once the order is rejected, and does not count for later payments",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref, api } = await partOf("500");
      await api.orders.reject({ ...ref, reason: "The rest did not come" });
      expect(await company.balances()).toMatchObject({ poolHeld: 0, allocated: 0 });
      expect((await api.payments.listUnallocated()).payments).toMatchObject([
        { openPaise: 50_000 },
      ]);
      const own = await company.as(member);
      await own.orders.submit({
        purchaseId: orderNumber,
        paymentMethod: "MANUAL",
        amount: "1005",
        consent: true,
      });
      await api.orders.approve({ orderId: ref.orderId });
      expect((await api.payments.listUnallocated()).payments).toMatchObject([
        { openPaise: 50_000 },
      ]);
      expect(await company.balances()).toMatchObject({ allocated: 105 });
    },
  );

  test("a part needs a second admin as the whole order does", { tags: ["full"] }, async () => {
    await company.setCompany({ settings: { secondAdminAbovePaise: 60_000 } });
    const { orderNumber, ref, api } = await partOf("500");
    const second = await company.as(await company.anotherAdmin());
    const rest = { ...ref, received: "600", reference: "REST1" };
    expect(await resultCode(api.payments.approveReceived(rest))).toBe("NEEDS_SECOND_ADMIN");
    const [change] = await second.changes.list();
    await second.changes.confirm({ id: change?.id ?? "" });
    expect(await company.order(orderNumber)).toMatchObject({
      status: "APPROVED",
      receivedPaise: 110_000,
    });
  });

  test("of two admins who record a part at once one records it", { tags: ["full"] }, async () => {
    const { orderNumber, ref } = await waiting();
    const both = [await admin(), await company.as(await company.member({ role: "ADMIN" }))];
    const outcomes = await Promise.all(
      both.map((api) => resultCode(api.payments.waitForRest({ ...ref, received: "500" }))),
    );
    expect(outcomes.toSorted()).toEqual(["SUBMISSION_CHANGED", "ok"]);
    expect(await company.order(orderNumber)).toMatchObject({ receivedPaise: 50_000 });
    expect(await company.received()).toHaveLength(1);
  });
});

describe("more than the total", () => {
  test(
    "a sum above the total approves the order; the rest is unallocated until its refund, of which the member is told",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      const api = await admin();
      await api.payments.approveReceived({ ...ref, received: "2000" });
      expect(await company.order(orderNumber)).toMatchObject({
        status: "APPROVED",
        approvedQuantity: null,
        receivedPaise: 200_000,
      });
      const [open] = (await api.payments.listUnallocated()).payments;
      expect(open).toMatchObject({ openPaise: 96_987, kind: "CREDIT" });
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: open?.id ?? "",
        amount: "969.87",
        reference: "UTR-BACK",
        refundedOn: "2026-01-02",
      });
      expect((await api.payments.listUnallocated()).payments).toEqual([]);
      expect(await company.received()).toMatchObject([
        { receivedPaise: 200_000, appliedPaise: 103_013, refundedPaise: 96_987 },
      ]);
      expect(await harness.messages("paymentRefunded")).toContainEqual(
        expect.objectContaining({ userId: member.id }),
      );
    },
  );
});

describe("the sums of a day", () => {
  test(
    "the sums of a day add up: received money is allocated, refunded or unallocated",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const received = ["500", "2000", "1030.13"];
      for (const sum of received) {
        await api.payments.approveReceived({ ...(await waiting()).ref, received: sum });
      }
      const [open] = (await api.payments.listUnallocated()).payments;
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: open?.id ?? "",
        amount: "3",
        reference: "BACK-1",
        refundedOn: "2026-01-02",
      });
      const byHand = await (
        await company.as(member, { transport: "rest" })
      ).orders.submit({ paymentMethod: "MANUAL", amount: "100" });
      await api.orders.approve({ orderId: byHand.id });
      // A reversed payment that had not arrived after all counts as nothing.
      const { ref } = await waiting();
      await api.orders.approve(ref);
      await api.orders.reverse({ ...ref, reason: "Nothing came" });
      const unpaid = (await api.payments.listUnallocated()).payments.find(
        ({ openPaise }) => openPaise === 103_013,
      );
      await api.payments.dismiss({ kind: "CREDIT", paymentId: unpaid?.id ?? "", reason: "No" });

      const sums = await api.payments.days({});
      expect(sums.days).toMatchObject([
        {
          method: "BANK",
          count: 3,
          receivedPaise: 353_013,
          allocatedPaise: 255_226,
          refundedPaise: 300,
          openPaise: 97_487,
        },
        { method: "MANUAL", count: 1, receivedPaise: 10_250, allocatedPaise: 10_250, openPaise: 0 },
      ]);
      for (const line of [...sums.days, sums.total]) {
        const { receivedPaise, allocatedPaise, waitingPaise, refundedPaise, openPaise } = line;
        expect(allocatedPaise + waitingPaise + refundedPaise + openPaise).toBe(receivedPaise);
      }
      expect(sums.total).toMatchObject({ count: 4, receivedPaise: 363_263 });
      const before = await api.payments.days({ to: "2026-01-01" });
      expect(before).toMatchObject({ from: "2025-12-08", days: [], total: { receivedPaise: 0 } });
      expect(await api.payments.days({ from: "2020-01-01", to: "2026-01-01" })).toMatchObject({
        from: "2025-01-01",
      });
      const other = await harness.company();
      expect((await (await other.as(other.admin)).payments.days({})).days).toEqual([]);
    },
  );
});

describe("a second admin", () => {
  test("a second admin confirms the very sum that the first one received", async () => {
    await company.setCompany({ settings: { secondAdminAbovePaise: 40_000 } });
    const { orderNumber, ref } = await waiting();
    const second = await company.as(await company.anotherAdmin());
    const first = await admin();
    const decide = (api: typeof first, received: string) =>
      resultCode(api.payments.approveReceived({ ...ref, received }));
    expect(await decide(first, "500")).toBe("NEEDS_SECOND_ADMIN");
    const [change] = await second.changes.list();
    expect(change?.fields).toEqual([{ name: "receivedPaise", before: null, after: 50_000 }]);
    // Another sum is another request.
    expect(await decide(second, "600")).toBe("NEEDS_SECOND_ADMIN");
    expect(await resultCode(second.changes.confirm({ id: change?.id ?? "" }))).toBe(
      "CHANGE_ALREADY_DECIDED",
    );
    const third = await company.as(await company.anotherAdmin());
    const [other] = await third.changes.list();
    await third.changes.confirm({ id: other?.id ?? "" });
    expect(await company.order(orderNumber)).toMatchObject({
      status: "APPROVED",
      receivedPaise: 60_000,
      approvedQuantity: 58,
    });
  });

  test(
    "a second admin confirms the number of a part that the first one typed, by either way",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ settings: { secondAdminAbovePaise: 60_000 } });
      const newAdmin = async () => company.as(await company.anotherAdmin());
      const first = await admin();
      const second = await newAdmin();
      const withPart = async () => {
        const { orderNumber, ref } = await waiting();
        const { version } = await first.payments.waitForRest({ ...ref, received: "500" });
        const rest = { orderId: ref.orderId, version, received: "530.13" };
        return { orderNumber, rest };
      };
      const asked = async (reference: string) => {
        const made = await withPart();
        const typed = { ...made.rest, reference };
        expect(await resultCode(first.payments.approveReceived(typed))).toBe("NEEDS_SECOND_ADMIN");
        const [change] = await second.changes.list();
        return { ...made, id: change?.id ?? "", fields: change?.fields };
      };
      const lastNumber = async () => (await company.received()).at(-1)?.reference;

      const confirmed = await asked("rest 1");
      expect(confirmed.fields).toEqual([{ name: "partReference", before: null, after: "REST1" }]);
      const { orderId } = confirmed.rest;
      expect((await second.orders.findForAdmin({ orderId })).waitingApproval).toMatchObject({
        receivedPaise: null,
        partReference: "REST1",
        isOwn: false,
      });
      const told = (await second.activity.list({})).records.flatMap(({ changes }) => changes);
      expect(told).toContainEqual({ field: "partReference", before: null, after: "REST1" });
      await second.changes.confirm({ id: confirmed.id });
      expect(await lastNumber()).toBe("REST1");

      const approved = await asked("rest 2");
      await second.payments.approveReceived(approved.rest);
      expect(await lastNumber()).toBe("REST2");

      // Another number is another request, of the same admin too.
      const other = await asked("rest 3");
      const typed = { ...other.rest, reference: "REST4" };
      for (const api of [second, first]) {
        const again = { ...typed, reference: api === first ? "REST5" : "REST4" };
        expect(await resultCode(api.payments.approveReceived(again))).toBe("NEEDS_SECOND_ADMIN");
      }
      expect(await resultCode(second.changes.confirm({ id: other.id }))).toBe(
        "CHANGE_ALREADY_DECIDED",
      );
      // Its number was taken meanwhile: nothing is confirmed.
      const [last] = await second.changes.list();
      await submittedPayment(company, await company.member(), { reference: "REST5" });
      expect(await resultCode(second.changes.confirm({ id: last?.id ?? "" }))).toBe(
        "REFERENCE_USED",
      );
      expect(await resultCode(second.payments.approveReceived(other.rest))).toBe("REFERENCE_USED");
      expect(await company.order(other.orderNumber)).toMatchObject({ status: "PENDING" });
      expect(await lastNumber()).not.toBe("REST5");
    },
  );

  test("a second admin is not needed for a part below the company's sum", async () => {
    await company.setCompany({ settings: { secondAdminAbovePaise: 60_000 } });
    const { ref } = await waiting();
    await (await admin()).payments.approveReceived({ ...ref, received: "500" });
    expect(await company.balances()).toMatchObject({ allocated: 50 });
  });
});

test("a differing sum is never decided in bulk", async () => {
  const { orderNumber, ref } = await waiting({ paidAmount: "500" });
  const [one] = await (await admin()).orders.approveMany({ orderIds: [ref.orderId] });
  expect(one?.refusal).toMatchObject({ code: "DECIDE_SINGLY" });
  expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
});

describe("at once", () => {
  test(
    "of concurrent admins with different sums one decides, and the sums are that one's",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      const one = await admin();
      const other = await company.as(await company.member({ role: "ADMIN" }));
      const decide = (api: typeof one, received: string) =>
        resultCode(api.payments.approveReceived({ ...ref, received }));
      const outcomes = await Promise.all([
        decide(one, "400"),
        decide(other, "500"),
        decide(one, "600"),
        decide(other, "1030.13"),
      ]);
      expect(outcomes.toSorted()).toEqual([
        "ORDER_ALREADY_DECIDED",
        "ORDER_ALREADY_DECIDED",
        "ORDER_ALREADY_DECIDED",
        "ok",
      ]);
      const sum = [40_000, 50_000, 60_000, 103_013][outcomes.indexOf("ok")];
      expect(await company.received()).toMatchObject([{ receivedPaise: sum }]);
      expect(await company.order(orderNumber)).toMatchObject({ status: "APPROVED" });
    },
  );

  test(
    "control: without the order's lock all concurrent admins would find it undecided",
    { tags: ["full"] },
    async () => {
      const { ref } = await waiting();
      const { db } = harness.database;
      let readers = 0;
      let allRead = () => {};
      const everyone = new Promise<void>((resolve) => (allRead = resolve));
      // Each decision reads the order on a connection of its own before any of them writes it.
      const naive = () =>
        db.transaction(async (tx) => {
          const [order] = await tx.select().from(orders).where(eq(orders.id, ref.orderId));
          if ((readers += 1) === 2) allRead();
          await everyone;
          return order?.status;
        });
      expect(await Promise.all([naive(), naive()])).toEqual(["PENDING", "PENDING"]);
    },
  );

  test(
    "a part and the concurrent release of the tokens leave each order with its tokens in one place",
    { tags: ["full"] },
    async () => {
      const made = await Promise.all(
        [1, 2, 3].map(async () => {
          const one = await company.member();
          const record = await (
            await company.as(one, { transport: "rest" })
          ).orders.submit({
            paymentMethod: "MANUAL",
            amount: "1000",
          });
          await company.backdateSubmission(record.orderNumber, 8 * 24 * 3600);
          return record;
        }),
      );
      const decider = await admin();
      const [, ...outcomes] = await Promise.all([
        releaseUndecidedHolds(harness.database.db),
        ...made.map(({ id }) =>
          resultCode(decider.payments.approveReceived({ orderId: id, received: "512.50" })),
        ),
      ]);
      expect(outcomes).toEqual(["ok", "ok", "ok"]);
      await releaseUndecidedHolds(harness.database.db);
      expect(await company.balances()).toMatchObject({ poolHeld: 0, held: 0, allocated: 150 });
      const rows = await harness.database.db
        .select({ quantity: allocations.quantity })
        .from(allocations)
        .where(eq(allocations.companyId, company.id));
      expect(rows.map(({ quantity }) => quantity)).toEqual([50, 50, 50]);
    },
  );
});
