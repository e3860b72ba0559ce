import fc from "fast-check";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { auditEntries, paymentEvidence, payments, statementLines } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { moreInFull, rounds } from "@server/testing/rounds";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness({ connections: 12 });
});
afterAll(() => harness.close());
const found = async () => {
  company = await harness.company({ privateTokens: 100_000, maxPendingOrders: 100 });
  member = await company.member({ name: "Rahul Sharma" });
};
beforeEach(found);
const verify = async () => expect(await company.faults()).toEqual([]);
afterEach(verify);

const admin = () => company.as(company.admin);

/** An open credit of a statement. */
const entry = (amountPaise: number, reference: string | null = null, narration = "NEFT") =>
  company.entry({ amountPaise, reference, narration });

/** A hundred tokens for ₹1,005 with a fee of 2.5 %: ₹1,030.13. */
async function waiting() {
  const { order, transaction } = await submittedPayment(company, member);
  return { orderNumber: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
}

/** The entries, each with its payment. */
const lines = () =>
  harness.database.db
    .select({
      id: statementLines.id,
      amountPaise: statementLines.amountPaise,
      status: payments.status,
      orderId: payments.orderId,
    })
    .from(statementLines)
    .innerJoin(paymentEvidence, eq(paymentEvidence.lineId, statementLines.id))
    .innerJoin(payments, eq(payments.id, paymentEvidence.paymentId))
    .where(eq(statementLines.companyId, company.id))
    .orderBy(asc(statementLines.id));
/** The sum of entries of confirmed payments, of all orders or of one. */
const linkedSum = async (of?: string) =>
  (await lines())
    .filter(({ status, orderId }) => status === "CONFIRMED" && (of ?? orderId) === orderId)
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);

const THEIRS = "630512341234";
const OURS = "630599991234";

describe("an order that is paid in two entries", () => {
  test(
    "an order paid in two entries has both, each a credit with the bank's number; their sum is the received one",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      const api = await admin();
      const first = await entry(50_000, "BANK1");
      const second = await entry(53_013, "BANK2", `NEFT ${orderNumber}`);
      await api.payments.waitForRest({ ...ref, received: "500", lineId: first });
      // The rest is what is missing, not the total.
      const [open] = (await api.statements.lines({})).lines;
      expect(open?.candidates).toMatchObject([{ totalPaise: 53_013, receivedPaise: 50_000 }]);
      await api.statements.approve({ ...ref, version: 2, lineId: second, reason: "Compared" });
      expect(await company.order(orderNumber)).toMatchObject({ status: "APPROVED" });
      expect(await lines()).toMatchObject([
        { status: "CONFIRMED", orderId: ref.orderId },
        { status: "CONFIRMED", orderId: ref.orderId },
      ]);
      expect(await linkedSum()).toBe(103_013);
      const [, rest] = await company.received();
      expect(rest).toMatchObject({ reference: "BANK2", receivedPaise: 53_013 });
    },
  );

  test(
    "an order recorded by its parts' sums gets each entry afterwards, and none beyond the received sum",
    { tags: ["full"] },
    async () => {
      const { orderNumber: purchaseId, ref } = await waiting();
      const api = await admin();
      const link = async (paise: number, isPart?: boolean) =>
        resultCode(
          api.statements.link({
            reason: "Compared",
            lineId: await entry(paise),
            purchaseId,
            isPart,
          }),
        );
      expect(await link(50_000)).toBe("STATEMENT_ORDER_OPEN");
      await api.payments.waitForRest({ ...ref, received: "500" });
      expect(await link(53_013)).toBe("STATEMENT_SUM_DIFFERS");
      expect(await link(50_000)).toBe("ok");
      const rest = { received: "530.13", reference: "630577770000" };
      await api.payments.approveReceived({ ...ref, version: 2, ...rest });
      expect(await link(53_012)).toBe("STATEMENT_SUM_DIFFERS");
      expect(await link(53_013)).toBe("ok");
      expect(await link(1, true)).toBe("STATEMENT_ORDER_PAID");
      expect(await linkedSum()).toBe(103_013);
    },
  );

  test(
    "an order approved as one sum gets parts that are named as such",
    { tags: ["full"] },
    async () => {
      const { orderNumber: purchaseId, ref } = await waiting();
      const api = await admin();
      await api.orders.approve(ref);
      const link = async (paise: number, isPart?: boolean) =>
        resultCode(
          api.statements.link({
            reason: "Compared",
            lineId: await entry(paise),
            purchaseId,
            isPart,
          }),
        );
      expect(await link(50_000)).toBe("STATEMENT_SUM_DIFFERS");
      expect(await link(50_000, true)).toBe("ok");
      expect(await link(53_014, true)).toBe("STATEMENT_SUM_DIFFERS");
      expect(await link(53_013)).toBe("ok");
    },
  );
});

