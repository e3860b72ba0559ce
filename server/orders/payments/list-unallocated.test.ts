import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { payments } from "@db/schema";
import { PAYMENT_SORTS } from "@db/vocabulary";
import type { Caller } from "@server/http/router";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
} from "@server/testing/order-harness";

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
      ...{ companyId: company.id, memberId: member.id, orderId, method, reference },
      ...{ amountPaise: totalPaise, reportedPaise: totalPaise + 5, createdAt: new Date(at) },
      status: isReceived ? "CONFIRMED" : "UNALLOCATED",
      unappliedBecause: isReceived ? null : "SUPPLY_GONE_AFTER_PAYMENT",
      ...(isReceived && {
        ...{ receivedPaise: totalPaise, appliedPaise: 15_500, receivedAt: new Date(at) },
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
  test("unallocated payments are listed with the longest wait first, with their number and sum", async () => {
    expect(await named()).toEqual(["Asha", "Meera", "Vikram"]);
    const { count, sumPaise, payments } = await api.payments.listUnallocated({});
    expect(count).toBe(3);
    expect(sumPaise).toBe(payments.reduce((sum, { openPaise }) => sum + openPaise, 0));
  });

  test("the list of unallocated payments has pages, and totals beyond the last one", async () => {
    expect(await named({ page: 2, limit: 2 })).toEqual(["Vikram"]);
    const { payments, count, lastPage } = await api.payments.listUnallocated({ page: 3, limit: 2 });
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
