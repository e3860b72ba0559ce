import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders } from "@db/schema";
import { refusalFrom } from "@server/access/call/refusal-from";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { translateRefusal } from "@server/platform/words/translators.server";

// Money with a number is received once, except as parts of one submission of one order.

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000, maxPendingOrders: 100 });
  member = await company.member({ name: "Rahul Sharma" });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const admin = () => company.as(company.admin);
const TOTAL = 103_013;

/** An order of ₹1,030.13 that waits with a number. */
async function waiting(reference: string, buyer: Person = member) {
  const { order, transaction } = await submittedPayment(company, buyer, { reference });
  return { orderNumber: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
}
type StoredForSecondAdmin = Awaited<ReturnType<typeof waiting>>;

/** An open credit of a statement, booked today. */
const entry = (reference: string | null, amountPaise = TOTAL, narration = "NEFT") =>
  company.entry({ reference, amountPaise, narration });

/** Money that an admin records beside an order's payment: it is open. */
const recorded = async (
  { orderNumber: purchaseId, ref: { version } }: StoredForSecondAdmin,
  reference: string,
  more: { lineId?: string } = {},
) =>
  (await admin()).payments.record({
    purchaseId,
    version,
    paymentMethod: "BANK",
    reference,
    received: "1030.13",
    ...more,
    isOtherMoney: true,
    reason: "Compared",
  });

const receivedPaise = async () => (await (await admin()).payments.days({})).total.receivedPaise;

/** Every way to receive an order's payment. */
async function receiptsOf({ orderNumber, ref }: StoredForSecondAdmin) {
  const api = await admin();
  const lineId = await entry(null, TOTAL, `NEFT ${orderNumber} RAHUL SHARMA`);
  const certain = async () => {
    const [result] = await api.statements.decideMany({ lines: [{ ...ref, lineId }] });
    return result?.refusal?.code ?? "ok";
  };
  const bulk = async () => {
    const { orderId, version } = ref;
    const [result] = await api.orders.approveMany({
      orderIds: [orderId],
      versions: { [orderId]: version },
      reasons: { [orderId]: "It is right" },
    });
    return result?.refusal?.code ?? "ok";
  };
  return {
    single: () => resultCode(api.orders.approve(ref)),
    bySum: () => resultCode(api.payments.approveReceived({ ...ref, received: "1030.13" })),
    inPart: () => resultCode(api.payments.waitForRest({ ...ref, received: "500" })),
    byEntry: () => resultCode(api.statements.approve({ ...ref, lineId })),
    certain,
    bulk,
  };
}

async function expectNotReceived(order: StoredForSecondAdmin): Promise<void> {
  const before = await receivedPaise();
  const { certain, bulk, ...single } = await receiptsOf(order);
  for (const receive of Object.values(single)) expect(await receive()).toBe("REFERENCE_RECORDED");
  for (const receive of [certain, bulk]) {
    expect(await receive()).toMatch(/^(REFERENCE_RECORDED|DECIDE_SINGLY)$/);
  }
  expect(await receivedPaise()).toBe(before);
  expect(await company.order(order.orderNumber)).toMatchObject({ status: "PENDING" });
  // The refusal does not depend on the flags of the submission.
  await harness.database.db
    .update(orders)
    .set({ flags: [] })
    .where(eq(orders.id, order.ref.orderId));
  expect([await bulk(), await certain()]).toEqual(["REFERENCE_RECORDED", "REFERENCE_RECORDED"]);
  expect(await receivedPaise()).toBe(before);
}

describe("money that is on record for the same order", () => {
  test(
    "an order's money is not received again by an entry with its number, one by one or among certain ones",
    { tags: ["full"] },
    async () => {
      const order = await waiting("MISTYPED1");
      await recorded(order, "611111111111");
      const api = await admin();
      const lineId = await entry("611111111111", TOTAL, `NEFT ${order.orderNumber} RAHUL SHARMA`);
      // It shows that money, and waits for nothing.
      expect((await api.statements.lines({})).lines).toEqual([]);
      const named = { ...order.ref, lineId };
      const [certain] = await api.statements.decideMany({ lines: [named] });
      expect(certain?.refusal?.code).toBe("REFERENCE_RECORDED");
      expect(await resultCode(api.statements.approve(named))).toBe("REFERENCE_RECORDED");
      const first = { ...named, received: "1030.13" };
      expect(await resultCode(api.payments.approveReceived(first))).toBe("REFERENCE_RECORDED");
      expect(await receivedPaise()).toBe(TOTAL);
      // Its own payment still is.
      await api.orders.approve(order.ref);
      expect(await receivedPaise()).toBe(2 * TOTAL);
    },
  );

  test(
    "an order's money is not a further part, by its typed number or its entry's",
    { tags: ["full"] },
    async () => {
      const order = await waiting("633333333333");
      const api = await admin();
      const { version } = await api.payments.waitForRest({ ...order.ref, received: "500" });
      const further = { orderId: order.ref.orderId, version };
      const lineId = await entry("622222222222");
      await recorded({ ...order, ref: further }, "611111111111", { lineId });
      const rest = { ...further, received: "530.13" };
      for (const reference of ["611111111111", "6222 2222-2222"]) {
        const typed = { ...rest, reference };
        expect(await resultCode(api.payments.approveReceived(typed))).toBe("REFERENCE_RECORDED");
        expect(await resultCode(api.payments.waitForRest({ ...typed, received: "100" }))).toBe(
          "REFERENCE_RECORDED",
        );
      }
      const again = { ...rest, lineId: await entry("611111111111", 53_013) };
      expect(await resultCode(api.payments.approveReceived(again))).toBe("REFERENCE_RECORDED");
      expect(await receivedPaise()).toBe(50_000 + TOTAL);
      // The number of a part is that of no other part, however it is written.
      for (const reference of ["633333333333", "UTR No. 0000-6333 3333 3333"]) {
        const again = api.payments.approveReceived({ ...rest, reference });
        expect(await resultCode(again)).toBe("REFERENCE_USED");
      }
      await api.payments.approveReceived({ ...rest, reference: "SECOND1234" });
      expect(await receivedPaise()).toBe(2 * TOTAL);
    },
  );
});

describe("money that was received for another order", () => {
  test(
    "unallocated money of a reversed order is not received for an order that names it",
    { tags: ["full"] },
    async () => {
      const api = await admin();
      const first = await waiting("REVERSED12");
      await api.orders.approve(first.ref);
      await api.orders.reverse({ ...first.ref, reason: "Another member's" });
      const second = await waiting("REVERSED12", await company.member({ name: "Rahul Sharma" }));
      expect((await company.order(second.orderNumber)).flags).toEqual(
        expect.arrayContaining(["REUSED_REFERENCE", "RECORDED_REFERENCE"]),
      );
      await expectNotReceived(second);
      // The money is found missing with the first member, and received here.
      const [open] = (await api.payments.listUnallocated()).payments;
      const about = { kind: "CREDIT" as const, paymentId: open?.id ?? "" };
      await api.payments.dismiss({ ...about, reason: "Another member's" });
      await api.orders.approve(second.ref);
      expect(await receivedPaise()).toBe(TOTAL);
    },
  );

  test(
    "money that was sent back in full is not received again for a further order of its member",
    { tags: ["full"] },
    async () => {
      const own = await company.as(member);
      const { orderNumber: purchaseId } = await own.orders.create({ amount: "1000" });
      await company.setCompany({ maxHeldTokens: 1 });
      const sent = (await company.as(member)).orders.submit({
        purchaseId,
        paymentMethod: "BANK",
        amount: "1000",
        consent: true,
        referenceNumber: "KEPT1",
        receiptId: await company.proof(member),
      });
      expect(await resultCode(sent)).toBe("TOKEN_CAP_REACHED");
      await company.setCompany({ maxHeldTokens: null });
      const api = await admin();
      const [open] = (await api.payments.listUnallocated()).payments;
      await api.payments.refund({
        kind: "CLAIM",
        paymentId: open?.id ?? "",
        received: "1025",
        amount: "1025",
        reference: "BACK1",
        refundedOn: "2026-01-02",
      });
      const second = await waiting("KEPT1");
      await expectNotReceived(second);
    },
  );

  test(
    "unallocated money beside another member's order is not received for an order that names it",
    { tags: ["full"] },
    async () => {
      const other = await company.member();
      await recorded(await waiting("THEIRS1234", other), "611111111111");
      await expectNotReceived(await waiting("611111111111"));
    },
  );

  test(
    "money received while its order was rejected is flagged once the rejection is undone, and not received",
    { tags: ["full"] },
    async () => {
      const order = await waiting("611111111111");
      const api = await company.as(company.admin, { canUndo: true });
      await api.orders.reject({ ...order.ref, reason: "By mistake" });
      await recorded(await waiting("THEIRS1234", await company.member()), "611111111111");
      const [undoable] = await api.orders.undoable();
      const { orderId } = order.ref;
      await api.orders.undo({ orderId, decidedAt: undoable?.decidedAt ?? "" });
      expect((await company.order(order.orderNumber)).flags).toContain("RECORDED_REFERENCE");
      const { submissionVersion: version } = await company.order(order.orderNumber);
      await expectNotReceived({ ...order, ref: { orderId, version } });
    },
  );
});

describe("the number of an entry that paid an order under another one", () => {
  /** An order with another number, paid by the entry: the whole of it, or its first part. */
  const PAYS = {
    whole: async ({ ref }: StoredForSecondAdmin, lineId: string) =>
      (await admin()).statements.approve({ ...ref, lineId, reason: "Compared" }),
    part: async ({ ref }: StoredForSecondAdmin, lineId: string) =>
      (await admin()).payments.waitForRest({ ...ref, received: "500", lineId }),
    linked: async ({ orderNumber: purchaseId, ref }: StoredForSecondAdmin, lineId: string) => {
      await (await admin()).orders.approve(ref);
      await (await admin()).statements.link({ reason: "Compared", lineId, purchaseId });
    },
  };

  for (const [way, pay] of Object.entries(PAYS)) {
    test(
      `the number of an entry that paid an order under another one is recorded for no other order, nor submitted: ${way}`,
      { tags: ["full"] },
      async () => {
        const first = await waiting("MISTYPED1");
        const lineId = await entry("UTR 0000622222222222", way === "part" ? 50_000 : TOTAL);
        await pay(first, lineId);
        const before = await receivedPaise();
        const other = await company.member();
        const second = await waiting("THEIRS1234", other);
        expect(await resultCode(recorded(second, "622222222222"))).toBe("REFERENCE_USED");
        const api = await admin();
        const byEntry = { ...second.ref, lineId, reason: "Compared" };
        expect(await resultCode(api.statements.approve(byEntry))).toBe("REFERENCE_USED");
        expect(await resultCode(waiting("622222222222", other))).toBe("REFERENCE_USED");
        expect(await receivedPaise()).toBe(before);
        // The number is free once its entry is found to be another member's.
        await api.statements.unlink({ lineId, reason: "Another member's" });
        if (way === "part") await api.payments.waitForRest({ ...byEntry, received: "500" });
        else await api.statements.approve(byEntry);
      },
    );
  }

  test(
    "an entry whose number another order names is linked to no order",
    { tags: ["full"] },
    async () => {
      const first = await waiting("633333333333");
      const api = await admin();
      await api.orders.approve(first.ref);
      const second = await waiting("622222222222", await company.member());
      const link = { lineId: await entry("622222222222"), purchaseId: first.orderNumber };
      expect(await resultCode(api.statements.link(link))).toBe("REFERENCE_USED");
      await api.orders.approve(second.ref);
      // It is the other order's own already.
      expect(await resultCode(api.statements.link(link))).toBe("STATEMENT_LINE_SETTLED");
      expect(await api.statements.linesOf(second.ref)).toMatchObject([{ id: link.lineId }]);
    },
  );
});

test(
  "an entry that was set aside pays the rest of an order only with its own sum",
  { tags: ["full"] },
  async () => {
    const { ref } = await waiting("611111111111");
    const api = await admin();
    await api.payments.waitForRest({ ...ref, received: "500" });
    for (const [reference, paise] of [
      ["622222222222", 10_000],
      ["633333333333", 53_013],
    ] as const) {
      await api.statements.setAside({ lineId: await entry(reference, paise), reason: "Rent" });
    }
    const rest = (reference: string) =>
      resultCode(api.orders.approve({ orderId: ref.orderId, version: 2, reference }));
    expect(await rest("622222222222")).toBe("BANK_SHOWS_ANOTHER_SUM");
    expect(await rest("633333333333")).toBe("ok");
  },
);

describe("a second admin", () => {
  test(
    "a second admin approves the received parts although another member has used the rest's number since",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ settings: { secondAdminAbovePaise: 60_000 } });
      const newAdmin = async () =>
        company.as(await company.member({ role: "ADMIN", passwordHash: "set" }));
      const [first, second] = [await admin(), await newAdmin()];
      const order = await waiting("633333333333");
      const { orderId } = order.ref;
      const parts = { orderId, version: 1, received: "500" };
      const { version } = await first.payments.waitForRest(parts);
      const typed = { orderId, version, received: "530.13", reference: "STORED1234" };
      expect(await resultCode(first.payments.approveReceived(typed))).toBe("NEEDS_SECOND_ADMIN");
      await waiting("STORED1234", await company.member());
      expect(await resultCode(second.payments.approveReceived({ orderId, version }))).toBe("ok");
      expect(await company.order(order.orderNumber)).toMatchObject({ status: "APPROVED" });
    },
  );
});