test(
  "two entries with one number are not linked to an order approved for one of them; both are recorded with their sum",
  { tags: ["full"] },
  async () => {
    const { orderNumber: purchaseId, ref } = await waiting();
    const api = await admin();
    await api.orders.approve(ref);
    const lineId = await entry(103_013, THEIRS);
    await entry(103_013, THEIRS);
    for (const isPart of [undefined, true]) {
      const link = api.statements.link({ lineId, purchaseId, isPart });
      expect(await resultCode(link)).toBe("STATEMENT_SUM_DIFFERS");
    }
    const { lines: open } = await api.statements.lines({});
    expect(open.map(({ outcome }) => outcome)).toEqual(["OTHER_SUM", "OTHER_SUM"]);
    // The approval under the mistyped number is undone, and the bank's sum is recorded.
    await api.orders.reverse({ orderId: ref.orderId, reason: "Another number" });
    const [mistyped] = (await api.payments.listUnallocated()).payments;
    await api.payments.dismiss({ kind: "CREDIT", paymentId: mistyped?.id ?? "", reason: "x" });
    const shown = { paymentMethod: "BANK" as const, reference: THEIRS, received: "2060.26" };
    await api.payments.record({ purchaseId, version: 1, ...shown });
    expect((await company.received()).map(({ receivedPaise }) => receivedPaise)).toEqual([206_026]);
    expect(await linkedSum()).toBe(206_026);
  },
);

describe("an entry whose number a payment of another order has", () => {
  /** Another member's order that has the number. */
  const theirs = async (reference: string) => {
    const { order, transaction } = await submittedPayment(company, await company.member(), {
      reference,
    });
    return { orderNumber: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
  };

  test(
    "an entry with the number of another order's payment is not a part of this one, whatever is typed",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      const api = await admin();
      const other = await theirs(THEIRS);
      await api.orders.approve(other.ref);
      const first = await entry(50_000, `0000${THEIRS}`);
      const received = { ...ref, received: "500" };
      const decides = (by: typeof received & { lineId: string; reference?: string }) =>
        Promise.all([
          resultCode(api.payments.waitForRest(by)),
          resultCode(api.payments.approveReceived(by)),
        ]);
      const refused = ["REFERENCE_USED", "REFERENCE_USED"];
      expect(await decides({ ...received, lineId: first })).toEqual(refused);
      await api.payments.waitForRest(received);
      const further = { ...received, version: 2, lineId: first };
      expect(await decides(further)).toEqual(refused);
      expect(await decides({ ...further, reference: OURS })).toEqual(refused);
      const last = await entry(53_013, THEIRS, orderNumber);
      expect(await resultCode(api.statements.approve({ ...ref, version: 2, lineId: last }))).toBe(
        "REFERENCE_USED",
      );
      // A typed number is checked beside an entry too.
      const own = { ...received, version: 2, lineId: await entry(50_000, OURS) };
      expect(await decides({ ...own, reference: THEIRS })).toEqual(refused);
      expect(await linkedSum(ref.orderId)).toBe(0);
      expect(await company.received()).toHaveLength(2);
      await api.payments.waitForRest(own);
      expect((await company.received()).at(-1)).toMatchObject({ reference: OURS });
    },
  );

  test(
    "an entry with the number of another order's payment pays no whole order, and is recorded for none",
    { tags: ["full"] },
    async () => {
      const { orderNumber, ref } = await waiting();
      const api = await admin();
      const other = await theirs(THEIRS);
      const lineId = await entry(103_013, THEIRS, `NEFT ${orderNumber} RAHUL SHARMA`);
      const approve = () =>
        resultCode(api.statements.approve({ ...ref, lineId, reason: "Compared" }));
      expect(await approve()).toBe("REFERENCE_USED");
      const [certain] = await api.statements.decideMany({ lines: [{ ...ref, lineId }] });
      expect(certain?.refusal?.code).toBe("DECIDE_SINGLY");
      const record = {
        purchaseId: orderNumber,
        version: 1,
        paymentMethod: "BANK" as const,
        reference: "630577771234",
        received: "1030.13",
        lineId,
      };
      expect(await resultCode(api.payments.record(record))).toBe("REFERENCE_USED");
      expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
      expect(await linkedSum()).toBe(0);
      // Once the other order is rejected, the entry pays the order whose member mistyped the number.
      await api.orders.reject({ ...other.ref, reason: "Not their payment" });
      expect(await approve()).toBe("REFERENCE_USED");
      const [open] = (await api.payments.listUnallocated()).payments;
      await api.payments.dismiss({
        kind: "CLAIM",
        paymentId: open?.id ?? "",
        reason: "Not their payment",
      });
      expect(await approve()).toBe("ok");
    },
  );

  test(
    "an entry that another order has meanwhile is refused to a second admin too",
    { tags: ["full"] },
    async () => {
      await company.setCompany({ settings: { secondAdminAbovePaise: 60_000 } });
      const { orderNumber, ref } = await waiting();
      const api = await admin();
      const second = await company.as(await company.member({ role: "ADMIN", passwordHash: "set" }));
      const lineId = await entry(103_013, THEIRS, orderNumber);
      expect(await resultCode(api.statements.approve({ ...ref, lineId, reason: "Compared" }))).toBe(
        "NEEDS_SECOND_ADMIN",
      );
      await theirs(THEIRS);
      const [change] = await second.changes.list();
      expect(await resultCode(second.changes.confirm({ id: change?.id ?? "" }))).toBe(
        "REFERENCE_USED",
      );
      expect(await resultCode(second.orders.approve(ref))).toBe("REFERENCE_USED");
      expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
      expect(await company.received()).toEqual([]);
    },
  );
});

