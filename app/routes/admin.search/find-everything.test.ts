import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN_ROLES, type AdminRole } from "@db/vocabulary";
import { saveIdentity } from "@server/testing/identity-fixtures";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { moreInFull, rounds } from "@server/testing/rounds";
import { findEverything } from "./find-everything.server";

let harness: OrderHarness;
beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

/** Returns what a search finds in a company: the name of each place, and the titles of what is there. */
async function found(
  company: CompanyFixture,
  search: string,
  {
    role = "OWNER",
    person = company.admin,
  }: { role?: AdminRole; person?: typeof company.admin } = {},
): Promise<Record<string, string[]>> {
  const places = await findEverything("en", await company.as(person), { search, role });
  return Object.fromEntries(
    places.map(({ label, rows }) => [label, rows.map(({ title }) => title)]),
  );
}

test("a search finds members, orders, entries and settings, and says in which list each is", async () => {
  const company = await harness.company();
  const email = "asha.bose@found.example";
  const member = await company.member({ name: "Asha Bose", mobile: "+919812345670", email });
  const api = await company.as(company.admin);
  const [waiting, decided] = [
    await submittedPayment(company, member, { reference: "612345678901" }),
    await submittedPayment(company, member, { reference: "612345678902" }),
  ];
  await api.orders.approve({ orderId: decided.transaction.id });
  await company.entry({ amountPaise: 12_345, narration: "NEFT OF UMA RAO" });
  const aside = await company.entry({ amountPaise: 777, narration: "INTEREST UMA" });
  await api.statements.setAside({ lineId: aside, reason: "Interest" });

  const orders = {
    "To decide (1)": [waiting.order.orderNumber],
    "Decided, approved (1)": [decided.order.orderNumber],
  };
  for (const words of ["bose asha", "98123 45670"]) {
    expect(await found(company, words), words).toEqual({ "Members (1)": ["Asha Bose"], ...orders });
  }
  expect(await found(company, email)).toMatchObject({ "Members (1)": ["Asha Bose"] });
  expect(await found(company, "6123 4567 8902")).toEqual({
    "Decided, approved (1)": [decided.order.orderNumber],
  });
  expect(await found(company, waiting.order.orderNumber)).toEqual({
    "To decide (1)": [waiting.order.orderNumber],
  });
  const own = await company.as(member);
  const unpaid = await own.orders.create({ amount: "200" });
  for (const number of [
    unpaid.orderNumber,
    unpaid.orderNumber.replace("PUR-", "pur "),
    unpaid.orderNumber.slice(4),
  ]) {
    expect(await found(company, number), number).toEqual({
      "Not paid (1)": [unpaid.orderNumber],
    });
  }
  expect(await found(company, "123.45")).toEqual({ "In the bank (1)": ["NEFT OF UMA RAO"] });
  expect(await found(company, "uma")).toEqual({
    "In the bank (1)": ["NEFT OF UMA RAO"],
    "In the bank, put away (1)": ["INTEREST UMA"],
  });
  expect(await found(company, "referral reward")).toEqual({ "Pages (1)": ["Sale"] });
  expect(await found(company, "%_")).toEqual({});
});

test("a search shows five of a list, and says how many there are", async () => {
  const company = await harness.company();
  for (let at = 0; at < 7; at += 1) await company.member({ name: `Same Name ${at}` });
  const [place] = await findEverything("en", await company.as(company.admin), {
    search: "same name",
    role: "OWNER",
  });
  expect(place).toMatchObject({ label: "Members (7)", hasMore: true });
  expect(place?.rows).toHaveLength(5);
});

test("a search finds nothing of another company, for no role", moreInFull, async () => {
  const [company, other] = [await harness.company(), await harness.company()];
  const email = "theirs@found.example";
  const member = await company.member({ name: "Farida Theirs", email });
  const payment = await submittedPayment(company, member, { reference: "698765432109" });
  const unpaid = await (await company.as(member)).orders.create({ amount: "200" });
  await company.entry({ amountPaise: 98_765, narration: "NEFT FARIDA" });
  for (const adminRole of ADMIN_ROLES.slice(0, rounds(1, ADMIN_ROLES.length))) {
    const person = await other.member({ role: "ADMIN", adminRole });
    for (const search of [
      "farida",
      email,
      unpaid.orderNumber,
      payment.order.orderNumber,
      "698765432109",
      "987.65",
    ]) {
      expect(await found(other, search, { role: adminRole, person }), search).toEqual({});
    }
  }
});

test("a viewer and a cashier find no page that only an owner opens", async () => {
  const company = await harness.company();
  for (const adminRole of ADMIN_ROLES) {
    const person = await company.member({ role: "ADMIN", adminRole });
    const pages = await found(company, "API keys", { role: adminRole, person });
    expect(pages, adminRole).toEqual(adminRole === "OWNER" ? { "Pages (1)": ["Machines"] } : {});
  }
});

test("a member and a stranger search nothing", async () => {
  const company = await harness.company();
  for (const [person, code] of [
    [await company.member(), "WRONG_ROLE"],
    [null, "NOT_SIGNED_IN"],
  ] as const) {
    const api = await company.as(person);
    const asked = findEverything("en", api, { search: "asha", role: "OWNER" });
    expect(await resultCode(asked)).toBe(code);
  }
});

test("an owner finds a former member whose evidence is kept; a cashier does not", async () => {
  const company = await harness.company();
  const member = await company.member();
  const kept = { sentAt: new Date(), sentCount: 1, endedAt: new Date(), typedName: "Uma Bose" };
  await saveIdentity(harness.database.db, company.id, member.id, kept);
  expect(await found(company, "uma bose")).toEqual({ "Evidence that is kept (1)": ["Uma Bose"] });
  const person = await company.member({ role: "ADMIN", adminRole: "CASHIER" });
  expect(await found(company, "uma bose", { role: "CASHIER", person })).toEqual({});
});
