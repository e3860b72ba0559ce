import { beforeEach, expect, test } from "vitest";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);
let company: CompanyFixture;
let member: Person;

beforeEach(async () => {
  company = await harness.company();
  member = await company.member();
});

const OURS = { settings: { privacyPolicy: "We keep nothing." } };
const CHANGED = { settings: { privacyPolicy: "We keep everything." } };

async function openOrder() {
  const { orderNumber } = await (await company.as(member)).orders.create({ amount: "100" });
  return { purchaseId: orderNumber, consent: "on", paymentMethod: "BANK" as const };
}

test("the policy is the company's own text, else the default with its name and address", async () => {
  const ours = await (await company.as(null)).policies.current();
  expect(ours.own).toBeNull();
  expect(ours.sections[0]?.text).toMatch(/^House \d+ runs this site.*desk\d+@house\.example\.$/);
  await company.setCompany(OURS);
  const own = await (await company.as(null)).policies.current();
  expect(own.own).toBe("We keep nothing.");
  expect(own.version).not.toBe(ours.version);
});

test("the terms of sale are a text of their own, with a version of their own", async () => {
  const api = await company.as(null);
  const name = "termsOfSale" as const;
  const ours = await api.policies.current({ name });
  expect(ours).toMatchObject({ title: "Terms of sale", own: null });
  expect(ours.sections[0]?.text).toMatch(/^House \d+ sells its token.*desk\d+@house\.example\.$/);
  const policy = await api.policies.current();
  await company.setCompany({ settings: { termsOfSale: "Our terms." } });
  const own = await (await company.as(null)).policies.current({ name });
  expect(own.own).toBe("Our terms.");
  expect(own.version).not.toBe(ours.version);
  // The other text stays as it was.
  expect((await (await company.as(null)).policies.current()).version).toBe(policy.version);
});

test("the terms of sale tell a plan of when tokens unlock, beside the company's own text too", async () => {
  const name = "termsOfSale" as const;
  const before = await (await company.as(null)).policies.current({ name });
  const quarter = { atLaunchBps: 2500, pauseMonths: 0, months: 3 };
  await company.setCompany({ unlockPlans: { bought: quarter, earned: quarter } });
  const sentence =
    "Tokens unlock 25% at the launch, the rest in 3 equal parts, one each month, the first a month after it.";
  const ours = await (await company.as(null)).policies.current({ name });
  const told = (sections: typeof ours.sections) => sections.map(({ text }) => text).join(" ");
  expect(told(ours.sections)).toContain(`until the launch. ${sentence} The date`);
  expect(told(before.sections)).toContain("until the launch. The date");
  expect(ours.version).not.toBe(before.version);
  await company.setCompany({ settings: { termsOfSale: "Our terms." } });
  const own = await (await company.as(null)).policies.current({ name });
  expect(own.own).toBe(`Our terms.\n\n${sentence}`);
});

test(
  "a payment is agreed to under the present terms, which stay readable",
  { tags: ["full"] },
  async () => {
    const settings = { termsOfSale: "Our terms." };
    await company.setCompany({ settings });
    const order = await openOrder();
    const api = await company.as(member);
    const { version: policyVersion } = await api.policies.current();
    const { version: termsVersion } = await api.policies.current({ name: "termsOfSale" });
    const shown = { ...order, policyVersion, termsVersion };
    await company.setCompany({ settings: { termsOfSale: "Other terms." } });
    const late = await company.as(member);
    expect(await resultCode(late.orders.consent(shown))).toBe("TERMS_CHANGED");
    const manual = { ...shown, paymentMethod: "MANUAL" as const, amount: "100" };
    expect(await resultCode(late.orders.submit(manual))).toBe("TERMS_CHANGED");
    expect((await company.order(order.purchaseId)).consentedAt).toBeNull();
    await company.setCompany({ settings });
    await (await company.as(member)).orders.consent(shown);
    expect(await company.order(order.purchaseId)).toMatchObject({
      consentVersion: policyVersion,
      consentTermsVersion: termsVersion,
    });
    await company.setCompany({ settings: { termsOfSale: "Other terms." } });
    expect(await (await company.as(null)).policies.agreed({ version: termsVersion })).toMatchObject(
      {
        text: "Our terms.",
      },
    );
  },
);

test("the policy agreed to remains readable by anyone after it changes", async () => {
  await company.setCompany(OURS);
  const order = await openOrder();
  const { version } = await (await company.as(member)).policies.current();
  expect(await resultCode((await company.as(null)).policies.agreed({ version }))).toBe(
    "POLICY_NOT_FOUND",
  );
  await (await company.as(member)).orders.consent({ ...order, policyVersion: version });
  await company.setCompany(CHANGED);
  const stranger = await company.as(null);
  expect(await stranger.policies.agreed({ version: version.toUpperCase() })).toMatchObject({
    version,
    text: "We keep nothing.",
  });
  expect((await stranger.policies.current()).version).not.toBe(version);
  const elsewhere = await (await harness.company()).as(null);
  expect(await resultCode(elsewhere.policies.agreed({ version }))).toBe("POLICY_NOT_FOUND");
});

test("consent to an outdated text is refused", async () => {
  await company.setCompany(OURS);
  const order = await openOrder();
  const { version } = await (await company.as(member)).policies.current();
  await company.setCompany(CHANGED);
  const api = await company.as(member);
  const manual = { ...order, paymentMethod: "MANUAL" as const, amount: "100" };
  expect(await resultCode(api.orders.consent({ ...order, policyVersion: version }))).toBe(
    "POLICY_CHANGED",
  );
  expect(await resultCode(api.orders.submit({ ...manual, policyVersion: version }))).toBe(
    "POLICY_CHANGED",
  );
  expect(await company.order(order.purchaseId)).toMatchObject({
    status: "OPEN",
    consentedAt: null,
    consentVersion: null,
  });
  const today = (await api.policies.current()).version;
  await api.orders.submit({ ...manual, policyVersion: today });
  expect(await company.order(order.purchaseId)).toMatchObject({
    status: "PENDING",
    consentVersion: today,
  });
});

test("the policy version of an integrator's site is recorded as given", async () => {
  const rest = await company.as(member, { transport: "rest" });
  const policyVersion = "a".repeat(64);
  const paid = await rest.orders.submit({
    paymentMethod: "MANUAL",
    amount: 250,
    consent: true,
    policyVersion,
  });
  expect((await company.order(paid.orderNumber)).consentVersion).toBe(policyVersion);
  expect(await resultCode(rest.policies.agreed({ version: policyVersion }))).toBe(
    "POLICY_NOT_FOUND",
  );
  const receipt = await rest.orders.receipt({ purchaseId: paid.orderNumber });
  expect(receipt.consent).toMatchObject({ version: policyVersion, isKept: false });
});

test(
  "the deciding admin and the member's receipt see when and to which text consent was given",
  { tags: ["full"] },
  async () => {
    const order = await openOrder();
    const api = await company.as(member);
    const { version } = await api.policies.current();
    const paid = await api.orders.submit({
      ...order,
      paymentMethod: "MANUAL",
      amount: "100",
      policyVersion: version,
    });
    const admin = await company.as(company.admin);
    const seen = await admin.orders.findForAdmin({ orderId: paid.id });
    expect(seen.consent).toMatchObject({ version, isKept: true });
    expect(Date.parse(seen.consent?.at ?? "")).toBeGreaterThan(0);
    const receipt = await api.orders.receipt({ purchaseId: order.purchaseId });
    expect(receipt.consent).toEqual(seen.consent);
  },
);
