import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import { statementLines } from "@db/schema";
import { lockOrder } from "@server/orders/queries/orders";
import { bankSumsOf, confirmPayment, decideEvidence } from "@server/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { oneWaits } from "@server/testing/one-waits";
import { attachEntries } from "./attach-entries";
import { joinReturns } from "./join-returns";
import { applyForm } from "@server/testing/unallocated-payments";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

const UTR = "633312340106";
const TOTAL = 103_013;
const CREDIT = `UPI-FARAH SHEIKH-farah@okicici-ICIC0000004-${UTR}-TOKEN`;

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
let accountId: string;
beforeAll(async () => {
  harness = await orderHarness({ connections: 8 });
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000 });
  member = await company.member({ name: "Farah Sheikh" });
  accountId = newId();
  isWhole = true;
});
afterEach(async () => {
  if (isWhole) expect(await company.faults()).toEqual([]);
});
/** False where a test makes a part of an approval alone. */
let isWhole = true;

const admin = () => company.as(company.admin);
const credit = (more: object = {}) =>
  company.entry({ amountPaise: TOTAL, narration: CREDIT, accountId, ...more });
const debit = (narration = `REV-${CREDIT}`, more: object = {}) =>
  company.entry({ amountPaise: TOTAL, narration, accountId, side: "DEBIT", ...more });
