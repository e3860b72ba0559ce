import { afterAll, beforeAll, expect, test } from "vitest";
import { runText } from "@db/client";
import { appRouter } from "./router";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";

/**
 * A new procedure must be refused or listed here. What an open call returns to whom is tested with its
 * noun.
 */
const OPEN_TO_ALL = [
  "site.config",
  "site.offer",
  "policies.current",
  "policies.agreed",
  "messages.outbox",
  "proof.history",
  "proof.checkpoint",
  "proof.inclusion",
  "proof.consistency",
  "registration.requestCode",
  "registration.begin",
  "registration.requestMobileCode",
  "registration.proveEmail",
  "registration.faults",
  "registration.invitation",
  "registration.register",
  "registration.join",
  "sessions.logIn",
  "sessions.startAdmin",
  "sessions.finishAdmin",
  "sessions.logInAdmin",
  "sessions.requestSuperAdminCode",
  "sessions.startSuperAdmin",
  "sessions.finishSuperAdmin",
  "sessions.logInSuperAdmin",
  "passwords.requestReset",
  "passwords.reset",
  "passwords.requestResetAdmin",
  "passwords.resetAdmin",
  "passwords.invitation",
  "passwords.setPassword",
  "passkeys.beginLogIn",
  "passkeys.logIn",
];
/** Calls about the caller's own account and files, in any role. */
const OWN = [
  "sessions.me",
  "sessions.logOut",
  "sessions.listMine",
  "sessions.endOne",
  "sessions.endAll",
  "members.savePreferences",
  "media.add",
  "media.open",
  "passkeys.mine",
  "passkeys.beginAdding",
  "passkeys.add",
  "passkeys.remove",
];
const MEMBERS = [
  "orders.create",
  "orders.open",
  "orders.find",
  "orders.consent",
  "orders.submit",
  "orders.cancel",
  "orders.listMine",
  "orders.history",
  "orders.timeline",
  "orders.myCases",
  "orders.answerCase",
  "orders.terms",
  "orders.receipt",
  "orders.ownStatement",
  "orders.follow",
  "payments.mine",
  "members.profile",
  "identity.mine",
  "identity.save",
  "identity.addDocument",
  "identity.ownDocument",
  "identity.send",
  "identity.submit",
  "members.frame",
  "members.updateProfile",
  "passwords.requestChangeCode",
  "members.downloadData",
  "members.askForEnd",
  "members.askVerification",
  "passwords.change",
  "prices.current",
  "prices.settings",
  "stock.global",
  "stock.mine",
  "proof.ofOrder",
  "proof.ofBatch",
  "stock.allocation",
  "beneficiaries.forMember",
  "referrals.summary",
  "members.chooseShown",
  "referrals.links",
  "referrals.invited",
  "programme.ownStatement",
  "orders.rewards.mine",
  "stock.overview",
  "batches.mine",
  "stock.rank",
  "launch.mine",
  "launch.askWallet",
  "launch.loseWallet",
  "launch.proveWallet",
  "launch.stopWallet",
  "notices.mine",
  "notices.markRead",
  "notices.choice",
  "notices.chooseMails",
];

let harness: OrderHarness;
let company: CompanyFixture;
let other: CompanyFixture;
let member: Person;
let paid: Awaited<ReturnType<typeof submittedPayment>>;

beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company();
  other = await harness.company();
  member = await company.member({ isApproved: false });
  paid = await submittedPayment(company, member);
  await (await company.as(company.admin)).beneficiaries.add({ upi: "walls@bank" });
});
afterAll(() => harness.close());

/** Every row of the company in all tables with a company_id. */
async function everyRow() {
  const { db } = harness.database;
  const tables = await runText(
    db,
    "SELECT table_name FROM information_schema.columns WHERE column_name = 'company_id' AND table_schema = 'public' ORDER BY 1",
    [],
  );
  expect(tables.length).toBeGreaterThan(8);
  const rows: Record<string, unknown> = {};
  for (const { table_name: table } of tables) {
    const name = String(table);
    const query = `SELECT t::text AS row FROM "${name}" t WHERE company_id = $1 ORDER BY 1`;
    rows[name] = await runText(db, query, [company.id]);
  }
  rows["companies"] = await runText(db, "SELECT c::text FROM companies c WHERE id = $1", [
    company.id,
  ]);
  return rows;
}

/** Calls every procedure except `but`, with ids of existing rows; returns the codes. */
async function askEverything(person: Person | null, but: readonly string[] = []) {
  const caller = await company.as(person);
  const input = {
    companyId: company.id,
    id: member.id,
    orderId: paid.transaction.id,
    orderIds: [paid.transaction.id],
    purchaseId: paid.order.orderNumber,
    reason: "Because",
    status: "BLOCKED",
    isRequired: true,
    price: "1",
    upi: "taken@bank",
  };
  const outcomes: [name: string, code: string][] = [];
  for (const name of Object.keys(appRouter._def.procedures)) {
    if (but.includes(name)) continue;
    const call: unknown = name
      .split(".")
      .reduce<unknown>((at, part) => Reflect.get(Object(at), part), caller);
    if (typeof call !== "function") throw new Error(`There is no ${name}.`);
    outcomes.push([
      name,
      await resultCode(Promise.resolve(Reflect.apply(call, undefined, [input]))),
    ]);
  }
  return outcomes;
}

const not = (outcomes: [string, string][], refused: string) =>
  outcomes.filter(([, code]) => code !== refused).map(([name]) => name);

test(
  "without a session every call but the public ones is refused, and no row changes",
  { tags: ["full"] },
  async () => {
    const before = await everyRow();
    const outcomes = await askEverything(null);
    expect(not(outcomes, "NOT_SIGNED_IN").sort()).toEqual([...OPEN_TO_ALL].sort());
    expect(await everyRow()).toEqual(before);
  },
);

test("a member cannot call admin procedures, and no row changes", { tags: ["full"] }, async () => {
  const neighbour = await company.member();
  const before = await everyRow();
  const outcomes = await askEverything(neighbour, [...OPEN_TO_ALL, ...OWN, ...MEMBERS]);
  expect(not(outcomes, "WRONG_ROLE")).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(60);
  expect(await everyRow()).toEqual(before);
});

test(
  "another company's admin cannot call procedures here, and no row changes",
  { tags: ["full"] },
  async () => {
    const before = await everyRow();
    const outcomes = await askEverything(other.admin, [...OPEN_TO_ALL, ...OWN]);
    const passed = outcomes.filter(([, code]) => code !== "NOT_SIGNED_IN" && code !== "WRONG_ROLE");
    expect(passed).toEqual([]);
    expect(outcomes.filter(([, code]) => code === "NOT_SIGNED_IN").length).toBeGreaterThan(40);
    expect(await everyRow()).toEqual(before);
  },
);
