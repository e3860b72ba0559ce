import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findWholeCompany } from "@db/queries/companies";
import { listPrices } from "@db/queries/prices";
import { newId } from "@db/ids";
import type { Caller } from "@server/procedures/router";
import { versionOf } from "@server/policies/privacy-policy";
import { type House, type MoneyWorld, moneyWorld, outcome } from "@server/testing/money-world";

let world: MoneyWorld;

beforeAll(async () => {
  world = await moneyWorld();
});
afterAll(() => world.close());

const desk = (house: House) => house.as(house.admin);
const TODAY = { supportEmail: "help@house.example", riskNotice: "Careful." };

describe("a company's settings", () => {
  test("change by what is named, are cleared by nothing typed, and are told with before and after", async () => {
    const house = await world.house();
    const api = await desk(house);
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
  });

  test("saved as they are leave no line in the books", async () => {
    const house = await world.house();
    const api = await desk(house);
    await api.companies.updateSettings(TODAY);
    await api.companies.updateSettings(TODAY);
    expect((await api.activity.list({})).total).toBe(1);
  });

  test("decide whether who is not verified may buy", async () => {
    const house = await world.house();
    const buy = async () => {
      const member = await house.member({ isApproved: false });
      return outcome((await house.as(member)).orders.create({ amount: "100" }));
    };
    await (await desk(house)).companies.updateSettings({ unverifiedMayBuy: false });
    expect(await buy()).toBe("UNVERIFIED_MAY_NOT_BUY");
    await (await desk(house)).companies.updateSettings({ unverifiedMayBuy: true });
    expect(await buy()).toBe("ok");
  });

  test("a text too long, an address that is none, and a text unknown are refused", async () => {
    const api = await desk(await world.house());
    const refused = async (input: Parameters<typeof api.companies.updateSettings>[0]) =>
      outcome(api.companies.updateSettings(input));
    expect(await refused({ riskNotice: "x".repeat(1001) })).toBe("TEXT_TOO_LONG");
    expect(await refused({ privacyPolicy: "x".repeat(10_001) })).toBe("TEXT_TOO_LONG");
    expect(await refused({ supportEmail: "help@" })).toBe("EMAIL_INVALID");
    expect(await refused({ supportMobile: "12" })).toBe("MOBILE_INVALID");
  });
});

describe("the texts of a company", () => {
  test("are kept in all their versions, each with who wrote it, also of an hour without one", async () => {
    const house = await world.house();
    const api = await desk(house);
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
    expect((await (await house.as(null)).policies.current()).version).toBe(versions[0]?.hash);
    expect(await api.companies.textVersions({ name: "riskNotice" })).toHaveLength(1);
    const other = await desk(await world.house());
    expect(await other.companies.textVersions({ name: "privacyPolicy" })).toEqual([]);
  });
});

describe("settings, prices and the activity are for the company's own admins", () => {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const CALLS: [string, (api: Caller) => Promise<unknown>][] = [
    ["companies.settings", (api) => api.companies.settings()],
    ["companies.textVersions", (api) => api.companies.textVersions({ name: "riskNotice" })],
    ["companies.updateSettings", (api) => api.companies.updateSettings({ riskNotice: "Mine" })],
    ["prices.board", (api) => api.prices.board()],
    ["prices.set", (api) => api.prices.set({ price: "99" })],
    ["prices.set from a date", (api) => api.prices.set({ price: "99", startsAt })],
    ["prices.cancel", (api) => api.prices.cancel({ id: newId() })],
    ["activity.list", (api) => api.activity.list({})],
    ["dashboard.admin", (api) => api.dashboard.admin()],
  ];
  let house: House;
  let other: House;
  beforeAll(async () => {
    house = await world.house();
    other = await world.house();
    const api = await desk(house);
    await api.companies.updateSettings(TODAY);
    await api.prices.set({ price: "20", startsAt });
  });

  /** What must not change, whoever was refused. */
  const rows = async () => [
    await findWholeCompany(world.database.db, house.id),
    await listPrices(world.database.db, house.id, 100),
    (await (await desk(house)).activity.list({})).total,
  ];

  test.each(CALLS)(
    "%s by a member, a super admin, another company's admin, nobody",
    async (_name, call) => {
      const before = await rows();
      expect(await outcome(call(await house.as(await house.member())))).toBe("WRONG_ROLE");
      expect(await outcome(call(await world.superAdmin()))).toBe("WRONG_ROLE");
      expect(await outcome(call(await house.as(other.admin)))).toBe("NOT_SIGNED_IN");
      expect(await outcome(call(await house.as(null)))).toBe("NOT_SIGNED_IN");
      expect(await rows()).toEqual(before);
    },
  );

  test("another company's price cannot be taken back from one's own desk", async () => {
    const before = await rows();
    const [price] = await listPrices(world.database.db, house.id, 1);
    const away = (await desk(other)).prices.cancel({ id: price?.id ?? "" });
    expect(await outcome(away)).toBe("PRICE_NOT_FOUND");
    expect(await rows()).toEqual(before);
  });
});
