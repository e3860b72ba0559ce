import { beforeAll, describe, expect, test } from "vitest";
import { findWholeCompany } from "@server/sites/queries/companies";
import { listPrices } from "@server/companies/queries/prices";
import { versionOf } from "@server/companies/policies/policy-text";
import {
  type CompanyFixture,
  orderHarness,
  resultCode,
  submittedPayment,
} from "@server/testing/order-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

const adminApi = (company: CompanyFixture) => company.as(company.admin);
const TODAY = { supportEmail: "help@house.example", riskNotice: "Careful." };

describe("a company's settings", () => {
  test(
    "a company's settings change only when given, are cleared by an empty value, and are logged with before and after",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const api = await adminApi(company);
      await api.companies.updateSettings(TODAY);
      await api.companies.updateSettings({ unverifiedMayBuy: false, supportMobile: "98765 43210" });
      expect(await api.companies.settings()).toMatchObject({
        ...TODAY,
        unverifiedMayBuy: false,
        supportMobile: "+919876543210",
        privacyPolicy: null,
      });
      await api.companies.updateSettings({ supportEmail: " " });
      expect((await api.companies.settings()).supportEmail).toBeNull();
      const [last] = (await api.activity.list({})).records;
      expect(last?.changes).toEqual([
        { field: "supportEmail", before: "help@house.example", after: null },
      ]);
    },
  );

  test(
    "a company's settings say who the company is and by which WhatsApp it is reached",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const api = await adminApi(company);
      const legalAddress = "14 Market Road,\r\nMumbai";
      await api.companies.updateSettings({
        whatsApp: "98765 43210",
        legalName: " M/s  House & Sons ",
        legalAddress,
      });
      expect(await api.companies.settings()).toMatchObject({
        whatsApp: "+919876543210",
        legalName: "M/s House & Sons",
        legalAddress: "14 Market Road,\nMumbai",
      });
      const [last] = (await api.activity.list({})).records;
      expect(last?.changes.map(({ field }) => field)).toEqual([
        "whatsApp",
        "legalName",
        "legalAddress",
      ]);
      await api.companies.updateSettings({ whatsApp: "", legalName: "", legalAddress: "" });
      expect(await api.companies.settings()).toMatchObject({
        whatsApp: null,
        legalName: null,
        legalAddress: null,
      });
      expect(await resultCode(api.companies.updateSettings({ whatsApp: "call me" }))).toBe(
        "MOBILE_INVALID",
      );
    },
  );

  test("a company's settings keep the reasons of a rejection to choose from, for its own admins", async () => {
    const company = await harness.company();
    const api = await adminApi(company);
    const offered = async (to = company) => (await adminApi(to)).orders.rejectReasons();
    expect(await offered()).toBeNull();
    await api.companies.updateSettings({ rejectReasons: " No credit\r\n\nWrong sum\nNo credit" });
    expect(await offered()).toEqual(["No credit", "Wrong sum"]);
    const [last] = (await api.activity.list({})).records;
    expect(last?.changes).toEqual([
      { field: "rejectReasons", before: null, after: "No credit\nWrong sum" },
    ]);
    expect(await offered(await harness.company())).toBeNull();
    for (const rejectReasons of [
      "x".repeat(201),
      Array.from({ length: 13 }, (_, at) => at).join("\n"),
    ]) {
      expect(await resultCode(api.companies.updateSettings({ rejectReasons }))).toBe(
        "REJECT_REASONS_INVALID",
      );
    }
    expect(await offered()).toHaveLength(2);
    await api.companies.updateSettings({ rejectReasons: " " });
    expect((await api.companies.settings()).rejectReasons).toBeNull();
  });

  test("a company's settings name the countries that get text messages", async () => {
    const company = await harness.company();
    const api = await adminApi(company);
    await api.companies.updateSettings({ smsCountries: " us, AE;us " });
    const [last] = (await api.activity.list({})).records;
    expect(last?.changes).toEqual([{ field: "smsCountries", before: "IN", after: "AE, US" }]);
    for (const smsCountries of ["XX", "IN, India", "+91"]) {
      expect(await resultCode(api.companies.updateSettings({ smsCountries }))).toBe(
        "COUNTRY_INVALID",
      );
    }
    await api.companies.updateSettings({ smsCountries: "" });
    expect(
      (await findWholeCompany(harness.database.db, company.id))?.settings.smsCountries,
    ).toEqual([]);
  });

  test("settings that are saved unchanged leave no audit entry", async () => {
    const company = await harness.company();
    const api = await adminApi(company);
    await api.companies.updateSettings(TODAY);
    await api.companies.updateSettings(TODAY);
    expect((await api.activity.list({})).total).toBe(1);
  });

  test(
    "a company's settings decide whether unverified members may buy",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const buy = async () => {
        const member = await company.member({ isApproved: false });
        return resultCode((await company.as(member)).orders.create({ amount: "100" }));
      };
      await (await adminApi(company)).companies.updateSettings({ unverifiedMayBuy: false });
      expect(await buy()).toBe("UNVERIFIED_MAY_NOT_BUY");
      await (await adminApi(company)).companies.updateSettings({ unverifiedMayBuy: true });
      expect(await buy()).toBe("ok");
    },
  );

  test("a company's settings set the least amount of an order and the cap of undecided tokens", async () => {
    const company = await harness.company();
    const api = await adminApi(company);
    const change = { minimumOrder: "100", maxHeldTokens: "20" };
    expect(await api.companies.updateSettings(change)).toMatchObject({
      minimumOrderPaise: 10_000,
      maxHeldTokens: 20,
    });
    const buyer = await company.as(await company.member());
    // One token costs ₹10: the least amount is that of ten tokens.
    expect((await buyer.orders.terms()).leastPaise).toBe(10_000);
    expect(await resultCode(buyer.orders.create({ amount: "99.99" }))).toBe("BELOW_MINIMUM_ORDER");
    expect(await resultCode(buyer.orders.create({ amount: "210" }))).toBe("TOKEN_CAP_REACHED");
    expect(await resultCode(buyer.orders.create({ amount: "100" }))).toBe("ok");
    for (const minimumOrder of ["0", "-1", "ten"]) {
      expect(await resultCode(api.companies.updateSettings({ minimumOrder }))).toBe(
        "MINIMUM_ORDER_INVALID",
      );
    }
    expect(await resultCode(api.companies.updateSettings({ maxHeldTokens: "0" }))).toBe(
      "TOKEN_CAP_INVALID",
    );
    const cleared = { minimumOrder: "", maxHeldTokens: "" };
    expect(await api.companies.updateSettings(cleared)).toMatchObject({
      minimumOrderPaise: null,
      maxHeldTokens: null,
    });
    const later = await company.as(await company.member());
    expect(await resultCode(later.orders.create({ amount: "10" }))).toBe("ok");
  });

  test("a company's settings decide whether approving asks for confirmation of the money; by default it does", async () => {
    const company = await harness.company();
    const api = await adminApi(company);
    expect((await api.companies.settings()).asksMoneyConfirmation).toBe(true);
    await api.companies.updateSettings({ asksMoneyConfirmation: false });
    await api.companies.updateSettings(TODAY);
    expect((await api.companies.settings()).asksMoneyConfirmation).toBe(false);
    const [, off] = (await api.activity.list({})).records;
    expect(off?.changes).toEqual([{ field: "asksMoneyConfirmation", before: true, after: false }]);
    // Another company's admin and a member cannot change the setting.
    const other = await harness.company();
    expect((await (await adminApi(other)).companies.settings()).asksMoneyConfirmation).toBe(true);
    const member = await company.as(await company.member());
    expect(await resultCode(member.companies.updateSettings({ asksMoneyConfirmation: true }))).toBe(
      "WRONG_ROLE",
    );
    await api.companies.updateSettings({ asksMoneyConfirmation: true });
    expect((await api.companies.settings()).asksMoneyConfirmation).toBe(true);
  });

  test(
    "the setting for confirmation of the money does not affect calls over REST",
    { tags: ["full"] },
    async () => {
      const company = await harness.company();
      const approve = async () => {
        const { transaction } = await submittedPayment(company, await company.member());
        const api = await company.as(company.admin, { transport: "rest" });
        return resultCode(api.orders.approve({ orderId: transaction.id }));
      };
      expect(await approve()).toBe("ok");
      await (await adminApi(company)).companies.updateSettings({ asksMoneyConfirmation: false });
      expect(await approve()).toBe("ok");
    },
  );

  test("a company's settings reject overlong texts and invalid addresses", async () => {
    const api = await adminApi(await harness.company());
    const refused = async (input: Parameters<typeof api.companies.updateSettings>[0]) =>
      resultCode(api.companies.updateSettings(input));
    expect(await refused({ riskNotice: "x".repeat(1001) })).toBe("TEXT_TOO_LONG");
    expect(await refused({ privacyPolicy: "x".repeat(10_001) })).toBe("TEXT_TOO_LONG");
    expect(await refused({ supportEmail: "help@" })).toBe("EMAIL_INVALID");
    expect(await refused({ supportMobile: "12" })).toBe("MOBILE_INVALID");
  });
});

