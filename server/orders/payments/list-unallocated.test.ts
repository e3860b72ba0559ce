import { rupeesText } from "@server/platform/rules/money/format";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { afterAll, beforeAll, describe, expect, test, afterEach, beforeEach } from "vitest";
import { newId } from "@db/ids";
import { payments, paymentRefunds, reconciliations } from "@db/schema";
import { PAYMENT_SORTS } from "@db/vocabulary";
import type { Caller } from "@server/http/router";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  HARNESS_SECRET,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { eq } from "drizzle-orm";
import { insertSignature, listSignatures, sumAccountDays } from "@server/payments";
import { MoneyConfirmed } from "@server/orders/contracts/decisions";
import { RefundPaymentForm } from "@server/orders/contracts/payments";
import { readConfig } from "@server/platform/config/environment";
import { createSecrets } from "@server/platform/config/secrets";
import { deliverMessages } from "@server/testing/deliver-messages";
import {
  unallocatedPayment,
  SENT_BACK,
  applyForm,
  waitingOrder,
} from "@server/testing/unallocated-payments";

describe("list unallocated", () => {
  let harness: OrderHarness;
  let company: CompanyFixture;
  let api: Caller;
  /** The order numbers of the payments, by name. */
  const numbers: Record<string, string> = {};

  /** Payments of three members: two that no order took, and the rest of a received one. */
  const PAYMENTS = [
    ["Asha Rao", "asha@people.example", "100", "BANK", "LATE1", "2026-10-01T06:00:00Z"],
    ["Vikram Shah", "vikram@people.example", "300", "UPI", "UPI99", "2026-10-03T20:00:00Z"],
    ["Meera Iyer", "meera@people.example", "200", "BANK", "N100200300", "2026-10-02T06:00:00Z"],
  ] as const;

  beforeAll(async () => {
    harness = await orderHarness();
    company = await harness.company();
    for (const [name, email, amount, method, reference, at] of PAYMENTS) {
      const member = await company.member({ name, email });
      const {
        id: orderId,
        orderNumber,
        totalPaise,
      } = await (await company.as(member)).orders.create({ amount });
      numbers[name] = orderNumber;
      const isReceived = name === "Meera Iyer";
      await harness.database.db.insert(payments).values({
        companyId: company.id,
        memberId: member.id,
        orderId,
        method,
        reference,
        amountPaise: totalPaise,
        reportedPaise: totalPaise + 5,
        createdAt: new Date(at),
        status: isReceived ? "CONFIRMED" : "UNALLOCATED",
        unallocatedBecause: isReceived ? null : "SUPPLY_GONE_AFTER_PAYMENT",
        ...(isReceived && {
          receivedPaise: totalPaise,
          appliedPaise: 15_500,
          receivedAt: new Date(at),
        }),
      });
    }
    api = await company.as(company.admin);
  });
  afterAll(() => harness.close());

  type Asked = NonNullable<Parameters<Caller["payments"]["listUnallocated"]>[0]>;

  const named = async (asked: Asked = {}) => {
    const { payments, count } = await api.payments.listUnallocated(asked);
    expect(payments.length).toBeLessThanOrEqual(count);
    return payments.map(({ member }) => member.name.split(" ")[0]);
  };

  describe("unallocated payments", () => {
    test(
      "unallocated payments are listed with the longest wait first, with their number and sum",
      { tags: ["full"] },
      async () => {
        expect(await named()).toEqual(["Asha", "Meera", "Vikram"]);
        const { count, sumPaise, payments } = await api.payments.listUnallocated({});
        expect(count).toBe(3);
        expect(sumPaise).toBe(payments.reduce((sum, { openPaise }) => sum + openPaise, 0));
      },
    );

    test("the list of unallocated payments has pages, and totals beyond the last one", async () => {
      expect(await named({ page: 2, limit: 2 })).toEqual(["Vikram"]);
      const { payments, count, lastPage } = await api.payments.listUnallocated({
        page: 3,
        limit: 2,
      });
      expect(payments).toEqual([]);
      expect({ count, lastPage }).toEqual({ count: 3, lastPage: 2 });
    });

    test.each([
      ["since", ["Asha", "Meera", "Vikram"]],
      ["member", ["Asha", "Meera", "Vikram"]],
      ["tokens", ["Asha", "Meera", "Vikram"]],
      ["open", ["Meera", "Asha", "Vikram"]],
      // Those without a value stand last, in both directions.
      ["entered", ["Asha", "Vikram", "Meera"]],
      ["reference", ["Asha", "Meera", "Vikram"]],
    ] as const)("unallocated payments are sorted by %s", async (sort, expected) => {
      expect(await named({ sort })).toEqual(expected);
      const last = sort === "entered" ? ["Meera"] : [];
      const valued = expected.filter((name) => !last.includes(name));
      expect(await named({ sort, isDescending: true })).toEqual([...valued.toReversed(), ...last]);
    });

    test.each(PAYMENT_SORTS)(
      "unallocated payments sorted by %s are all listed once",
      async (sort) => {
        expect((await named({ sort })).toSorted()).toEqual(["Asha", "Meera", "Vikram"]);
      },
    );

    test.each<[string, Asked, string[]]>([
      ["a kind", { kind: "CREDIT" }, ["Meera"]],
      ["a method", { method: "UPI" }, ["Vikram"]],
      ["a first day, in India", { from: "2026-10-04" }, ["Vikram"]],
      ["a last day", { to: "2026-10-02" }, ["Asha", "Meera"]],
      ["a least sum", { least: "102.5" }, ["Asha", "Vikram"]],
      ["a largest sum", { most: "102.50" }, ["Asha", "Meera"]],
      ["both together", { most: "102.50", kind: "CLAIM" }, ["Asha"]],
    ])("unallocated payments are narrowed by %s", async (_, asked, expected) => {
      expect(await named(asked)).toEqual(expected);
    });

    test.each([
      ["a name's words in any order", "rao asha", ["Asha"]],
      ["an address", "vikram@", ["Vikram"]],
      ["a reference with spaces", "N100 200 300", ["Meera"]],
      ["an open sum", "₹102.50", ["Asha"]],
      ["an entered sum", "307.55", ["Vikram"]],
      ["a day", "01/10/2026", ["Asha"]],
      ["nothing that there is", "zzz", []],
    ])("unallocated payments are found by %s", async (_, search, expected) => {
      expect(await named({ search })).toEqual(expected);
    });

    test("unallocated payments are found one by one, and not by another company", async () => {
      const { payments } = await api.payments.listUnallocated({});
      for (const { id, member } of payments) {
        expect(await named({ paymentId: id })).toEqual([member.name.split(" ")[0]]);
      }
      const other = await harness.company();
      const theirs = await other.as(other.admin);
      const { count } = await theirs.payments.listUnallocated({ paymentId: payments[0]?.id });
      expect(count).toBe(0);
      expect(await named({ paymentId: newId() })).toEqual([]);
    });

    test("unallocated payments are found by the typed number of their order", async () => {
      const number = numbers["Meera Iyer"] ?? "";
      for (const search of [number, number.toLowerCase(), number.replace("PUR-", "pur ")]) {
        expect(await named({ search })).toEqual(["Meera"]);
      }
    });

    test("an unallocated payment can be found missing, unless a part of it was allocated", async () => {
      const { payments } = await api.payments.listUnallocated({});
      for (const { id, kind, canDismiss, updatedAt: seenAt } of payments) {
        expect(canDismiss).toBe(kind === "CLAIM");
        if (canDismiss) continue;
        const call = api.payments.dismiss({ kind, paymentId: id, reason: "None arrived", seenAt });
        expect(await resultCode(call)).toBe("PAYMENT_SETTLED");
      }
    });

    test("an unallocated payment says whether it is a surplus or of a reversed order", async () => {
      const own = await harness.company();
      const desk = await own.as(own.admin);
      const paid = async () =>
        (await submittedPayment(own, await own.member({ name: "Paid" }))).transaction.id;
      const [surplus, reversed] = [await paid(), await paid()];
      await desk.payments.approveReceived({ orderId: surplus, version: 1, received: "1130.13" });
      await desk.orders.approve({ orderId: reversed, version: 1 });
      await desk.orders.reverse({ orderId: reversed, reason: "Wrong account" });
      const listed = (await desk.payments.listUnallocated({})).payments;
      const why = new Map(listed.map(({ orderId, unneeded }) => [orderId, unneeded]));
      expect([why.get(surplus), why.get(reversed)]).toEqual(["SURPLUS", "REVERSED"]);
      // Nothing of either member waits.
      expect(listed.map(({ paysOrder }) => paysOrder)).toEqual([false, false]);
    });

    test("unallocated payments of another company are not listed, and a member does not list them", async () => {
      const other = await harness.company();
      const { payments, count, sumPaise } = await (
        await other.as(other.admin)
      ).payments.listUnallocated({ search: "asha" });
      expect({ payments, count, sumPaise }).toEqual({ payments: [], count: 0, sumPaise: 0 });
      const member = await company.as(await company.member());
      expect(await resultCode(member.payments.listUnallocated({}))).toBe("WRONG_ROLE");
    });

    test.each([
      { sort: "password" },
      { kind: "ALL" },
      { from: "yesterday" },
      { limit: 1000 },
      { paymentId: "1" },
    ])("the list of unallocated payments refuses the filter %o", async (asked) => {
      const call = Reflect.apply(api.payments.listUnallocated, undefined, [
        asked,
      ]) as Promise<unknown>;
      expect(await resultCode(call)).toMatch(/INVALID|BAD_/);
    });
  });
});