const open = async () => (await (await admin()).statements.lines({})).lines;
const submitted = async () => {
  const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
  return { orderNumber: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
};

describe("money that went back before the decision", () => {
  test(
    "a credit is not certain once its reversal is imported, whatever comes first: submission, credit or reversal",
    { tags: ["full"] },
    async () => {
      const { ref, orderNumber } = await submitted();
      const lineId = await credit();
      expect(await open()).toMatchObject([{ id: lineId, outcome: "CERTAIN" }]);
      await debit();
      expect(await open()).toMatchObject([
        { id: lineId, outcome: "WENT_BACK", returns: [{ amountPaise: TOTAL }] },
      ]);
      expect((await company.order(orderNumber)).flags).toContain("BANK_SUM_DIFFERS");
      const review = await (await admin()).orders.review({ orderId: ref.orderId });
      expect(review.lines).toMatchObject([
        { canApprove: false, returns: [{ amountPaise: TOTAL }] },
      ]);
    },
  );

  test(
    "an entry imported after its return, and a number that is submitted after both, are not certain either",
    { tags: ["full"] },
    async () => {
      await debit();
      const lineId = await credit();
      expect(await open()).toMatchObject([{ id: lineId, outcome: "WENT_BACK" }]);
      const { orderNumber } = await submitted();
      expect((await company.order(orderNumber)).flags).toContain("BANK_SUM_DIFFERS");
      expect(await open()).toMatchObject([{ id: lineId, outcome: "WENT_BACK" }]);
    },
  );

  test(
    "no approval in bulk, by certain entries, by one entry, without a sum, or by a key takes money that went back",
    { tags: ["full"] },
    async () => {
      const { ref, orderNumber } = await submitted();
      const lineId = await credit();
      await debit();
      const api = await admin();
      const line = { lineId, ...ref };
      const [many] = await api.orders.approveMany({ orderIds: [ref.orderId], versions: {} });
      expect(many?.refusal?.code).toBe("DECIDE_SINGLY");
      const [certain] = await api.statements.decideMany({ lines: [line] });
      expect(certain?.refusal?.code).toBe("DECIDE_SINGLY");
      expect(await resultCode(api.statements.approve(line))).toBe("BANK_SHOWS_ANOTHER_SUM");
      expect(await resultCode(api.orders.approve(ref))).toBe("BANK_SHOWS_ANOTHER_SUM");
      const key = { name: "shop", scopes: ["decide"] as const, makerId: company.admin.id };
      const machine = await company.as({
        ...company.admin,
        actor: { ...company.admin.actor, key } as Person["actor"],
      });
      expect(await resultCode(machine.orders.approve({ ...ref, receivedAmount: "1030.13" }))).toBe(
        "BANK_SHOWS_ANOTHER_SUM",
      );
      expect(await company.order(orderNumber)).toMatchObject({ status: "PENDING" });
    },
  );

  test(
    "a person who has seen it approves with the sum that arrived in another way",
    { tags: ["full"] },
    async () => {
      const { ref, orderNumber } = await submitted();
      await credit();
      await debit();
      await (await admin()).orders.approve({ ...ref, receivedAmount: "1030.13" });
      expect(await company.order(orderNumber)).toMatchObject({ status: "APPROVED" });
      expect(await open()).toEqual([]);
    },
  );

  test(
    "a debit of another account or sum, and a fee that names the payment, leave the credit certain",
    { tags: ["full"] },
    async () => {
      await submitted();
      await credit();
      await debit(undefined, { accountId: newId() });
      await debit(`IMPS CHARGES ${UTR}`, { amountPaise: 590 });
      await debit(`NEFT-VENDOR-${UTR}`, { amountPaise: TOTAL - 1 });
      expect(await open()).toMatchObject([{ outcome: "CERTAIN", returns: [] }]);
    },
  );
});

describe("statements with a return", () => {
  const HEAD = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
  /** A day as HDFC Bank writes it: no bank has booked a later one than today. */
  const dayBefore = (days: number) =>
    dateInIndia(new Date(Date.now() - days * 86_400_000))
      .split("-")
      .toReversed()
      .join("/");
  const [BEFORE, TODAY] = [dayBefore(1), dayBefore(0)];
  const CAME = `${BEFORE},${CREDIT},0000${UTR},${BEFORE},,1030.13,101030.13`;
  const importing = async (...rows: string[]) => {
    const api = await admin();
    const { records } = await api.beneficiaries.list({ page: 1, limit: 10 });
    const file = { fileName: "bank.csv", bytes: Buffer.from([HEAD, ...rows].join("\n")) };
    return api.statements.import({ accountId: records[0]?.id ?? "", file });
  };
  beforeEach(async () => {
    await (
      await admin()
    ).beneficiaries.add({
      holderName: "Sample Private Limited",
      bankName: "HDFC Bank",
      branch: "Fort",
      accountNumber: "50495489921",
      ifscCode: "HDFC0000001",
    });
  });

  test("one file with a credit and its reversal under one number has no certain entry", async () => {
    await submitted();
    await importing(CAME, `${BEFORE},REV-${CREDIT},0000${UTR},${BEFORE},1030.13,,100000.00`);
    expect(await open()).toMatchObject([{ outcome: "WENT_BACK", returns: [{}] }]);
  });

  test(
    "a file of the next day with the return alone opens the approved payment again, once",
    { tags: ["full"] },
    async () => {
      const { ref } = await submitted();
      await importing(CAME);
      const [line] = await open();
      await (await admin()).statements.approve({ lineId: line?.id ?? "", ...ref });
      const back = `${TODAY},IMPS RETURN-${UTR}-ASHA SHARMA-HDFC-XXXX1234,0000${UTR},${TODAY},1030.13,,100000.00`;
      await importing(back);
      await importing(CAME, back);
      expect(await open()).toMatchObject([{ outcome: "WENT_BACK", returns: [{}] }]);
    },
  );

  test("an approval and the import of its return at once end in a refusal or a task", async () => {
    const { ref, orderNumber } = await submitted();
    const lineId = await credit();
    const api = await admin();
    const [outcome] = await Promise.all([
      resultCode(api.statements.approve({ lineId, ...ref })),
      debit(),
    ]);
    expect(["ok", "BANK_SHOWS_ANOTHER_SUM"]).toContain(outcome);
    expect((await company.order(orderNumber)).status).toBe(
      outcome === "ok" ? "APPROVED" : "PENDING",
    );
    expect(await open()).toMatchObject([{ id: lineId, outcome: "WENT_BACK" }]);
  });
});

test(
  "hundreds of returns of one sum are joined to their credits by four statements",
  { tags: ["full"] },
  async () => {
    const cheques = Array.from({ length: 400 }, (_, n) => String(400_001 + n));
    const lines = cheques.flatMap((number) =>
      (["CREDIT", "DEBIT"] as const).map((side) => ({
        companyId: company.id,
        id: newId(),
        accountId,
        lineKey: newId(),
        occurrence: 1,
        side,
        bookedOn: "2026-11-29",
        amountPaise: TOTAL,
        reference: null,
        narration: side === "CREDIT" ? `CLG CHQ ${number}` : `CHQ RETURN ${number}`,
      })),
    );
    await harness.database.db.transaction(async (tx) => {
      const credits = lines.filter(({ side }) => side === "CREDIT");
      await tx.insert(statementLines).values(lines);
      const { deps } = harness;
      await attachEntries({ db: tx, deps, company, actor: company.admin }, credits);
      expect(await returnedLines(tx)).toBe(400);
      await tx.update(statementLines).set({ returnsId: null }).where(ofCompany());
      const statements = vi.spyOn(tx, "execute");
      expect(await joinReturns(tx, company.id, lines)).toHaveLength(400);
      expect(statements).toHaveBeenCalledTimes(4);
      expect(await returnedLines(tx)).toBe(400);
    });
  },
);

const ofCompany = () => eq(statementLines.companyId, company.id);

/** Counts credits to which a debit is joined. */
async function returnedLines(tx: Executor): Promise<number> {
  const lines = await tx.select().from(statementLines).where(ofCompany());
  return new Set(lines.flatMap(({ returnsId }) => returnsId ?? [])).size;
}

describe("an approval, and the import of the return meanwhile", () => {
  /** Confirms the payment as an approval does, which has read the bank's sum, during an import. */
  async function during(lock: (tx: Executor, orderId: string) => Promise<unknown>) {
    isWhole = false;
    const { ref } = await submitted();
    await credit();
    const [payment] = await company.payments();
    if (!payment) throw new Error("Nothing was paid.");
    await harness.another(1).db.transaction(async (tx) => {
      const isLocked = (await lock(tx, ref.orderId)) !== undefined;
      const read = await bankSumsOf(tx, company.id, [payment.id]);
      expect(read.get(payment.id)).toMatchObject({ paise: TOTAL, returnedPaise: 0 });
      const imported = debit();
      importing = imported;
      await (isLocked ? oneWaits(harness) : imported);
      const at = new Date();
      await confirmPayment(tx, payment, { receivedPaise: TOTAL, by: company.admin.id, at });
      await decideEvidence(tx, payment, { by: company.admin.id, at });
    });
    await importing;
    return open();
  }
  let importing: Promise<unknown>;

  test(
    "an import waits for the order that is being approved, and makes a task",
    { tags: ["full"] },
    async () => {
      const lines = await during((tx, orderId) => lockOrder(tx, company.id, orderId));
      expect(lines).toMatchObject([{ outcome: "WENT_BACK" }]);
    },
  );

  test(
    "control: without the order's lock, neither the approval nor the import sees the other",
    { tags: ["full"] },
    async () => {
      expect(await during(() => Promise.resolve())).toEqual([]);
    },
  );
});

test("the days that are shown without a range end today, with what came, was sent back and went back", async () => {
  const today = dateInIndia(new Date());
  const { ref } = await submitted();
  const lineId = await credit({ bookedOn: today });
  const api = await admin();
  await api.statements.approve({ lineId, ...ref });
  await debit(`REV-${CREDIT}`, { bookedOn: today });
  await api.orders.reverse({ orderId: ref.orderId, reason: "It went back" });
  const { to, lines } = await api.payments.days({});
  expect(to).toBe(today);
  expect(lines).toMatchObject([
    { day: today, bankPaise: TOTAL, refundedPaise: TOTAL, returnedPaise: TOTAL },
  ]);
});

describe("money that went back after the decision", () => {
  const approved = async () => {
    const { ref, orderNumber } = await submitted();
    const lineId = await credit({ bookedOn: "2026-11-29" });
    await (await admin()).statements.approve({ lineId, ...ref });
    expect(await open()).toEqual([]);
    return { ref, orderNumber, lineId };
  };

  test.each([
    ["a reversal of the bank", `REV-${CREDIT}`],
    ["a return with a number of its own", `IMPS RTN 633412349999 ORIG ${UTR}`],
    ["a chargeback in Hindi", `चार्जबैक ${UTR}`],
  ])(
    "%s makes a task, on the order, the member and the day, until it is reversed",
    { tags: ["full"] },
    async (_, text) => {
      const { ref, orderNumber, lineId } = await approved();
      await debit(text, { bookedOn: "2026-11-30" });
      const api = await admin();
      expect(await open()).toMatchObject([
        {
          id: lineId,
          outcome: "WENT_BACK",
          returns: [{ bookedOn: "2026-11-30", amountPaise: TOTAL }],
          candidates: [{ orderNumber, status: "APPROVED" }],
        },
      ]);
      expect((await api.dashboard.work()).entries.WENT_BACK).toEqual({ count: 1, paise: TOTAL });
      const review = await api.orders.review({ orderId: ref.orderId });
      expect(review.lines).toMatchObject([{ id: lineId, returns: [{ bookedOn: "2026-11-30" }] }]);
      expect((await api.members.find({ id: member.id })).returns).toMatchObject([
        { orderNumber, bookedOn: "2026-11-30", amountPaise: TOTAL, isOpen: true },
      ]);
      expect((await api.payments.reconciliation({ day: "2026-11-30" })).returns).toMatchObject([
        { orderNumber, amountPaise: TOTAL, isOpen: true },
      ]);
      // The day of the return has a line of its own, though nothing came on it.
      const november = { from: "2026-11-30", to: "2026-12-01" };
      expect((await api.payments.days(november)).lines).toMatchObject([
        { day: "2026-11-30", bankPaise: 0, refundedPaise: 0, returnedPaise: TOTAL },
      ]);
      await api.orders.reverse({ orderId: ref.orderId, reason: "It went back" });
      expect(await open()).toEqual([]);
      expect(await company.received()).toMatchObject([
        { receivedPaise: TOTAL, appliedPaise: 0, refundedPaise: TOTAL },
      ]);
      expect((await api.members.find({ id: member.id })).returns).toMatchObject([
        { isOpen: false },
      ]);
    },
  );

  test(
    "an admin keeps an approval of money that went back and came again, with a reason",
    { tags: ["full"] },
    async () => {
      const { lineId, ref } = await approved();
      await debit();
      const api = await admin();
      const only = { lineId, reason: "x", isBankSum: true };
      expect(await resultCode(api.statements.acceptSum(only))).toBe("STATEMENT_SUM_IN_USE");
      await api.statements.acceptSum({ lineId, reason: "Paid again in cash" });
      expect(await open()).toEqual([]);
      expect(await resultCode(api.orders.review({ orderId: ref.orderId }))).toBe("ok");
    },
  );

  test(
    "a refund that an admin has recorded is no task when its debit is imported",
    { tags: ["full"] },
    async () => {
      const { ref } = await approved();
      const api = await admin();
      await api.orders.reverse({ orderId: ref.orderId, reason: "By mistake" });
      const [payment] = (await api.payments.listUnallocated()).payments;
      await api.payments.refund({
        kind: "CREDIT",
        paymentId: payment?.id ?? "",
        amount: "1030.13",
        reference: "OUT1",
        refundedOn: "2026-01-02",
      });
      await debit(`REFUND ${UTR}`);
      expect(await open()).toEqual([]);
    },
  );

  test(
    "received money that went back pays no other order, and is left once as sent back",
    { tags: ["full"] },
    async () => {
      const { ref } = await approved();
      const api = await admin();
      await api.orders.reverse({ orderId: ref.orderId, reason: "By mistake" });
      await debit();
      const [payment] = (await api.payments.listUnallocated()).payments;
      if (!payment) throw new Error("Nothing is unallocated.");
      const paymentId = payment.id;
      const next = await submittedPayment(company, member, { reference: "633312349998" });
      const waiting = await company.order(next.order.orderNumber);
      expect(await resultCode(api.payments.payOrder(applyForm(payment, waiting)))).toBe(
        "BANK_SHOWS_ANOTHER_SUM",
      );
      expect(await open()).toMatchObject([{ outcome: "WENT_BACK" }]);
      await api.payments.refund({
        kind: "CREDIT",
        paymentId,
        amount: "1030.13",
        reference: UTR,
        refundedOn: "2026-01-02",
      });
      expect(await open()).toEqual([]);
    },
  );
});
