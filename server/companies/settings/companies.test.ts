import { and, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { ensureSuperAdmin } from "@server/access/queries/super-admins";
import { companies, superAdmins, supplies, users } from "@db/schema";
import { LANGUAGES } from "@db/vocabulary";
import { storeMessages } from "@server/messages/delivery/store-message";
import type { Caller } from "@server/http/router";
import { deliverMessages } from "@server/testing/deliver-messages";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, memberHarness } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let root: Caller;
let counter = 0;
beforeAll(async () => {
  root = await harness.asSuperAdmin();
});

const typed = () => ({
  companyName: `Asha Tokens ${(counter += 1)}`,
  email: "desk@asha.example",
  mobile: "98765 43210",
  tokenSymbol: "ASHA",
  totalSupply: "1000001",
});
const firstAdmin = () => ({
  adminName: "Asha Rao",
  adminEmail: `first${(counter += 1)}@asha.example`,
});
const rowOf = async (id: string) => {
  const [row] = await harness.database.db.select().from(companies).where(eq(companies.id, id));
  return row;
};
const poolsOf = async (id: string) => {
  const rows = await harness.database.db.select().from(supplies).where(eq(supplies.companyId, id));
  return Object.fromEntries(rows.map((row) => [row.pool, row.total]));
};

describe("adding a company", () => {
  test(
    "adding a company creates its pools, first admin and an audit entry, with identity numbers masked",
    { tags: ["full"] },
    async () => {
      const admin = firstAdmin();
      const added = await root.companies.add({
        ...typed(),
        ...admin,
        adminPassword: PASSWORD,
        companyAadhaarCard: "2345 6789 0123",
        companyPan: "abcde1234f",
        companyAddress: "1 MG Road, Bengaluru",
        companyPincode: "560001",
        price: "12.5",
        platformChargePercent: "2.5",
        referralRewardPercent: 7,
        launchAt: "2027-01-01T10:00",
        maxHeldTokens: 500,
        unverifiedHoldPercent: 12.5,
      });
      expect(added).toMatchObject({
        mobile: "+919876543210",
        companyAadhaarCard: "XXXX XXXX 0123",
        companyPan: "XXXXXX234F",
        tokenName: "ASHA",
        priceMicroRupees: 12_500_000,
        feeBps: 250,
        referralRewardBps: 700,
        launchAt: "2027-01-01T04:30:00.000Z",
        maxPendingOrders: 5,
        maxHeldTokens: 500,
        unverifiedHoldBps: 1250,
        releaseAfterDays: 7,
        unverifiedMayBuy: true,
        status: "ACTIVE",
      });
      const row = JSON.stringify(await rowOf(added.id));
      expect(row).not.toMatch(/23456789|ABCDE1234F/);
      expect(await poolsOf(added.id)).toEqual({
        // The rounding remainder goes to the public cell (architecture.md §5).
        PUBLIC: 500_001,
        REFERRAL: 300_000,
        ANGEL: 100_000,
        FOUNDER: 75_000,
        AIRDROP: 25_000,
      });
      const balances = await harness.audited(added.id);
      expect(balances).toMatchObject([{ action: "company.added", companyId: added.id }]);
      expect(JSON.stringify(balances)).not.toMatch(/23456789|ABCDE1234F|pass phrase/);

      const site = await harness.caller({ at: added.id });
      const logIn = site.sessions.logInAdmin({ email: admin.adminEmail, password: PASSWORD });
      expect(await resultCode(logIn)).toBe("ok");
      expect(await harness.sentTo(admin.adminEmail, "invitation")).toHaveLength(0);
    },
  );

  test("a company is added without a price, and its admin is mailed a link when no password is given", async () => {
    const admin = firstAdmin();
    const added = await root.companies.add({ ...typed(), ...admin, price: "" });
    expect(added).toMatchObject({ priceMicroRupees: null, launchAt: null, maxHeldTokens: null });
    expect(added).toMatchObject({ unverifiedHoldBps: 1000, releaseAfterDays: 7 });
    expect(await harness.sentTo(admin.adminEmail, "invitation")).toMatchObject([
      { name: "Asha Rao", hours: 72 },
    ]);
  });

  test("adding a company uses the built-in brand's name if the symbol has one", async () => {
    const added = await root.companies.add({ ...typed(), ...firstAdmin(), tokenSymbol: "glxy" });
    expect(added.tokenSymbol).toBe("GLXY");
    expect(added.tokenName).not.toBe("GLXY");
  });

  test("adding a company leaves none behind when the password is refused", async () => {
    const input = { ...typed(), ...firstAdmin(), adminPassword: "password123" };
    expect(await resultCode(root.companies.add(input))).toBe("PASSWORD_TOO_COMMON");
    const made = await harness.database.db
      .select()
      .from(companies)
      .where(eq(companies.name, input.companyName));
    expect(made).toHaveLength(0);
  });

  test.each([
    ["companyName", "COMPANY_NAME_REQUIRED"],
    ["email", "EMAIL_REQUIRED"],
    ["mobile", "MOBILE_REQUIRED"],
    ["tokenSymbol", "TOKEN_SYMBOL_REQUIRED"],
    ["totalSupply", "TOTAL_SUPPLY_INVALID"],
    ["adminName", "ADMIN_NAME_REQUIRED"],
    ["adminEmail", "ADMIN_EMAIL_REQUIRED"],
  ])("adding a company refuses an empty %s", async (field, refusal) => {
    const call = root.companies.add({ ...typed(), ...firstAdmin(), [field]: "" });
    expect(await resultCode(call)).toBe(refusal);
  });
});

