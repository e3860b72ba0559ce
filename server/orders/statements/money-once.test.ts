import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paymentEvidence, payments } from "@db/schema";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { waitingOrder } from "@server/testing/unallocated-payments";

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000, maxPendingOrders: 50 });
  member = await company.member({ name: "Rahul Sharma" });
});
afterEach(async () => expect(await company.faults()).toEqual([]));

const admin = () => company.as(company.admin);
const TOTAL = 103_013;
const UTR = "630554043104";
const BANKS = "630577881122";

/** An order of ₹1,030.13 that waits: with a number, or paid in cash without one. */
async function waiting(reference?: string, person = member) {
  if (reference !== undefined) {
    const { order, transaction } = await submittedPayment(company, person, { reference });
    return { purchaseId: order.orderNumber, ref: { orderId: transaction.id, version: 1 } };
  }
  const own = await company.as(person);
  const { id, orderNumber } = await own.orders.submit({
    paymentMethod: "MANUAL",
    amount: "1005",
    consent: true,
  });
  return { purchaseId: orderNumber, ref: { orderId: id, version: 1 } };
}

const swapped = (number: string) => {
  const at = [...number].findIndex(
    (digit, i) => /\d\d/.test(digit + number[i + 1]) && digit !== number[i + 1],
  );
  return number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2);
};

/** Entries that name an order, or its number with two swapped digits. */
const NAMING: readonly [string, (purchaseId: string) => string][] = [
  ["behind the bank's number", (id) => `NEFT CR-SBIN0001234-ANITA-${BANKS}-${id}`],
  ["without its hyphen", (id) => `UPI/CR/${BANKS}/RAHUL SH/${id.replace("-", "")}`],
  ["in small letters, with a blank", (id) => `imps ${BANKS} ${id.toLowerCase().replace("-", " ")}`],
  ["with two swapped digits", (id) => `NEFT ${BANKS} ${swapped(id)}`],
];

const imported = (narration: string, amountPaise = TOTAL) =>
  company.entry({ amountPaise, narration });
const openLines = async () => (await (await admin()).statements.lines({})).lines;
const unallocated = async () => (await (await admin()).payments.listUnallocated()).payments;
const entriesOf = async (orderId: string) =>
  harness.database.db
    .select({ lineId: paymentEvidence.lineId })
    .from(paymentEvidence)
    .innerJoin(payments, eq(payments.id, paymentEvidence.paymentId))
    .where(and(eq(payments.orderId, orderId), eq(paymentEvidence.source, "BANK")));

describe("an entry that names an order with its sum is the order's payment", () => {
  test.each(NAMING)(
    "imported after an approval by hand, %s",
    { tags: ["full"] },
    async (_, narration) => {
      const { purchaseId, ref } = await waiting();
      await (await admin()).orders.approve(ref);
      const lineId = await imported(narration(purchaseId));
      expect(await entriesOf(ref.orderId)).toEqual([{ lineId }]);
      expect(await openLines()).toEqual([]);
      expect(await unallocated()).toEqual([]);
    },
  );

  test.each(NAMING)(
    "imported before an approval by hand, %s",
    { tags: ["full"] },
    async (_, narration) => {
      const { purchaseId, ref } = await waiting();
      const lineId = await imported(narration(purchaseId));
      await (await admin()).orders.approve(ref);
      expect(await entriesOf(ref.orderId)).toEqual([{ lineId }]);
      expect(await openLines()).toEqual([]);
    },
  );

  test(
    "whose number differs by two swapped digits, before the approval and after",
    { tags: ["full"] },
    async () => {
      const [before, after] = [await waiting(UTR), await waiting(BANKS)];
      const first = await imported(`UPI/CR/${swapped(UTR)}/R S`);
      const api = await admin();
      await api.orders.approve(before.ref);
      await api.orders.approve(after.ref);
      const second = await imported(`UPI/CR/${swapped(BANKS)}/R S`);
      expect(await entriesOf(before.ref.orderId)).toEqual([{ lineId: first }]);
      expect(await entriesOf(after.ref.orderId)).toEqual([{ lineId: second }]);
    },
  );

  test("as the part or the rest of it that was received by hand", { tags: ["full"] }, async () => {
    const { purchaseId, ref } = await waiting(UTR);
    const api = await admin();
    await api.payments.waitForRest({ ...ref, received: "500" });
    const rest = await imported(`NEFT ${BANKS} ${purchaseId}`, 53_013);
    await api.payments.approveReceived({ ...ref, version: 2, received: "530.13" });
    const part = await imported(`NEFT 630511112222 ${purchaseId}`, 50_000);
    expect((await entriesOf(ref.orderId)).map(({ lineId }) => lineId).toSorted()).toEqual(
      [rest, part].toSorted(),
    );
  });
});

