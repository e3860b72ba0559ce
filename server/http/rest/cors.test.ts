import { beforeAll, describe, expect, test } from "vitest";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { TABLE } from "@server/http/rest/rows/row-table";
import { type RestRole, restHarness } from "@server/testing/rest-harness";
import { duringTests } from "@server/testing/during-tests";

const SHOP = "https://shop.example.com";
const harness = duringTests(restHarness);
let fixtures: RestFixtures;
beforeAll(async () => {
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
  ])("scripts of another site may or may not read answers: %s", async (_what, asked, isAllowed) => {
    const headers = await ask(asked);
    expect(headers.get("access-control-allow-origin")).toBe(
      isAllowed ? (asked.origin ?? SHOP) : null,
    );
    expect(headers.get("access-control-expose-headers")).toBe(
      isAllowed ? "retry-after, x-request-id" : null,
    );
  });

  test("scripts of an allowed site get methods and headers from a preflight; others get none", async () => {
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

describe("what a page of another site makes a visitor's browser send", () => {
  const CROSS = { "sec-fetch-site": "cross-site" };
  const EVIL = { ...CROSS, origin: "https://evil.example" };
  const anonymous = TABLE.filter(({ audience, changes }) => audience === "anyone" && changes);

  /** Counters and messages: what a call spends of its visitor's budgets. */
  const spent = async () => {
    await harness.deps.callCounts.stop();
    return harness.database.sql`
      SELECT (SELECT count(*) FROM login_throttles) AS counters,
             (SELECT sum(hits) FROM login_throttles) AS hits,
             (SELECT count(*) FROM messages) AS messages,
             (SELECT count(*) FROM sessions) AS sessions`;
  };

  test(
    "a cross-site call is refused before anything is counted or mailed, in every anonymous call that changes something",
    { tags: ["full"] },
    async () => {
      expect(anonymous.length).toBeGreaterThan(8);
      const { email } = fixtures.member;
      const raw = JSON.stringify({
        user: email,
        email,
        name: "Asha",
        mobile: "9876500000",
        password: "wrong",
        otp: "123456",
      });
      const before = await spent();
      for (const { method, path } of anonymous) {
        const url = method === "GET" ? `${path}?email=${email}` : path;
        for (const headers of [
          EVIL,
          // An image or a link sends such a request.
          CROSS,
          { ...CROSS, "sec-fetch-mode": "navigate", origin: "null" },
        ]) {
          for (const at of [fixtures.companyId, undefined]) {
            const { status, body } = await harness.send(method, url, {
              ...(at && { at }),
              headers,
              ...(method !== "GET" && { raw, type: "text/plain" }),
            });
            expect([path, status, body.code]).toEqual([path, 403, "CROSS_SITE"]);
          }
        }
      }
      expect(await spent()).toEqual(before);
    },
  );

  test(
    "a cross-site call passes from an origin that the company lists, for that company only",
    { tags: ["full"] },
    async () => {
      const login = async (at: string | undefined, companyId: string | undefined, origin = SHOP) =>
        (
          await harness.send("POST", "/user/auth/login", {
            ...(at && { at }),
            headers: { ...CROSS, origin },
            json: { companyId, user: "nobody@people.example", password: "wrong" },
          })
        ).body.code;
      const { companyId, otherId } = fixtures;
      expect(await login(companyId, undefined)).toBe("WRONG_LOGIN");
      expect(await login(undefined, companyId)).toBe("WRONG_LOGIN");
      expect(await login(undefined, otherId)).toBe("CROSS_SITE");
      expect(await login(undefined, "not an id")).toBe("CROSS_SITE");
      expect(await login(otherId, undefined)).toBe("CROSS_SITE");
      expect(await login(companyId, undefined, "https://evil.example")).toBe("CROSS_SITE");
      const root = await harness.send("GET", "/superadmin/auth/login/email/otp?email=a@b.example", {
        headers: { ...CROSS, origin: SHOP },
      });
      expect(root.body.code).toBe("CROSS_SITE");
    },
  );

  test(
    "a call passes without a Sec-Fetch-Site header, from the site itself, with a token, and where it only reads",
    { tags: ["full"] },
    async () => {
      const json = { user: "nobody@people.example", password: "wrong" };
      const passing: Record<string, string>[] = [
        {},
        { "sec-fetch-site": "none" },
        { "sec-fetch-site": "same-origin" },
        { origin: "https://evil.example" },
      ];
      for (const headers of passing) {
        const at = fixtures.companyId;
        const { body } = await harness.send("POST", "/user/auth/login", { at, headers, json });
        expect(body.code).toBe("WRONG_LOGIN");
      }
      expect((await harness.send("GET", "/site/config", { headers: EVIL })).status).toBe(200);
      expect((await harness.send("GET", "/openapi.json", { headers: EVIL })).status).toBe(200);
      const token = await tokenOf(fixtures, "member");
      const profile = await harness.send("GET", "/user/auth/profile/get", { token, headers: EVIL });
      expect(profile.status).toBe(200);
    },
  );
});

test("an invalid origin of scripts is refused, and the list can be cleared", async () => {
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