test(
  "a key, and one that contains a number, are found by an index",
  { tags: ["full"] },
  async () => {
    const plans: string[] = [];
    const undone = new Error("Nothing of it is kept.");
    const planning = harness.another(1).db.transaction(async (tx) => {
      await tx.execute(sql`
      INSERT INTO payments (company_id, id, status, method, reference, amount_paise)
      SELECT ${company.id}::uuid, gen_random_uuid(), 'UNALLOCATED', 'BANK', 'N' || n, 1
        FROM generate_series(1, 5000) AS n`);
      await tx.execute(sql`
      INSERT INTO payment_keys (company_id, payment_id, key, source, counts)
      SELECT company_id, id, reference, 'BANK', true FROM payments WHERE company_id = ${company.id}`);
      await tx.execute(sql`ANALYZE payments, payment_keys`);
      const isOwn = sql`company_id = ${company.id} AND counts`;
      const contains = sql`length(key) > 12 AND key LIKE '%630554043104%'`;
      for (const condition of [sql`key = 'N7'`, sql`(key = 'N7' OR ${contains})`]) {
        const { rows } = await tx.execute(sql`
        EXPLAIN (COSTS off) SELECT p.id FROM payments p WHERE p.company_id = ${company.id} AND p.counts
           AND p.id IN (SELECT payment_id FROM payment_keys WHERE ${isOwn} AND ${condition})`);
        plans.push(rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
      }
      throw undone;
    });
    await expect(planning).rejects.toBe(undone);
    expect(plans).toEqual([
      expect.stringMatching(/payment_keys_(once|lookup)/),
      expect.stringContaining("payment_keys_number"),
    ]);
    expect(plans.join()).not.toContain("Seq Scan");
  },
);

describe("money that is marked as not received", () => {
  const mailedTo = async ({ id }: Person) =>
    (await harness.messages("paymentNotFound")).filter(({ userId }) => userId === id);
  const dismiss = async (reason: string) => {
    const api = await admin();
    const [open] = (await api.payments.listUnallocated()).payments;
    if (!open) throw new Error("Nothing is open.");
    await api.payments.dismiss({ kind: open.kind, paymentId: open.id, reason });
    return open;
  };

  test(
    "money marked as not received mails nobody if it counts with another order of the same member",
    { tags: ["full"] },
    async () => {
      const order = await waiting("MISTYPED1");
      await recorded(order, "611111111111");
      const second = await waiting("611111111111");
      expect((await dismiss("The same payment")).countedWith).toEqual({
        orderNumber: second.orderNumber,
        isOwn: true,
      });
      expect(await mailedTo(member)).toEqual([]);
      await (await admin()).orders.approve(second.ref);
      expect(await receivedPaise()).toBe(TOTAL);
    },
  );

  test(
    "money marked as not received mails its member if it counts with another member's order, or is missing",
    { tags: ["full"] },
    async () => {
      const order = await waiting("MISTYPED1");
      await recorded(order, "611111111111");
      const second = await waiting("611111111111", await company.member());
      expect((await dismiss("Another member's")).countedWith).toEqual({
        orderNumber: second.orderNumber,
        isOwn: false,
      });
      expect(await mailedTo(member)).toHaveLength(1);
      await recorded(order, "NEVER12345");
      expect((await dismiss("It did not come")).countedWith).toBeNull();
      expect(await mailedTo(member)).toHaveLength(2);
    },
  );
});

test(
  "staff read which order has a number, and the state of its money",
  { tags: ["full"] },
  async () => {
    const order = await waiting("MISTYPED1");
    await recorded(order, "611111111111");
    const second = await waiting("611111111111");
    const api = await admin();
    const textOf = async (call: Promise<unknown>, language: "en" | "hi" = "en") => {
      const { code = "", params } = (await call.then(
        () => undefined,
        (error: unknown) => refusalFrom(error),
      )) ?? { params: {} };
      return translateRefusal(language, code, params);
    };
    const approve = () => api.orders.approve(second.ref);
    const open = new RegExp(
      `^The number 611111111111 is on record for ${order.orderNumber}, and ₹1,030`,
    );
    expect(await textOf(approve())).toMatch(open);
    expect(await textOf(approve(), "hi")).toContain(`नंबर 611111111111 ${order.orderNumber} के लिए`);
    expect((await api.orders.findForAdmin(second.ref)).moneyOnRecord).toMatchObject([
      { order: { orderNumber: order.orderNumber }, amountPaise: TOTAL, state: "OPEN" },
    ]);
    const third = await waiting("THEIRS1234", await company.member());
    const lineId = await entry("611111111111");
    expect(await textOf(api.statements.approve({ ...third.ref, lineId }))).toContain(
      `611111111111 is on record for ${second.orderNumber}`,
    );
    const [money] = (await api.payments.listUnallocated()).payments;
    await api.payments.refund({
      kind: "CREDIT",
      paymentId: money?.id ?? "",
      amount: "1030.13",
      reference: "BACK1",
      refundedOn: "2026-01-02",
    });
    expect(await textOf(approve())).toBe(
      `The money with the number 611111111111 was received for ${order.orderNumber} and sent back. Reject this payment.`,
    );
    expect((await api.orders.findForAdmin(second.ref)).moneyOnRecord).toMatchObject([
      { openPaise: 0, state: "BACK" },
    ]);
  },
);