describe("refund of an unconfirmed payment", () => {
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
    const through = {
      database: harness.database,
      secrets: createSecrets(HARNESS_SECRET),
      appOrigin,
    };
    const [mail] = (await deliverMessages(through, { userId: member.id })).slice(-1);
    return `${mail?.text}`;
  }

  /** An unallocated payment of ₹1,025, as a refund names it. */
  const unallocated = async () => {
    const { id: paymentId } = await unallocatedPayment(company, member);
    return { kind: "CLAIM" as const, paymentId, ...SENT_BACK };
  };

  describe("the refund of a payment that no order took", () => {
    test("a text that is no number of a payment is refused beside its field, and nothing is sent back", async () => {
      const refund = { ...(await unallocated()), received: "1,025", amount: "1025" };
      const api = await admin();
      for (const reference of ["वापस भेजा", "sent (by hand)", "--", "/"]) {
        await expect(api.payments.refund({ ...refund, reference })).rejects.toMatchObject({
          cause: { code: "REFERENCE_INVALID", fields: { reference: ["REFERENCE_INVALID"] } },
        });
      }
      expect(await refunds()).toEqual([]);
      expect(await open()).toHaveLength(1);
    });

    test(
      "a refund of all received money leaves nothing unallocated",
      { tags: ["full"] },
      async () => {
        const refund = { ...(await unallocated()), received: "1,025", amount: "1025" };
        expect(await (await admin()).payments.refund(refund)).toMatchObject({ restPaise: 0 });
        expect(await open()).toEqual([]);
        expect(await mailed()).not.toContain("still open");
        expect(await company.received()).toMatchObject([
          { receivedPaise: 102_500, appliedPaise: 0, refundedPaise: 102_500 },
        ]);
      },
    );

    test(
      "a refund of a part leaves the rest unallocated, which another order uses",
      { tags: ["full"] },
      async () => {
        const api = await admin();
        // More arrived than the member reports.
        const refund = { ...(await unallocated()), received: "1030", amount: "517.50" };
        expect(await api.payments.refund(refund)).toMatchObject({
          allocated: 0,
          restPaise: 51_250,
        });
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
        expect(rest).toMatchObject({
          kind: "CREDIT",
          openPaise: 51_250,
          canDismiss: false,
          unneeded: "NONE",
          paysOrder: false,
        });

        const other = await waitingOrder(company, member, { amount: "500" });
        expect(await open()).toMatchObject([{ paysOrder: true }]);
        expect(await api.payments.payOrder(applyForm(rest, other))).toMatchObject({ quantity: 50 });
        expect(await open()).toMatchObject([{ kind: "CLAIM", orderId: other.id }]);
        expect(await company.received()).toMatchObject([
          { receivedPaise: 103_000, appliedPaise: 51_250, refundedPaise: 51_750 },
        ]);
      },
    );

    test(
      "a refund leaves a rest that needs a second admin for the order that it pays",
      { tags: ["full"] },
      async () => {
        const refund = { ...(await unallocated()), received: "1025", amount: "1" };
        await (await admin()).payments.refund(refund);
        await company.setCompany({ settings: { secondAdminAbovePaise: 40_000 } });
        await company.anotherAdmin();
        const [rest] = await open();
        if (!rest) throw new Error("Nothing is open.");
        const other = await waitingOrder(company, member, { amount: "500" });
        const paid = (await admin()).payments.payOrder(applyForm(rest, other));
        expect(await resultCode(paid)).toBe("NEEDS_SECOND_ADMIN");
        expect(await open()).toMatchObject([{ openPaise: 102_400 }]);
      },
    );

    test(
      "a refund above the received sum is refused, and nothing is recorded",
      { tags: ["full"] },
      async () => {
        const api = await admin();
        const refund = await unallocated();
        const below = { ...refund, received: "500", amount: "500.01" };
        expect(await resultCode(api.payments.refund(below))).toBe("RECEIVED_BELOW_REFUND");
        // Without a sum, the refund counts as received, limited to the sum that the member can have sent.
        const { received: _none, ...unsaid } = { ...below, amount: "1025.01" };
        expect(await resultCode(api.payments.refund(unsaid))).toBe("REFUND_TOO_LARGE");
        expect(await resultCode(api.payments.refund({ ...below, received: "0" }))).not.toBe("ok");
        expect(await company.received()).toEqual([]);
        expect(await refunds()).toEqual([]);
        expect(await open()).toMatchObject([{ kind: "CLAIM" }]);
      },
    );

    test(
      "a refund without a received sum counts the refunded sum as received; the page asks",
      { tags: ["full"] },
      async () => {
        const refund = { ...(await unallocated()), amount: "500" };
        expect(RefundPaymentForm.safeParse(refund).error?.issues).toMatchObject([
          { path: ["received"], message: "AMOUNT_INVALID" },
        ]);
        expect(RefundPaymentForm.safeParse({ ...refund, kind: "CREDIT" }).success).toBe(true);
        // It may ask whether the money was seen, as an approval does.
        const unconfirmed = RefundPaymentForm.and(MoneyConfirmed).safeParse({
          ...refund,
          received: "500",
        });
        expect(unconfirmed.error?.issues).toMatchObject([
          { path: ["moneyConfirmed"], message: "MONEY_NOT_CONFIRMED" },
        ]);
        await (await admin()).payments.refund(refund);
        expect(await company.received()).toMatchObject([
          { receivedPaise: 50_000, refundedPaise: 50_000 },
        ]);
        expect(await open()).toEqual([]);
      },
    );

    test(
      "a refund with the number of an earlier refund of the same money is refused; another one is not",
      { tags: ["full"] },
      async () => {
        const api = await admin();
        await api.payments.refund({ ...(await unallocated()), received: "1025", amount: "100" });
        const [rest] = await open();
        const next = { kind: "CREDIT" as const, paymentId: rest?.id ?? "", amount: "50" };
        const refused = api.payments.refund({ ...next, ...SENT_BACK, reference: "back-1" });
        await expect(refused).rejects.toMatchObject({
          cause: { code: "REFUND_RECORDED", fields: { reference: ["REFUND_RECORDED"] } },
        });
        expect(await open()).toMatchObject([{ openPaise: 92_500 }]);
        expect(await refunds()).toEqual([{ amountPaise: 10_000 }]);
        expect(
          await api.payments.refund({ ...next, ...SENT_BACK, reference: "BACK2" }),
        ).toMatchObject({
          restPaise: 87_500,
        });
      },
    );

    test(
      "a refund repeated with its key, also at once, is recorded once",
      { tags: ["full"] },
      async () => {
        const refund = { ...(await unallocated()), received: "1025", amount: "25" };
        const keyed = await company.as(company.admin, { key: "refund-1" });
        const first = await keyed.payments.refund(refund);
        expect(await keyed.payments.refund(refund)).toEqual(first);
        expect(await resultCode((await admin()).payments.refund(refund))).toBe("PAYMENT_SETTLED");
        expect(await company.received()).toHaveLength(1);
        expect(await refunds()).toHaveLength(1);

        company = await harness.company();
        member = await company.member();
        const another = { ...(await unallocated()), received: "1025", amount: "25" };
        const api = await admin();
        const all = await Promise.all(
          [1, 2, 3].map(() => resultCode(api.payments.refund(another))),
        );
        expect(all.toSorted()).toEqual(["PAYMENT_SETTLED", "PAYMENT_SETTLED", "ok"]);
        expect(await company.received()).toHaveLength(1);
      },
    );
  });
});