describe("changing a company", () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await root.companies.add({ ...typed(), ...firstAdmin(), price: "10" }));
  });

  test("changing a company keeps what is left empty, and is logged", async () => {
    const input = { ...typed(), id };
    await root.companies.update({ ...input, companyPan: "ABCDE1234F", platformChargePercent: "0" });
    const after = await root.companies.update({ ...input, price: "", unverifiedMayBuy: "false" });
    expect(after).toMatchObject({
      companyName: input.companyName,
      companyPan: "XXXXXX234F",
      priceMicroRupees: 10_000_000,
      feeBps: 0,
      unverifiedMayBuy: false,
    });
    expect(await root.companies.find({ id })).toEqual({ ...after, suspendedBecause: null });
    const actions = (await harness.audited(id)).map((line) => line.action);
    expect(actions.filter((action) => action === "company.updated")).toHaveLength(2);
  });

  test("changing a company resizes its pools, but never below what is held or allocated", async () => {
    await harness.database.db
      .update(supplies)
      .set({ held: 200, allocated: 100 })
      .where(and(eq(supplies.companyId, id), eq(supplies.pool, "REFERRAL")));
    const input = { ...typed(), id };
    const before = await rowOf(id);
    expect(await resultCode(root.companies.update({ ...input, totalSupply: 999 }))).toBe(
      "TOTAL_SUPPLY_IN_USE",
    );
    expect(await rowOf(id)).toEqual(before);
    expect(await poolsOf(id)).toMatchObject({ PUBLIC: 500_001, REFERRAL: 300_000 });
    await root.companies.update({ ...input, totalSupply: 1000 });
    expect(await poolsOf(id)).toMatchObject({ PUBLIC: 500, REFERRAL: 300 });
  });

  test("a company's supply is split as typed, in five shares that add up to 100%", async () => {
    const input = { ...typed(), id, totalSupply: 1000 };
    const halves = { publicCellPercent: "30", referralPercent: "50" };
    const after = await root.companies.update({ ...input, ...halves });
    expect(after.splitBps).toEqual({
      PUBLIC: 3000,
      REFERRAL: 5000,
      ANGEL: 1000,
      FOUNDER: 750,
      AIRDROP: 250,
    });
    const pools = { PUBLIC: 300, REFERRAL: 500, ANGEL: 100, FOUNDER: 75, AIRDROP: 25 };
    expect(await poolsOf(id)).toEqual(pools);
    // A custom split also applies to another total.
    await root.companies.update({ ...input, totalSupply: 2000 });
    expect(await poolsOf(id)).toMatchObject({ PUBLIC: 600, REFERRAL: 1000 });

    await harness.database.db
      .update(supplies)
      .set({ allocated: 900 })
      .where(and(eq(supplies.companyId, id), eq(supplies.pool, "REFERRAL")));
    const before = [await rowOf(id), await poolsOf(id)];
    const refused = async (change: Record<string, string>) =>
      resultCode(root.companies.update({ ...input, totalSupply: 2000, ...change }));
    expect(await refused({ referralPercent: "51" })).toBe("SPLIT_NOT_WHOLE");
    expect(await refused({ referralPercent: "101" })).toBe("SPLIT_PERCENT_INVALID");
    expect(await refused({ referralPercent: "44.99", publicCellPercent: "35.01" })).toBe(
      "TOTAL_SUPPLY_IN_USE",
    );
    expect([await rowOf(id), await poolsOf(id)]).toEqual(before);
  });

  test(
    "a suspended company refuses calls and its admins' logins, and lets members at their receipts",
    { tags: ["full"] },
    async () => {
      const member = await harness.person(id, "USER");
      const admin = await harness.person(id, "ADMIN");
      await root.companies.update({ ...typed(), id, status: "SUSPENDED" });
      const site = await harness.caller({ at: id });
      const { email } = admin;
      expect(await resultCode(site.sessions.logInAdmin({ email, password: PASSWORD }))).toBe(
        "COMPANY_SUSPENDED",
      );
      const logIn = site.sessions.logIn({ email: member.email, password: PASSWORD });
      expect(await resultCode(logIn)).toBe("ok");
      expect(await resultCode((await harness.as(member)).members.profile())).toBe(
        "COMPANY_SUSPENDED",
      );
    },
  );

  test("changing an unknown company is refused", async () => {
    const nowhere = newId();
    const call = root.companies.update({ ...typed(), id: nowhere });
    expect(await resultCode(call)).toBe("COMPANY_NOT_FOUND");
    expect(await resultCode(root.companies.find({ id: nowhere }))).toBe("COMPANY_NOT_FOUND");
  });
});