describe("an entry that does not fit the order which it names stands beside it", () => {
  test.each([
    ["has another sum", 50_000, [] as string[]],
    ["is a second one", TOTAL, [`NEFT ${UTR} `]],
  ])("if it %s", { tags: ["full"] }, async (_, paise, earlier) => {
    const { purchaseId, ref } = await waiting();
    await (await admin()).orders.approve(ref);
    for (const text of earlier) await imported(text + purchaseId);
    const lineId = await imported(`NEFT ${BANKS} ${purchaseId}`, paise);
    expect(await openLines()).toMatchObject([
      { id: lineId, outcome: "OTHER_SUM", candidates: [{ orderNumber: purchaseId }] },
    ]);
  });

  test("if it names two orders, and nothing is joined", async () => {
    const [one, other] = [await waiting(), await waiting()];
    const api = await admin();
    for (const { ref } of [one, other]) await api.orders.approve(ref);
    await imported(`NEFT ${BANKS} ${one.purchaseId} ${other.purchaseId}`);
    expect(await openLines()).toMatchObject([{ outcome: "OTHER_SUM" }]);
    expect(await entriesOf(one.ref.orderId)).toEqual([]);
  });
});

describe("money on record is not recorded again", () => {
  const bank = { paymentMethod: "BANK", received: "1030.13", reference: BANKS } as const;

  test.each(["waits", "is approved", "is reversed"])(
    "a payment of the sum of an order that %s needs the word that it is other money",
    { tags: ["full"] },
    async (state) => {
      const { purchaseId, ref } = await waiting();
      const api = await admin();
      if (state !== "waits") await api.orders.approve(ref);
      if (state === "is reversed") await api.orders.reverse({ ...ref, reason: "A mistake" });
      const record = { ...bank, purchaseId, version: 1 };
      const before = (await company.payments()).length;
      expect(await resultCode(api.payments.record(record))).toBe("PAYMENT_ON_RECORD");
      const other = { ...record, isOtherMoney: true };
      expect(await resultCode(api.payments.record(other))).toBe("REASON_REQUIRED");
      expect(await company.payments()).toHaveLength(before);
      await api.payments.record({ ...other, reason: "Paid twice" });
      expect(await company.payments()).toHaveLength(before + 1);
    },
  );

  test("an entry is not recorded for another order while the one that it names lacks an entry", async () => {
    const { purchaseId } = await waiting();
    const anita = await company.member({ name: "Anita Desai" });
    const theirs = await waiting(UTR, anita);
    const api = await admin();
    const lineId = await imported(`NEFT ${BANKS} RAHUL SHARMA ${purchaseId}`);
    const record = { ...bank, purchaseId: theirs.purchaseId, version: 1, lineId };
    expect(await resultCode(api.payments.record(record))).toBe("PAYMENT_ON_RECORD");
    expect(await unallocated()).toEqual([]);
  });
});

describe("an entry is given to the order that was compared with it", () => {
  test(
    "another person's order, whose number the text does not have, needs a reason",
    { tags: ["full"] },
    async () => {
      const anita = await company.member({ name: "Anita Desai" });
      const { purchaseId, ref } = await waiting(UTR, anita);
      const api = await admin();
      await api.orders.approve(ref);
      const lineId = await imported(`NEFT ${BANKS} RAHUL SHARMA PUR-123456`);
      expect((await api.payments.toRecord({ purchaseId, lineId })).entry).toEqual({
        becomes: "MATCHED",
        differs: ["NAME", "NUMBER"],
      });
      const link = { lineId, purchaseId };
      expect(await resultCode(api.statements.link(link))).toBe("STATEMENT_ENTRY_DIFFERS");
      expect(await entriesOf(ref.orderId)).toEqual([]);
      await api.statements.link({ ...link, reason: "Paid by her brother" });
      expect(await entriesOf(ref.orderId)).toEqual([{ lineId }]);
    },
  );

  test.each([
    ["the same name and sum", `NEFT ${BANKS} RAHUL SHARMA`, TOTAL, []],
    ["another name", `NEFT ${BANKS} ANITA DESAI`, TOTAL, ["NAME"]],
    ["a part of the sum", `NEFT ${BANKS} RAHUL SHARMA`, 50_000, ["SUM"]],
  ])(
    "%s: what differs is said before it is matched",
    { tags: ["full"] },
    async (_, narration, paise, differs) => {
      const { purchaseId, ref } = await waiting();
      const api = await admin();
      await api.orders.approve(ref);
      const lineId = await imported(narration, paise);
      const { entry } = await api.payments.toRecord({ purchaseId, lineId });
      expect(entry).toEqual({ becomes: "MATCHED", differs });
      const link = { lineId, purchaseId, isPart: differs.includes("SUM") };
      const first = await resultCode(api.statements.link(link));
      expect(first).toBe(differs.length === 0 ? "ok" : "STATEMENT_ENTRY_DIFFERS");
      if (first !== "ok") await api.statements.link({ ...link, reason: "Compared" });
      expect(await entriesOf(ref.orderId)).toEqual([{ lineId }]);
    },
  );

  test("an order that waits is decided by the entry, an ended one waits with it", async () => {
    const { purchaseId } = await waiting();
    const { orderNumber } = await (await company.as(member)).orders.create({ amount: "1005" });
    const lineId = await imported(`NEFT ${BANKS} RAHUL SHARMA`);
    const api = await admin();
    const becomes = async (id: string) =>
      (await api.payments.toRecord({ purchaseId: id, lineId })).entry;
    expect(await becomes(purchaseId)).toEqual({ becomes: "DECIDED", differs: [] });
    expect(await becomes(orderNumber)).toEqual({ becomes: "WAITS", differs: [] });
    const record = { purchaseId: orderNumber, version: 0, lineId, reference: BANKS } as const;
    const bank = { paymentMethod: "BANK", received: "1030.13" } as const;
    expect(await api.payments.record({ ...record, ...bank })).toMatchObject({ recorded: "WAITS" });
  });
});