describe("a day of the bank", () => {
  let harness: OrderHarness;
  beforeAll(async () => {
    harness = await orderHarness();
  });
  afterAll(() => harness.close());

  test("the bank's total is approved, sent back, unallocated and put away, by account, and is signed", async () => {
    const company = await harness.company();
    const [member, api] = [await company.member(), await company.as(company.admin)];
    // A payment is not older than its order.
    const [day, accountId] = [dateInIndia(new Date()), newId()];
    const at = { bookedOn: day, accountId };
    const pay = async (reference: string) => {
      const own = await company.as(member);
      const { orderNumber } = await own.orders.create({ amount: "1000" });
      const { id } = await own.orders.submit({
        purchaseId: orderNumber,
        paymentMethod: "BANK",
        amount: "1000",
        consent: true,
        referenceNumber: reference,
        receiptId: await company.proof(member),
      });
      return id;
    };
    const day1 = async (change: object = {}) =>
      (await api.payments.reconciliation({ day, ...change })).accounts;
    expect(await day1()).toEqual([]);
    const [first, second] = [await pay("611234567801"), await pay("611234567802")];
    for (const reference of ["611234567801", "611234567802"]) {
      await company.entry({ ...at, reference, amountPaise: 102_500 });
    }
    await company.entry({ ...at, amountPaise: 50_000 });
    const interest = await company.entry({ ...at, amountPaise: 7_000 });
    await company.entry({ amountPaise: 900, bookedOn: day });
    await company.entry({ ...at, amountPaise: 800, bookedOn: "2026-01-05" });
    await api.statements.setAside({ lineId: interest, reason: "Interest" });
    await api.orders.approve({ orderId: first });
    const open = { entries: 4, bankPaise: 262_000, approvedPaise: 102_500, refundedPaise: 0 };
    const [seen, small] = await day1();
    expect(seen).toMatchObject({
      ...open,
      accountId,
      openPaise: 152_500,
      putAwayPaise: 7_000,
      excessPaise: 0,
      signed: null,
    });
    expect(small).toMatchObject({ entries: 1, bankPaise: 900, openPaise: 900 });
    const sign = { day, accountId, seen: seen?.stamp ?? "" };
    await api.payments.signDay(sign);
    expect((await day1())[0]?.signed).toMatchObject({ isSame: true, changed: [] });

    // A change after the sign-off is told, with the sums that were signed.
    await api.orders.approve({ orderId: second });
    await api.orders.reverse({ orderId: second, reason: "Theirs" });
    const credit = (await api.payments.listUnallocated()).payments.find(
      ({ kind }) => kind === "CREDIT",
    );
    await api.payments.refund({
      kind: "CREDIT",
      paymentId: credit?.id ?? "",
      amount: "25",
      reference: "BACK1",
      refundedOn: "2026-01-31",
    });
    const [after] = await day1();
    expect(after).toMatchObject({
      ...open,
      refundedPaise: 2_500,
      openPaise: 150_000,
      signed: {
        isSame: false,
        before: { refundedPaise: 0, openPaise: 152_500 },
        changed: [{ paise: 102_500 }],
      },
    });
    expect(await resultCode(api.payments.signDay(sign))).toBe("LIST_CHANGED");
    const none = { ...sign, day: "2026-01-07" };
    expect(await resultCode(api.payments.signDay(none))).toBe("RECONCILIATION_EMPTY");
    await api.payments.signDay({ ...sign, seen: after?.stamp ?? "" });
    expect((await day1())[0]?.signed).toMatchObject({ isSame: true });
    // The line of the day adds up both accounts; it is signed once each of them is.
    const lineOf = async () => (await api.payments.days({})).lines.find((one) => one.day === day);
    const line = await lineOf();
    expect(line).toMatchObject({
      bankPaise: 262_900,
      withoutEntryPaise: 0,
      approvedPaise: 102_500,
      refundedPaise: 2_500,
      openPaise: 150_900,
      putAwayPaise: 7_000,
      signed: "no",
    });
    const other = { day, accountId: small?.accountId ?? "", seen: small?.stamp ?? "" };
    await api.payments.signDay(other);
    expect(await lineOf()).toMatchObject({ signed: "yes" });
    for (const bad of ["soon", "2026-02-30", ""]) {
      expect(await resultCode(day1({ day: bad }))).toBe("BAD_DATE");
    }
    expect(await day1({ day: "2999-01-01" })).toEqual([]);
  });

  test(
    "a day lists each payment that was confirmed without an entry of the bank, with its order",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const [member, other] = [
        await company.member({ name: "Asha Bose" }),
        await company.member({ name: "Ravi Rao" }),
      ];
      const api = await company.as(company.admin);
      const cash = await submittedPayment(company, member);
      const partly = await submittedPayment(company, other);
      const reference = "611234567890";
      const shown = await submittedPayment(company, member, { reference });
      const { finalAmountPaise: paise } = shown.transaction;
      await company.entry({ reference, amountPaise: paise });
      await api.orders.approve({ orderId: shown.transaction.id });
      const more = await submittedPayment(company, other, { reference: "611234567891" });
      await company.entry({ reference: "611234567891", amountPaise: paise + 500 });
      await api.orders.approve({
        orderId: more.transaction.id,
        receivedAmount: rupeesText(paise + 500),
      });
      await api.orders.approve({ orderId: cash.transaction.id });
      await api.orders.approve({ orderId: partly.transaction.id, receivedAmount: "512.50" });
      const day = dateInIndia(new Date());
      const unknown = await company.entry({ amountPaise: 700 });
      const { withoutEntry, entries, methods } = await api.payments.reconciliation({ day });
      expect(methods).toMatchObject([{ day, count: 4, receivedPaise: 3 * paise + 51_750 }]);
      expect(entries).toMatchObject([
        { id: unknown, use: "open", orderId: null, memberName: null, paise: 700, usePaise: 700 },
        // Only the sum above the order is not used.
        { use: "open", orderId: more.transaction.id, paise: paise + 500, usePaise: 500 },
        {
          use: "approved",
          orderId: shown.transaction.id,
          orderNumber: shown.order.orderNumber,
          memberName: "Asha Bose",
          paise,
          usePaise: paise,
        },
      ]);
      expect(withoutEntry).toMatchObject({ count: 2, paise: paise + 51_250 });
      // The line has both, and the day lists the entry with what it pays.
      const { lines } = await api.payments.days({});
      expect(lines).toMatchObject([
        {
          day,
          bankPaise: 2 * paise + 1200,
          openPaise: 1200,
          withoutEntryPaise: paise + 51_250,
          signed: "no",
        },
      ]);
      expect(lines[0]?.approvedPaise).toBe(3 * paise + 51_250);
      expect(withoutEntry.payments).toMatchObject([
        {
          orderId: cash.transaction.id,
          orderNumber: cash.order.orderNumber,
          memberName: "Asha Bose",
          paise,
          reference: cash.transaction.referenceNumber,
        },
        { orderId: partly.transaction.id, memberName: "Ravi Rao", paise: 51_250 },
      ]);
      const none = await api.payments.reconciliation({ day: "2026-01-05" });
      expect(none.withoutEntry).toEqual({ count: 0, paise: 0, payments: [] });
      const stranger = await harness.company();
      const theirs = await (await stranger.as(stranger.admin)).payments.reconciliation({ day });
      expect(theirs.withoutEntry.count).toBe(0);
      expect(theirs).toMatchObject({ entries: [], methods: [] });
      const strangers = await (await stranger.as(stranger.admin)).payments.days({});
      expect(strangers.lines).toEqual([]);
    },
  );

  test(
    "of two sign-offs of a day at once one is kept, and the other is told to look again",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const second = await company.anotherAdmin();
      const [day, accountId] = ["2026-01-05", newId()];
      await company.entry({ amountPaise: 900, bookedOn: day, accountId });
      const apis = await Promise.all([company.admin, second].map((one) => company.as(one)));
      const [seen] = (await apis[0]!.payments.reconciliation({ day })).accounts;
      const sign = { day, accountId, seen: seen?.stamp ?? "" };
      const codes = await Promise.all(
        [...apis, ...apis].map((api) => resultCode(api.payments.signDay(sign))),
      );
      expect(codes.toSorted()).toEqual(["LIST_CHANGED", "LIST_CHANGED", "LIST_CHANGED", "ok"]);
      const rows = await harness.database.db
        .select()
        .from(reconciliations)
        .where(eq(reconciliations.companyId, company.id));
      expect(rows).toHaveLength(1);
      // Its signer is told beside the sums; once they change, it is signed anew.
      await company.entry({ amountPaise: 100, bookedOn: day, accountId });
      const [changed] = (await apis[0]!.payments.reconciliation({ day })).accounts;
      expect(changed?.signed).toMatchObject({ isSame: false });
      await apis[1]!.payments.signDay({ ...sign, seen: changed?.stamp ?? "" });
      expect((await company.faults()).length).toBe(0);
    },
  );

  /** Without the lock each call finds the day unsigned, and all of them sign it. */
  test(
    "control: without the company's lock a day would be signed twice at once",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const [day, accountId] = ["2026-01-05", newId()];
      await company.entry({ amountPaise: 900, bookedOn: day, accountId });
      const { db } = harness.database;
      let reading = 2;
      let bothRead: () => void = () => undefined;
      const read = new Promise<void>((resolve) => (bothRead = resolve));
      const signUnlocked = () =>
        db.transaction(async (tx) => {
          const signed = await listSignatures(tx, company.id, { from: day, to: day });
          if ((reading -= 1) === 0) bothRead();
          await read;
          const [of] = await sumAccountDays(tx, company.id, { from: day, to: day });
          if (signed.length === 0 && of) {
            await insertSignature(tx, of, {
              companyId: company.id,
              day,
              signedBy: company.admin.id,
            });
          }
        });
      await Promise.all([signUnlocked(), signUnlocked()]);
      const rows = await db
        .select()
        .from(reconciliations)
        .where(eq(reconciliations.companyId, company.id));
      expect(rows).toHaveLength(2);
    },
  );

  test(
    "a viewer sees a day and signs none, and nobody sees another company's",
    { tags: ["full"] },
    async () => {
      const [company, other] = [await harness.company(), await harness.company()];
      const [day, accountId] = ["2026-01-05", newId()];
      await company.entry({ amountPaise: 900, bookedOn: day, accountId });
      const as = (adminRole: "VIEWER" | "CASHIER") =>
        company.as({ ...company.admin, actor: { ...company.admin.actor, adminRole } as never });
      const viewer = await as("VIEWER");
      const [seen] = (await viewer.payments.reconciliation({ day })).accounts;
      const sign = { day, accountId, seen: seen?.stamp ?? "" };
      expect(await resultCode(viewer.payments.signDay(sign))).toBe("ADMIN_ROLE_TOO_LOW");
      const theirs = await other.as(other.admin);
      expect((await theirs.payments.reconciliation({ day })).accounts).toEqual([]);
      expect(await resultCode(theirs.payments.signDay(sign))).toBe("RECONCILIATION_EMPTY");
      const member = await company.as(await company.member());
      expect(await resultCode(member.payments.reconciliation({ day }))).toBe("WRONG_ROLE");
      expect((await viewer.payments.reconciliation({ day })).accounts[0]?.signed).toBeNull();
      await (await as("CASHIER")).payments.signDay(sign);
      expect((await viewer.payments.reconciliation({ day })).accounts[0]?.signed).toMatchObject({
        isSame: true,
      });
    },
  );
});
