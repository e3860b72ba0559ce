import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type House,
  type MoneyWorld,
  moneyWorld,
  outcome,
  type Person,
} from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;
let member: Person;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  house = await world.house();
  member = await house.member();
});

const OURS = { settings: { privacyPolicy: "We keep nothing." } };
const CHANGED = { settings: { privacyPolicy: "We keep everything." } };

async function openOrder() {
  const { orderNumber } = await (await house.as(member)).orders.create({ amount: "100" });
  return { purchaseId: orderNumber, consent: "on", paymentMethod: "BANK" as const };
}

test("the policy is the company's own text, else ours with its name and address", async () => {
  const ours = await (await house.as(null)).policies.current();
  expect(ours.own).toBeNull();
  expect(ours.sections[0]?.text).toMatch(/^House \d+ runs this site.*desk\d+@house\.example\.$/);
  await house.setCompany(OURS);
  const own = await (await house.as(null)).policies.current();
  expect(own.own).toBe("We keep nothing.");
  expect(own.version).not.toBe(ours.version);
});

test("what was agreed to is kept and read by anyone after the policy has changed", async () => {
  await house.setCompany(OURS);
  const order = await openOrder();
  const { version } = await (await house.as(member)).policies.current();
  expect(await outcome((await house.as(null)).policies.agreed({ version }))).toBe(
    "POLICY_NOT_FOUND",
  );
  await (await house.as(member)).orders.consent({ ...order, policyVersion: version });
  await house.setCompany(CHANGED);
  const stranger = await house.as(null);
  expect(await stranger.policies.agreed({ version: version.toUpperCase() })).toMatchObject({
    version,
    text: "We keep nothing.",
  });
  expect((await stranger.policies.current()).version).not.toBe(version);
  const elsewhere = await (await world.house()).as(null);
  expect(await outcome(elsewhere.policies.agreed({ version }))).toBe("POLICY_NOT_FOUND");
});

test("a page that still shows the text of yesterday has nobody agree to it", async () => {
  await house.setCompany(OURS);
  const order = await openOrder();
  const { version } = await (await house.as(member)).policies.current();
  await house.setCompany(CHANGED);
  const api = await house.as(member);
  const manual = { ...order, paymentMethod: "MANUAL" as const, amount: "100" };
  expect(await outcome(api.orders.consent({ ...order, policyVersion: version }))).toBe(
    "POLICY_CHANGED",
  );
  expect(await outcome(api.orders.submit({ ...manual, policyVersion: version }))).toBe(
    "POLICY_CHANGED",
  );
  expect(await house.order(order.purchaseId)).toMatchObject({
    status: "OPEN",
    consentedAt: null,
    consentVersion: null,
  });
  const today = (await api.policies.current()).version;
  await api.orders.submit({ ...manual, policyVersion: today });
  expect(await house.order(order.purchaseId)).toMatchObject({
    status: "PENDING",
    consentVersion: today,
  });
});

test("an integrator's site shows a policy of its own: its version is noted as it is", async () => {
  const rest = await house.as(member, { door: "rest" });
  const policyVersion = "a".repeat(64);
  const paid = await rest.orders.submit({
    paymentMethod: "MANUAL",
    amount: 250,
    consent: true,
    policyVersion,
  });
  expect((await house.order(paid.orderNumber)).consentVersion).toBe(policyVersion);
  expect(await outcome(rest.policies.agreed({ version: policyVersion }))).toBe("POLICY_NOT_FOUND");
  const receipt = await rest.orders.receipt({ purchaseId: paid.orderNumber });
  expect(receipt.consent).toMatchObject({ version: policyVersion, isKept: false });
});

test("the admin who decides and the member's receipt say when and to which text was agreed", async () => {
  const order = await openOrder();
  const api = await house.as(member);
  const { version } = await api.policies.current();
  const paid = await api.orders.submit({
    ...order,
    paymentMethod: "MANUAL",
    amount: "100",
    policyVersion: version,
  });
  const admin = await house.as(house.admin);
  const seen = await admin.orders.findForAdmin({ orderId: paid.id });
  expect(seen.consent).toMatchObject({ version, isKept: true });
  expect(Date.parse(seen.consent?.at ?? "")).toBeGreaterThan(0);
  const receipt = await api.orders.receipt({ purchaseId: order.purchaseId });
  expect(receipt.consent).toEqual(seen.consent);
});