describe("an entry that is withdrawn after a reversal takes its money along", () => {
  async function reversed(received = "1030.13") {
    const { purchaseId, ref } = await waiting();
    const api = await admin();
    const lineId = await imported(`NEFT ${BANKS} RAHUL SHARMA`, Math.round(Number(received) * 100));
    await api.payments.approveReceived({ ...ref, received, lineId });
    await api.orders.reverse({ ...ref, reason: "A mistake" });
    return { api, purchaseId, lineId, credit: (await unallocated())[0] };
  }

  test.each(["1030.13", "500", "2000"])(
    "a payment of ₹%s is left over in one place",
    { tags: ["full"] },
    async (sum) => {
      const { api, lineId } = await reversed(sum);
      await api.statements.unlink({ lineId, reason: "Another member's" });
      expect(await unallocated()).toEqual([]);
      expect(await openLines()).toMatchObject([{ id: lineId }]);
    },
  );

  test("only the linked part of a payment is taken back", { tags: ["full"] }, async () => {
    const { purchaseId, ref } = await waiting();
    const api = await admin();
    await api.orders.approve(ref);
    const lineId = await imported(`NEFT ${BANKS} RAHUL SHARMA`, 50_000);
    await api.statements.link({ lineId, purchaseId, isPart: true, reason: "The rest in cash" });
    await api.orders.reverse({ ...ref, reason: "A mistake" });
    await api.statements.unlink({ lineId, reason: "Another member's" });
    expect(await unallocated()).toMatchObject([{ openPaise: TOTAL - 50_000 }]);
  });

  test(
    "the surplus of a standing approval is taken back, and the approval stays",
    { tags: ["full"] },
    async () => {
      const { purchaseId, ref } = await waiting();
      const api = await admin();
      const lineId = await imported(`NEFT ${BANKS} RAHUL SHARMA`, 150_000);
      await api.payments.approveReceived({ ...ref, received: "1500", lineId });
      await api.statements.unlink({ lineId, reason: "Another member's" });
      expect(await unallocated()).toEqual([]);
      expect(await company.order(purchaseId)).toMatchObject({
        status: "APPROVED",
        receivedPaise: null,
      });
    },
  );

  test.each(["was sent back", "pays another order"])(
    "it is refused while the money %s",
    { tags: ["full"] },
    async (use) => {
      const { api, lineId, credit } = await reversed();
      if (!credit) throw new Error("Nothing is left.");
      const { id: paymentId, updatedAt: seenAt } = credit;
      const named = { kind: "CREDIT", paymentId } as const;
      if (use === "was sent back") {
        const sent = { amount: "100", reference: "BACK1", refundedOn: "2026-01-02" };
        await api.payments.refund({ ...named, ...sent });
      } else {
        const { id: orderId } = await waitingOrder(company, member);
        await api.payments.payOrder({ ...named, seenAt, orderId });
      }
      expect(await resultCode(api.statements.unlink({ lineId, reason: "x" }))).toBe(
        "STATEMENT_ENTRY_USED",
      );
      expect(await openLines()).toEqual([]);
    },
  );
});