test("the list of companies has the newest first, filtered by the search text", async () => {
  const one = await root.companies.add({ ...typed(), ...firstAdmin(), companyName: "100%_pure" });
  const two = await root.companies.add({ ...typed(), ...firstAdmin(), companyName: "100XXpure" });
  const all = await root.companies.list({ limit: 2 });
  expect(all.records.map((row) => row.id)).toEqual([two.id, one.id]);
  expect(all.total).toBeGreaterThan(2);
  const found = await root.companies.list({ search: "100%_PURE" });
  expect(found.records.map((row) => row.id)).toEqual([one.id]);
});

test(
  "the overview of companies shows pending payments and the oldest one's time, collections and supply left",
  { tags: ["full"] },
  async () => {
    const added = await root.companies.add({ ...typed(), ...firstAdmin(), price: "10" });
    await root.domains.add({ host: "overview.example", companyId: added.id });
    const member = await harness.person(added.id, "USER");
    const api = await harness.as(member);
    const pay = (amount: string) =>
      api.orders.submit({ paymentMethod: "MANUAL", amount, consent: true });
    await pay("1000");
    const first = await pay("500");
    const admin = await harness.as(await harness.person(added.id, "ADMIN"));
    const of = async () =>
      (await root.companies.overview({ search: added.companyName })).records.find(
        ({ id }) => id === added.id,
      );
    expect(await of()).toMatchObject({
      members: 1,
      pending: 2,
      collectedPaise: 0,
      hosts: [{ host: "overview.example", dns: null, certificate: null }],
      remainingPrivateSupply: 300_000 - 150,
    });
    const waitsSince = (await of())?.oldestPendingAt;
    expect(waitsSince).toBeTruthy();
    await admin.orders.approve({ orderId: first.id });
    expect(await of()).toMatchObject({
      pending: 1,
      collectedPaise: first.finalAmountPaise,
      oldestPendingAt: waitsSince,
      remainingPrivateSupply: 300_000 - 150,
    });
  },
);

