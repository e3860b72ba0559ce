import { beforeAll, expect, test } from "vitest";
import { runText } from "@db/client";
import { appRouter, type Caller } from "./router";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

/**
 * A new procedure must be refused or listed here. What an open call returns to whom is tested with its
 * noun. Each test takes some seconds, and stands for the roles of every procedure.
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

/** Calls about the caller's own account, of admins and super admins. */
const OF_STAFF = [
  "passwords.changeOwn",
  "secondStep.mine",
  "secondStep.begin",
  "secondStep.confirm",
  "secondStep.renewCodes",
  "secondStep.turnOff",
  "passkeys.beginStepUp",
  "sessions.stepUp",
];
const SUPER_ADMINS = [
  "batches.ofCompany",
  "beneficiaries.listAll",
  "brands.studio",
  "brands.preview",
  "brands.save",
  "brands.start",
  "brands.setPicture",
  "brands.drawPicture",
  "brands.publish",
  "brands.discard",
  "brands.rollBack",
  "companies.list",
  "companies.find",
  "companies.add",
  "companies.update",
  "companies.setStatus",
  "companies.mail",
  "companies.setMail",
  "companies.overview",
  "companies.firstSale",
  "companies.totals",
  "companies.admins",
  "companies.inviteAdmin",
  "companies.inviteAgain",
  "companies.bounds",
  "companies.setBounds",
  "domains.list",
  "domains.watch",
  "domains.add",
  "domains.check",
  "domains.remove",
  "exports.allOrders",
  "exports.allBeneficiaries",
  "exports.companies",
  "messages.undeliveredOfPlatform",
  "messages.queue",
  "orders.listAll",
  "orders.listPlatform",
  "orders.findForPlatform",
  "proof.lastVerification",
];

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let other: CompanyFixture;
let member: Person;
let paid: Awaited<ReturnType<typeof submittedPayment>>;

beforeAll(async () => {
  company = await harness.company();
  other = await harness.company();
  member = await company.member({ isApproved: false });
  paid = await submittedPayment(company, member);
  await (await company.as(company.admin)).beneficiaries.add({ upi: "walls@bank" });
});

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

/** Names of rows of the company, for calls that would read or change them. */
const ofRows = () => ({
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
});

/** Calls every procedure except `but`; returns the codes. */
async function askEverything(caller: Caller, but: readonly string[], input?: object) {
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

test("without a session every call but the public ones is refused, and no row changes", async () => {
  const before = await everyRow();
  const outcomes = await askEverything(await company.as(null), [], ofRows());
  expect(not(outcomes, "NOT_SIGNED_IN").sort()).toEqual([...OPEN_TO_ALL].sort());
  expect(await everyRow()).toEqual(before);
});

test("a member cannot call admin procedures, and no row changes", async () => {
  const neighbour = await company.member();
  const before = await everyRow();
  const outcomes = await askEverything(
    await company.as(neighbour),
    [...OPEN_TO_ALL, ...OWN, ...MEMBERS],
    ofRows(),
  );
  expect(not(outcomes, "WRONG_ROLE")).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(60);
  expect(await everyRow()).toEqual(before);
});

test("another company's admin cannot call procedures here, and no row changes", async () => {
  const before = await everyRow();
  const outcomes = await askEverything(
    await company.as(other.admin),
    [...OPEN_TO_ALL, ...OWN],
    ofRows(),
  );
  const passed = outcomes.filter(([, code]) => code !== "NOT_SIGNED_IN" && code !== "WRONG_ROLE");
  expect(passed).toEqual([]);
  expect(outcomes.filter(([, code]) => code === "NOT_SIGNED_IN").length).toBeGreaterThan(40);
  expect(await everyRow()).toEqual(before);
});

test("admins call nothing of super admins or members, and super admins nothing of theirs", async () => {
  // Nothing is named, so that what is open to them does nothing.
  const open = async (caller: Caller) =>
    not(await askEverything(caller, [...OPEN_TO_ALL, ...OWN]), "WRONG_ROLE").sort();
  expect(await open(await harness.superAdmin())).toEqual([...OF_STAFF, ...SUPER_ADMINS].sort());
  const ofAdmins = await open(await company.as(company.admin));
  const others = [...MEMBERS, ...SUPER_ADMINS];
  expect(ofAdmins.filter((name) => others.includes(name))).toEqual([]);
  expect(ofAdmins.length).toBeGreaterThan(60);
});