describe("a link that is withdrawn", () => {
  test(
    "withdrawing a link lets the entry wait, keeps the approval, and is in the activity with its reason",
    { tags: ["full"] },
    async () => {
      const { orderNumber: purchaseId, ref } = await waiting();
      const api = await admin();
      const lineId = await entry(103_013, "BANK1");
      await api.statements.approve({ ...ref, lineId, reason: "Compared" });
      await api.statements.unlink({ lineId, reason: "Another member's" });
      expect(await lines()).toMatchObject([{ status: "UNALLOCATED", orderId: null }]);
      expect(await company.order(purchaseId)).toMatchObject({ status: "APPROVED" });
      const audited = await harness.database.db
        .select({ after: auditEntries.after, actorId: auditEntries.actorId })
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.companyId, company.id),
            eq(auditEntries.action, "statement.line-unlinked"),
          ),
        );
      expect(audited).toMatchObject([
        {
          actorId: company.admin.id,
          after: { orderNumber: purchaseId, reason: "Another member's", amountPaise: 103_013 },
        },
      ]);
      expect(await resultCode(api.statements.unlink({ lineId, reason: "x" }))).toBe(
        "STATEMENT_LINE_SETTLED",
      );
      await api.statements.link({ reason: "Compared", lineId, purchaseId });
      const stranger = await harness.company();
      expect(
        await resultCode(
          (await stranger.as(stranger.admin)).statements.unlink({ lineId, reason: "x" }),
        ),
      ).toBe("STATEMENT_LINE_NOT_FOUND");
    },
  );

  test(
    "the money of a link is withdrawn with it, not said to be missing",
    { tags: ["full"] },
    async () => {
      const { ref } = await waiting();
      const api = await admin();
      const lineId = await entry(103_013);
      await api.statements.approve({ ...ref, lineId, reason: "Compared" });
      await api.orders.reverse({ ...ref, reason: "Another member's money" });
      const [open] = (await api.payments.listUnallocated()).payments;
      const about = { kind: "CREDIT", paymentId: open?.id ?? "", reason: "Nothing came" } as const;
      expect(await resultCode(api.payments.dismiss(about))).toBe("PAYMENT_HAS_ENTRY");
      // The entry takes the money along.
      await api.statements.unlink({ lineId, reason: "Another member's" });
      expect(await resultCode(api.payments.dismiss(about))).toBe("PAYMENT_SETTLED");
    },
  );
});

describe("at once", () => {
  test(
    "of two entries linked concurrently to the same payment one is linked",
    { tags: ["full"] },
    async () => {
      const { orderNumber: purchaseId, ref } = await waiting();
      await (await admin()).orders.approve(ref);
      const ids = [await entry(103_013), await entry(103_013)];
      const other = await company.as(await company.member({ role: "ADMIN" }), {
        database: harness.another(2),
      });
      const outcomes = await Promise.all(
        [await admin(), other].map((api, at) =>
          resultCode(
            api.statements.link({ reason: "Compared", lineId: ids[at] ?? "", purchaseId }),
          ),
        ),
      );
      expect(outcomes.toSorted()).toEqual(["STATEMENT_ORDER_PAID", "ok"]);
      expect(await linkedSum()).toBe(103_013);
    },
  );

  test(
    "control: without the order's lock both entries would be linked",
    { tags: ["full"] },
    async () => {
      const { ref } = await waiting();
      await (await admin()).orders.approve(ref);
      const ids = [await entry(103_013), await entry(103_013)];
      const { db } = harness.database;
      let readers = 0;
      let allRead = () => {};
      const everyone = new Promise<void>((resolve) => (allRead = resolve));
      // Each adds up the entries on a connection of its own before any of them links one.
      const naive = (lineId: string) =>
        db.transaction(async (tx) => {
          const [paying] = await tx
            .select({ id: payments.id, status: payments.status })
            .from(payments)
            .where(eq(payments.orderId, ref.orderId));
          const isOfIt = eq(paymentEvidence.paymentId, paying?.id ?? "");
          const linked = await tx
            .select()
            .from(paymentEvidence)
            .where(and(isOfIt, eq(paymentEvidence.source, "BANK")));
          if ((readers += 1) === 2) allRead();
          await everyone;
          if (linked.length > 0 || !paying) return;
          const [moved] = await tx
            .select({ id: paymentEvidence.paymentId })
            .from(paymentEvidence)
            .where(eq(paymentEvidence.lineId, lineId));
          await tx
            .update(paymentEvidence)
            .set({ paymentId: paying.id, paymentStatus: paying.status })
            .where(eq(paymentEvidence.lineId, lineId));
          await tx
            .update(payments)
            .set({ status: "MERGED" })
            .where(eq(payments.id, moved?.id ?? ""));
        });
      await Promise.all(ids.map(naive));
      expect(await linkedSum()).toBe(206_026);
    },
  );
});