test(
  "the first-sale checklist shows each missing step until all are complete",
  { tags: ["full"] },
  async () => {
    const { id } = await root.companies.add({ ...typed(), ...firstAdmin(), tokenSymbol: "STEP" });
    const steps = () => root.companies.firstSale({ id });
    const nothing = { hasPrice: false, hasHost: false, hasBrand: false, hasAdmin: false };
    expect(await steps()).toEqual({ ...nothing, hasAccount: false, hasOwnSplit: true });
    await root.companies.update({ ...typed(), id, tokenSymbol: "STEP", price: "10" });
    await root.domains.add({ host: `${id}.example`, companyId: id });
    const { basedOn } = await root.brands.studio({ companyId: id });
    const draft = await root.brands.start({ companyId: id, basedOn, from: "COWL" });
    await root.brands.publish({ companyId: id, basedOn: draft.basedOn });
    const adminApi = await harness.as(await harness.person(id, "ADMIN"));
    expect(await steps()).toMatchObject({
      hasPrice: true,
      hasHost: true,
      hasBrand: true,
      hasAdmin: true,
      hasAccount: false,
    });
    const account = {
      holderName: "Step",
      bankName: "HDFC Bank",
      branch: "Fort",
      accountNumber: "50100000001",
    };
    await adminApi.beneficiaries.update({
      ...account,
      ifscCode: "HDFC0000060",
      upi: "step@okbank",
    });
    expect(Object.values(await steps())).toEqual(Array.from({ length: 6 }, () => true));
    // The brand published before states the old split.
    const split = { publicCellPercent: "20", referralPercent: "60" };
    await root.companies.update({ ...typed(), id, tokenSymbol: "STEP", price: "10", ...split });
    expect((await steps()).hasOwnSplit).toBe(false);
    const { preview } = await root.brands.studio({ companyId: id });
    expect(preview.supplyShares?.slice(0, 2)).toEqual([
      "20% Public Cell",
      "60% Referral Programme",
    ]);
  },
);

test("a company's mails have its sender name and reply-to, and neither can inject a header", async () => {
  const { id } = await root.companies.add({ ...typed(), ...firstAdmin() });
  const own = { name: (await rowOf(id))?.name, replyTo: "desk@asha.example" };
  expect(await root.companies.mail({ id })).toEqual({
    senderName: null,
    replyTo: null,
    shown: own,
  });
  const set = (change: object) => resultCode(root.companies.setMail({ id, ...change }));
  expect(await set({ senderName: "आशा सेल", replyTo: "help@asha.example" })).toBe("ok");

  const member = await harness.person(id, "USER");
  await storeMessages(harness.database.db, harness.deps.secrets, [
    {
      template: "passwordChanged",
      params: {},
      channel: "EMAIL",
      address: member.email,
      language: "en",
      companyId: id,
      userId: member.id,
    },
  ]);
  const sent = await deliverMessages(
    {
      database: harness.database,
      secrets: harness.deps.secrets,
      appOrigin: harness.deps.config.appOrigin,
    },
    { userId: member.id },
  );
  expect(sent).toMatchObject([{ fromName: "आशा सेल", replyTo: "help@asha.example" }]);

  for (const bad of [
    { senderName: "Asha <thief@evil.example>" },
    { senderName: "Asha\u202egnp.exe" },
    { replyTo: "help@asha.example, thief@evil.example" },
    { replyTo: "help@asha.example\r\nBcc: thief@evil.example" },
    { replyTo: "nobody" },
  ])
    expect(await set(bad), JSON.stringify(bad)).toMatch(/_INVALID$/);
  // A line break in a name is refused.
  expect(await set({ senderName: "Asha\r\nBcc: x" })).toMatch(/_INVALID$/);
  expect((await root.companies.mail({ id })).shown.name).toBe("आशा सेल");
  expect(await set({ senderName: "", replyTo: "" })).toBe("ok");
  expect((await root.companies.mail({ id })).shown).toEqual(own);
});