describe("a company's texts", () => {
  test("a company's texts are kept in all versions with their authors, including cleared ones", async () => {
    const company = await harness.company();
    const api = await adminApi(company);
    const [first, last] = ["First.\r\nTwo lines.", "<script>alert(1)</script> & more"];
    await api.companies.updateSettings({ privacyPolicy: first });
    await api.companies.updateSettings({ privacyPolicy: "" });
    await api.companies.updateSettings({ riskNotice: "Careful." });
    await api.companies.updateSettings({ privacyPolicy: last });
    const versions = await api.companies.textVersions({ name: "privacyPolicy" });
    expect(versions).toMatchObject([
      { number: 3, text: last, hash: versionOf(last ?? "") },
      { number: 2, text: null, hash: null },
      { number: 1, text: "First.\nTwo lines." },
    ]);
    expect(versions[0]?.by).toMatch(/^Person/);
    expect((await (await company.as(null)).policies.current()).version).toBe(versions[0]?.hash);
    expect(await api.companies.textVersions({ name: "riskNotice" })).toHaveLength(1);
    const other = await adminApi(await harness.company());
    expect(await other.companies.textVersions({ name: "privacyPolicy" })).toEqual([]);
  });
});

describe("prices are for the company's own admins only", () => {
  let company: CompanyFixture;
  let other: CompanyFixture;
  beforeAll(async () => {
    company = await harness.company();
    other = await harness.company();
    const api = await adminApi(company);
    await api.companies.updateSettings(TODAY);
    await api.prices.set({
      price: "20",
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
  });

  /** The state that must not change after a refusal. */
  const rows = async () => [
    await findWholeCompany(harness.database.db, company.id),
    await listPrices(harness.database.db, company.id, 100),
    (await (await adminApi(company)).activity.list({})).total,
  ];

  test("admins cannot cancel another company's price", async () => {
    const before = await rows();
    const [price] = await listPrices(harness.database.db, company.id, 1);
    const away = (await adminApi(other)).prices.cancel({ id: price?.id ?? "" });
    expect(await resultCode(away)).toBe("PRICE_NOT_FOUND");
    expect(await rows()).toEqual(before);
  });
});
