import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestHarness, type RestRole, restHarness } from "@server/testing/rest-harness";

const SHOP = "https://shop.example.com";
let harness: RestHarness;
let fixtures: RestFixtures;
beforeAll(async () => {
  harness = await restHarness();
  fixtures = await createRestFixtures(harness);
  const { companies } = await harness.asSuperAdmin();
  const company = await companies.find({ id: fixtures.companyId });
  await companies.update({
    id: company.id,
    companyName: company.companyName,
    email: company.email,
    mobile: company.mobile,
    tokenSymbol: company.tokenSymbol,
    totalSupply: company.totalSupply,
    apiOrigins: `${SHOP}/ \n http://localhost:5173`,
  });
});
afterAll(() => harness.close());

interface Asked {
  origin?: string;
  at?: "company" | "other" | "platform";
  who?: RestRole;
}
async function ask({ origin = SHOP, at = "platform", who = "nobody" }: Asked, isPreflight = false) {
  const host = { company: fixtures.companyId, other: fixtures.otherId, platform: undefined }[at];
  const { headers } = await harness.send(isPreflight ? "OPTIONS" : "GET", "/site/config", {
    ...(host && { at: host }),
    token: await tokenOf(fixtures, who),
    headers: { origin, ...(isPreflight && { "access-control-request-method": "GET" }) },
  });
  expect(headers.get("vary")).toMatch(/\bOrigin\b/);
  // Never with credentials, and never for all origins.
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  expect(headers.get("access-control-allow-origin")).not.toBe("*");
  return headers;
}

describe("scripts of another site", () => {
  test.each<[string, Asked, boolean]>([
    ["at the company that named it", { at: "company" }, true],
    ["its other origin", { at: "company", origin: "http://localhost:5173" }, true],
    ["with a token of that company", { who: "member" }, true],
    ["with its admin's token", { who: "admin" }, true],
    ["before anybody has logged in", {}, true],
    ["at a company that named none", { at: "other" }, false],
    ["with another company's token", { who: "other member" }, false],
    ["with a super admin's token", { who: "super admin" }, false],
    ["of a site that nobody named", { at: "company", origin: "https://evil.example" }, false],
    ["of a site that looks like it", { at: "company", origin: `${SHOP}.evil.example` }, false],
    ["of no site", { at: "company", origin: "null" }, false],
    ["of the same host on another port", { at: "company", origin: `${SHOP}:8443` }, false],
  ])("%s", async (_what, asked, isAllowed) => {
    const headers = await ask(asked);
    expect(headers.get("access-control-allow-origin")).toBe(
      isAllowed ? (asked.origin ?? SHOP) : null,
    );
    expect(headers.get("access-control-expose-headers")).toBe(
      isAllowed ? "retry-after, x-request-id" : null,
    );
  });

  test("get the allowed methods and headers from a preflight; others get none", async () => {
    const allowed = await ask({ at: "company" }, true);
    expect(Object.fromEntries(allowed)).toMatchObject({
      "access-control-allow-origin": SHOP,
      "access-control-allow-methods": "GET, POST, PUT, DELETE",
      "access-control-allow-headers": expect.stringContaining("authorization") as string,
      "access-control-max-age": "600",
    });
    const others = await ask({ at: "other" }, true);
    expect([...others.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

test("an invalid origin is refused, and the list can be cleared", async () => {
  const { companies } = await harness.asSuperAdmin();
  const { id } = await companies.add({
    companyName: "Origins",
    email: "desk@origins.example",
    mobile: "9876500001",
    tokenSymbol: "GLXY",
    totalSupply: 1000,
    adminName: "First",
    adminEmail: "first@origins.example",
    apiOrigins: [SHOP],
  });
  const change = {
    id,
    companyName: "Origins",
    email: "desk@origins.example",
    mobile: "9876500001",
    tokenSymbol: "GLXY",
    totalSupply: 1000,
  };
  for (const wrong of [
    "*",
    "shop.example.com",
    `${SHOP}/path`,
    "javascript:alert(1)",
    "https://a@b.example",
  ]) {
    const token = await tokenOf(fixtures, "super admin");
    const json = { ...change, apiOrigins: [wrong] };
    const { body } = await harness.send("PUT", "/superadmin/company/update", { token, json });
    expect(body.code).toBe("API_ORIGIN_INVALID");
  }
  expect((await companies.update(change)).apiOrigins).toEqual([SHOP]);
  expect((await companies.update({ ...change, noApiOrigins: true })).apiOrigins).toEqual([]);
});