describe("a company's admins", () => {
  test("a company's admins are invited by mail, and again only until they have a password", async () => {
    const id = await harness.company();
    const adminEmail = `second${(counter += 1)}@asha.example`;
    const invited = await root.companies.inviteAdmin({
      id,
      adminName: "Second Admin",
      adminEmail,
      mobile: "98765 43210",
    });
    expect(invited).toMatchObject({ email: adminEmail, hasPassword: false });
    await root.companies.inviteAgain({ id, adminId: invited.id });
    const [first, second] = await harness.sentTo(adminEmail, "invitation");
    const site = await harness.caller({ at: id });
    const set = (token: unknown) =>
      resultCode(site.passwords.setPassword({ token: String(token), newPassword: PASSWORD }));
    // Only the new link works.
    expect(first?.["token"]).not.toBe(second?.["token"]);
    const tries = [await set(first?.["token"]), await set(second?.["token"])];
    expect(tries.filter((one) => one === "ok")).toHaveLength(1);
    expect(
      (await root.companies.admins({ id })).find((one) => one.id === invited.id),
    ).toMatchObject({ hasPassword: true });
    expect(await resultCode(root.companies.inviteAgain({ id, adminId: invited.id }))).toBe(
      "ADMIN_HAS_PASSWORD",
    );
    const balances = await harness.audited(invited.id);
    expect(balances.filter(({ action }) => action === "admin.invited")).toHaveLength(2);
    expect(JSON.stringify(balances)).not.toMatch(/Second Admin|asha\.example|98765/);
  });

  test("a company's admins need an address that is unique in the company, and members cannot be invited", async () => {
    const id = await harness.company();
    const member = await harness.person(id, "USER");
    const taken = { id, adminName: "A", adminEmail: member.email, mobile: "98765 43210" };
    expect(await resultCode(root.companies.inviteAdmin(taken))).toBe("EMAIL_TAKEN");
    expect(await resultCode(root.companies.inviteAgain({ id, adminId: member.id }))).toBe(
      "MEMBER_NOT_FOUND",
    );
    const other = await harness.person(await harness.company(), "ADMIN");
    expect(await resultCode(root.companies.inviteAgain({ id, adminId: other.id }))).toBe(
      "MEMBER_NOT_FOUND",
    );
  });
});

test("a site's configuration contains public data only", async () => {
  const companyId = await harness.company({ name: "Asha Tokens" });
  const config = await (await harness.caller({ at: companyId })).site.config();
  expect(config).toMatchObject({
    companyId,
    companyName: "Asha Tokens",
    languages: [...LANGUAGES],
  });
  expect(config.token).toMatchObject({ symbol: "RSGN", decimals: 18 });
  expect(config.token.tokenDistribution).toHaveLength(5);
  expect(JSON.stringify(config)).not.toContain("desk");
  expect(await (await harness.caller()).site.config()).toMatchObject({
    companyId: null,
    companyName: null,
  });
});

test("concurrent starts create one super admin, ignoring the address's case", async () => {
  const { db } = harness.database;
  const made = await Promise.all(
    ["root@platform.example", "ROOT@platform.example", "root@platform.example"].map((email) =>
      ensureSuperAdmin(db, email),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
  const rows = await db
    .select()
    .from(superAdmins)
    .where(sql`lower(email) = 'root@platform.example'`);
  expect(rows).toHaveLength(1);
  // The super admin is no member of a company.
  expect(await db.select().from(users).where(eq(users.email, "root@platform.example"))).toEqual([]);
});