/** Acts of admins on one order and the entries of statements. */
type Act =
  | { act: "wait" | "received" | "second"; paise: number; byEntry: boolean }
  | { act: "link"; paise: number; isPart: boolean }
  | { act: "unlink" | "approve" | "reject" | "reverse" | "refund" | "dismiss" };

const paise = fc.constantFrom(30_000, 50_000, 53_013, 103_013, 120_000);
const acts = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constantFrom("wait" as const, "received" as const, "second" as const),
      paise,
      byEntry: fc.boolean(),
    }),
    fc.record({ act: fc.constant("link" as const), paise, isPart: fc.boolean() }),
    fc.record({
      act: fc.constantFrom("unlink", "approve", "reject", "reverse", "refund", "dismiss"),
    }),
  ),
  { minLength: 3, maxLength: 9 },
);

test(
  "after any acts the sums of the day add up, and entries never exceed the received sum",
  { ...moreInFull, tags: ["full"] },
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (done: Act[]) => {
        await found();
        const { orderNumber: purchaseId, ref } = await waiting();
        const api = await admin();
        for (const [turn, one] of done.entries()) {
          const { submissionVersion: version } = await company.order(purchaseId);
          const about = { ...ref, version };
          const rupees = (sum: number) => (sum / 100).toFixed(2);
          const byEntry = async (is: boolean, sum: number) =>
            is ? { lineId: await entry(sum) } : {};
          const [open] = (await api.payments.listUnallocated()).payments;
          const named = { kind: "CREDIT", paymentId: open?.id ?? newId() } as const;
          const [linked] = (await lines()).filter(({ status }) => status === "CONFIRMED");
          const acting = async () => {
            switch (one.act) {
              case "wait":
              case "received": {
                const sum = {
                  received: rupees(one.paise),
                  ...(await byEntry(one.byEntry, one.paise)),
                };
                return one.act === "wait"
                  ? api.payments.waitForRest({ ...about, ...sum })
                  : api.payments.approveReceived({ ...about, ...sum });
              }
              case "second":
                return api.payments.record({
                  purchaseId,
                  version,
                  paymentMethod: "BANK",
                  reference: `S${turn}`,
                  received: rupees(one.paise),
                  ...(await byEntry(one.byEntry, one.paise)),
                });
              case "link":
                return api.statements.link({
                  reason: "Compared",
                  lineId: await entry(one.paise),
                  purchaseId,
                  isPart: one.isPart,
                });
              case "unlink":
                return api.statements.unlink({ lineId: linked?.id ?? newId(), reason: "x" });
              case "approve":
                return api.orders.approve(about);
              case "reject":
                return api.orders.reject({ ...about, reason: "x" });
              case "reverse":
                return api.orders.reverse({ ...about, reason: "x" });
              case "refund":
                return api.payments.refund({
                  ...named,
                  amount: rupees(open?.openPaise ?? 1),
                  reference: `B${turn}`,
                  refundedOn: "2026-01-02",
                });
              case "dismiss":
                return api.payments.dismiss({ ...named, reason: "x" });
            }
          };
          await resultCode(acting());
          const { days, total } = await api.payments.days({});
          for (const { receivedPaise, allocatedPaise, waitingPaise, refundedPaise, openPaise } of [
            ...days,
            total,
          ]) {
            expect(allocatedPaise + waitingPaise + refundedPaise + openPaise).toBe(receivedPaise);
          }
          const received = (await company.received()).reduce(
            (sum, { receivedPaise }) => sum + (receivedPaise ?? 0),
            0,
          );
          expect(total.receivedPaise).toBe(received);
          expect(await linkedSum()).toBeLessThanOrEqual(received);
          await verify();
        }
      }),
      { numRuns: Number(process.env["RUNS"] ?? rounds(5, 12)) },
    );
  },
);
