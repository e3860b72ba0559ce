import { afterAll, beforeAll, expect, test } from "vitest";
import { runText } from "@db/client";
import { appRouter } from "@server/procedures/router";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
  submittedPayment,
} from "@server/testing/money-world";

/**
 * Whatever comes to the router some day is walled in, or is named here as open. What an open call
 * gives to whom stands in the tests of its noun.
 */
const OPEN_TO_ALL = [
  ...["site.config", "policies.current", "policies.agreed", "messages.outbox"],
  ...["registration.requestCode", "registration.register", "sessions.logIn"],
  ...["sessions.startAdmin", "sessions.finishAdmin", "sessions.logInAdmin"],
  ...["sessions.requestSuperAdminCode", "sessions.startSuperAdmin", "sessions.finishSuperAdmin"],
  ...["sessions.logInSuperAdmin", "passwords.requestReset", "passwords.reset"],
  ...["passwords.requestResetAdmin", "passwords.resetAdmin"],
  ...["passwords.invitation", "passwords.setPassword"],
];
/** About one's own account and one's own files, for whoever is logged in. */
const OWN = [
  ...["sessions.me", "sessions.logOut", "sessions.listMine", "sessions.endOne", "sessions.endAll"],
  ...["members.savePreferences", "media.add", "media.open"],
];
const MEMBERS = [
  ...["orders.create", "orders.open", "orders.find", "orders.consent", "orders.submit"],
  ...["orders.cancel", "orders.listMine", "orders.receipt", "orders.follow"],
  ...["members.profile", "members.updateProfile", "passwords.requestChangeCode"],
  ...["passwords.change", "prices.current", "prices.settings", "stock.global", "stock.mine"],
  ...["stock.allocation", "beneficiaries.forMember", "referrals.summary"],
];

let world: MoneyWorld;
let house: House;
let other: House;
let member: Person;
let paid: Awaited<ReturnType<typeof submittedPayment>>;

beforeAll(async () => {
  world = await moneyWorld();
  house = await world.house();
  other = await world.house();
  member = await house.member({ isApproved: false });
  paid = await submittedPayment(house, member);
  await (await house.as(house.admin)).beneficiaries.add({ upi: "walls@bank" });
});
afterAll(() => world.close());

/** Every row of the company in every table that has any. */
async function everyRow() {
  const { db } = world.database;
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
    rows[name] = await runText(db, query, [house.id]);
  }
  rows["companies"] = await runText(db, "SELECT c::text FROM companies c WHERE id = $1", [
    house.id,
  ]);
  return rows;
}

/** Asks for everything there is but this, about rows that are really there; the code of each answer. */
async function askEverything(person: Person | null, but: readonly string[] = []) {
  const caller = await house.as(person);
  const input = {
    companyId: house.id,
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
  const told: [name: string, code: string][] = [];
  for (const name of Object.keys(appRouter._def.procedures)) {
    if (but.includes(name)) continue;
    const call: unknown = name
      .split(".")
      .reduce<unknown>((at, part) => Reflect.get(Object(at), part), caller);
    if (typeof call !== "function") throw new Error(`There is no ${name}.`);
    told.push([name, await outcome(Promise.resolve(Reflect.apply(call, undefined, [input])))]);
  }
  return told;
}

const not = (told: [string, string][], refused: string) =>
  told.filter(([, code]) => code !== refused).map(([name]) => name);

test("nobody gets past a wall, by whichever call, and no row changes", async () => {
  const before = await everyRow();
  const told = await askEverything(null);
  expect(not(told, "NOT_SIGNED_IN").sort()).toEqual([...OPEN_TO_ALL].sort());
  expect(await everyRow()).toEqual(before);
});

test("a member gets to no desk, by whichever call, and no row changes", async () => {
  const neighbour = await house.member();
  const before = await everyRow();
  const told = await askEverything(neighbour, [...OPEN_TO_ALL, ...OWN, ...MEMBERS]);
  expect(not(told, "WRONG_ROLE")).toEqual([]);
  expect(told.length).toBeGreaterThan(60);
  expect(await everyRow()).toEqual(before);
});

test("another company's admin gets to no desk here, by whichever call, and no row changes", async () => {
  const before = await everyRow();
  const told = await askEverything(other.admin, [...OPEN_TO_ALL, ...OWN]);
  const passed = told.filter(([, code]) => code !== "NOT_SIGNED_IN" && code !== "WRONG_ROLE");
  expect(passed).toEqual([]);
  expect(told.filter(([, code]) => code === "NOT_SIGNED_IN").length).toBeGreaterThan(40);
  expect(await everyRow()).toEqual(before);
});
