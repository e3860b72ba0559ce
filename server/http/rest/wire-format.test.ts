import { beforeAll, describe, expect, test } from "vitest";
import { findCompany } from "@server/sites/queries/companies";
import { totpCode } from "@server/members/rules/codes";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestRole, restHarness } from "@server/testing/rest-harness";
import { PASSWORD } from "@server/testing/member-harness";
import { hugePng, pdf } from "@server/testing/sample-files";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(restHarness);
let fixtures: RestFixtures;
const tokens = new Map<RestRole, string>();
const FORM = "application/x-www-form-urlencoded";
const ACCOUNT = {
  holderName: "House Labs",
  bankName: "State Bank",
  branch: "Fort",
  accountNumber: "123456789012",
  ifscCode: "SBIN0000300",
  upi: "house@okbank",
};

beforeAll(async () => {
  fixtures = await createRestFixtures(harness);
  for (const who of ["member", "admin", "super admin"] as const) {
    tokens.set(who, (await tokenOf(fixtures, who)) ?? "");
  }
  await (await harness.as(fixtures.admin)).beneficiaries.add(ACCOUNT);
});

const as = (who: RestRole) => ({ token: tokens.get(who) });
async function dataOf(method: string, path: string, who: RestRole, json?: object) {
  const { status, body } = await harness.send(method, path, { ...as(who), ...(json && { json }) });
  expect(`${status} ${body.code ?? ""}`).toBe("200 ");
  return body.data as Record<string, unknown>;
}
const upload = (form: FormData) =>
  harness.send("POST", "/superadmin/media/add", { ...as("member"), raw: form });
function formWith(...files: [field: string, bytes: Buffer, name: string][]): FormData {
  const form = new FormData();
  for (const [field, bytes, name] of files) {
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
  }
  return form;
}

describe("the token", () => {
  test(
    "a session's token is accepted with and without the word Bearer; a cookie is not",
    { tags: ["full"] },
    async () => {
      const { token = "" } = as("member");
      const with_ = (headers: Record<string, string>) =>
        harness.send("GET", "/user/auth/profile/get", { headers });
      for (const authorization of [token, `Bearer ${token}`, `bearer  ${token}`, ` ${token} `]) {
        expect((await with_({ authorization })).status).toBe(200);
      }
      const others: Record<string, string>[] = [
        {},
        { authorization: "" },
        { authorization: "Bearer" },
        { authorization: `${token}x` },
        { authorization: `Basic ${token}` },
        { cookie: `prelaunch_user=${token}; __Host-prelaunch_user=${token}` },
      ];
      for (const headers of others) {
        expect(await with_(headers)).toMatchObject({
          status: 401,
          body: { code: "NOT_SIGNED_IN", message: "Please log in to continue." },
        });
      }
    },
  );

  test("a session's token is rejected on another company's host and after logout", async () => {
    const token = await harness.tokenFor(fixtures.member);
    const profile = (at?: string) =>
      harness.send("GET", "/user/auth/profile/get", { token, ...(at && { at }) });
    expect((await profile(fixtures.companyId)).status).toBe(200);
    expect((await profile(fixtures.otherId)).status).toBe(401);
    await harness.send("POST", "/user/auth/logout", { token });
    expect((await profile()).status).toBe(401);
  });
});

describe("accepted variants of requests", () => {
  test("a login accepts the e-mail as `user` or as `email`; of both, `user` counts", async () => {
    const { companyId, member } = fixtures;
    const logIn = async (who: object) => {
      const json = { companyId, password: PASSWORD, ...who };
      return (await harness.send("POST", "/user/auth/login", { json })).status;
    };
    expect(await logIn({ user: member.email })).toBe(200);
    expect(await logIn({ email: member.email })).toBe(200);
    expect(await logIn({ user: member.email, email: "nobody@people.example" })).toBe(200);
    expect(await logIn({ email: member.email, user: "nobody@people.example" })).toBe(401);
  });

  test("unknown fields of a request are accepted and ignored", async () => {
    const json = { amount: "100", purchaseFlow: "v1", status: "APPROVED", totalQuantity: 9e9 };
    expect(await dataOf("POST", "/user/package/order", "member", json)).toMatchObject({
      amount: 100,
      totalQuantity: 10,
    });
  });

  test("commas are accepted anywhere in a company's price and percentages", async () => {
    const company = {
      id: fixtures.otherId,
      companyName: "House Labs",
      email: "desk@house.example",
      mobile: "9876543210",
      tokenSymbol: "RSGN",
      totalSupply: 10_000,
    };
    const set = async (change: object) => {
      const json = { ...company, ...change };
      return (
        await harness.send("PUT", "/superadmin/company/update", { ...as("super admin"), json })
      ).status;
    };
    expect(await set({ price: "1,2,3", platformChargePercent: "1,0" })).toBe(200);
    const row = await findCompany(harness.database.db, fixtures.otherId);
    expect(row).toMatchObject({ priceMicroRupees: 123_000_000, feeBps: 1000 });
    expect(await set({ price: "10", platformChargePercent: "0", totalSupply: "1,2,3" })).toBe(400);
  });

  test("a profile is accepted as form-urlencoded, empty values ignored", async () => {
    const before = await dataOf("GET", "/user/auth/profile/get", "member");
    const raw = `name=Asha%20R%C4%81o&mobile=&dateOfBirth=&kycDocumentNumber=&walletAddress=&profileImageId=&password=${encodeURIComponent(PASSWORD)}`;
    const answer = await harness.send("PUT", "/user/auth/profile/update", {
      ...as("member"),
      raw,
      type: FORM,
    });
    expect(answer.body).toEqual({
      status: "success",
      message: "Profile updated successfully",
      // Another name is not verified yet.
      data: { ...before, name: "Asha Rāo", isApproved: false },
    });
    const missing = await harness.send("PUT", "/user/auth/profile/update", {
      ...as("member"),
      raw: "name=Other&password=",
      type: FORM,
    });
    expect(missing.body.message).toBe("Please enter you current password");
  });

  test("a DELETE with a body is accepted", async () => {
    const person = await harness.person(fixtures.companyId, "USER");
    const answer = await harness.send("DELETE", "/admin/auth/delete", {
      ...as("admin"),
      json: { id: person.id },
    });
    expect(answer.body).toEqual({
      status: "success",
      message: "User deleted successfully",
      data: null,
    });
    expect((await harness.row(person)).deletedAt).not.toBeNull();
  });

  test("a GET that mails a code is accepted", { tags: ["full"] }, async () => {
    const { email, appSecret } = fixtures.superAdmin;
    const answer = await harness.send(
      "GET",
      `/superadmin/auth/login/email/otp?email=${encodeURIComponent(email)}`,
    );
    expect(answer.body).toEqual({
      status: "success",
      message: "OTP sent successfully",
      data: null,
    });
    const [sent] = await harness.sentTo(email, "superAdminCode");
    const json = { email, otp: Number(sent?.code), code: totpCode(appSecret, new Date()) };
    const { body } = await harness.send("POST", "/superadmin/auth/login/verify", { json });
    expect(body).toMatchObject({
      message: "Logged in successfully",
      data: { token: expect.any(String) as string },
    });
  });

  test("an approval with only `id` and `isApproved` is accepted", async () => {
    for (const isApproved of [true, "true"]) {
      const person = await harness.person(fixtures.companyId, "USER", { isApproved: false });
      const json = { id: person.id, isApproved };
      const { body } = await harness.send("PUT", "/admin/auth/update", { ...as("admin"), json });
      expect(body).toMatchObject({
        message: "User approved successfully",
        data: { id: person.id, isApproved: true },
      });
    }
  });

  test("JSON without a content type, and a path with a trailing slash, are accepted", async () => {
    const json = { companyId: fixtures.companyId, user: fixtures.member.email, password: PASSWORD };
    const raw = Buffer.from(JSON.stringify(json));
    expect((await harness.send("POST", "/user/auth/login/", { raw })).status).toBe(200);
    expect(
      (await harness.send("POST", "/user/auth/login", { raw, type: "text/plain" })).status,
    ).toBe(200);
  });
});

describe("an upload", () => {
  test(
    "an upload under `medias` returns an id and a URL that opens the file without a token",
    { tags: ["full"] },
    async () => {
      const { body } = await upload(formWith(["medias", pdf(), "slip.pdf"]));
      expect(body).toMatchObject({ status: "success", message: "Uploaded successfully" });
      const [file] = body.data as { id: string; url: string }[];
      expect(file?.url).toMatch(
        new RegExp(`^https://api\\.example/api/v1/media/${file?.id}\\?signature=`),
      );
      expect(Object.keys(file ?? {})).toEqual(["id", "url"]);

      const opened = await harness.open(file?.url ?? "");
      expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf());
      expect(opened.headers.get("content-disposition")).toMatch(/^attachment;.*slip\.pdf$/);
      const altered = await harness.open(`${file?.url}0`);
      expect(altered.status).toBe(404);
      expect(await altered.json()).toMatchObject({ code: "MEDIA_LINK_DEAD", data: null });
      const bare = `https://api.example/api/v1/media/${file?.id}`;
      expect((await harness.open(bare)).status).toBe(401);
      expect((await harness.open(bare, (await tokenOf(fixtures, "admin")) ?? "")).status).toBe(200);
      expect(
        (await harness.open(bare, (await tokenOf(fixtures, "other admin")) ?? "")).status,
      ).toBe(404);
      expect(
        (await harness.open(bare, (await tokenOf(fixtures, "other member")) ?? "")).status,
      ).toBe(404);
    },
  );

  test.each([
    ["under another name", () => formWith(["file", hugePng(4, 4), "a.png"]), 400, "FILE_REQUIRED"],
    ["of nothing", () => formWith(), 400, "FILE_REQUIRED"],
    [
      "of two files",
      () => formWith(["medias", hugePng(4, 4), "a.png"], ["medias", hugePng(5, 5), "b.png"]),
      400,
      "FILE_ONE_ONLY",
    ],
    [
      "of a script",
      () => formWith(["medias", Buffer.from("<script>"), "a.png"]),
      415,
      "FILE_TYPE_UNSUPPORTED",
    ],
    [
      "of more than 10 MB",
      () => formWith(["medias", Buffer.alloc(10 * 1024 * 1024 + 1), "a.png"]),
      413,
      "FILE_TOO_LARGE",
    ],
  ])("an upload %s is refused", async (_what, form, status, code) => {
    expect(await upload(form())).toMatchObject({ status, body: { code, data: null } });
  });
});

/** The keys of a transaction in an answer (api.md); no more, no fewer. */
const TRANSACTION =
  "amount createdAt finalAmount id orderNumber paymentMethod price receipt referenceNumber status totalQuantity transactionId user";
const ACCOUNT_FIELDS = "accountNumber bankName branch holderName ifscCode upi";
const keysOf = (value: unknown) =>
  Object.keys(value as object)
    .sort()
    .join(" ");
const firstOf = (data: Record<string, unknown>, list = "records") =>
  (data[list] as Record<string, unknown>[])[0];

describe("the documented places of an answer", () => {
  test(
    "the calls of a purchase answer in the documented form, from submitting to reversing",
    { tags: ["full"] },
    async () => {
      const uploaded = await upload(formWith(["medias", hugePng(6, 6), "slip.png"]));
      const [file] = uploaded.body.data as { id: string }[];
      const paid = await dataOf("POST", "/user/package/purchase", "member", {
        paymentMethod: "BANK",
        amount: 100,
        referenceNumber: "sbin 1234 5678 9012",
        receiptId: file?.id,
      });
      expect(keysOf(paid)).toBe(TRANSACTION);
      expect(paid).toMatchObject({ status: "PENDING", amount: 100, price: 10, totalQuantity: 10 });
      expect(keysOf(paid["user"])).toBe("mobile name referralCode");
      expect(paid["transactionId"]).toBe(paid["orderNumber"]);

      const mine = await dataOf("GET", "/user/transaction/list?status=PENDING", "member");
      expect(keysOf(mine)).toBe("lastPage records total");
      expect(keysOf(firstOf(mine))).toBe(TRANSACTION);

      const id = paid["id"];
      const rejected = await dataOf("POST", "/admin/transaction/reject", "admin", {
        id,
        reason: "No money came",
      });
      expect(keysOf(rejected)).toBe(
        TRANSACTION.replace("status", "rejectionReason status").split(" ").sort().join(" "),
      );
      const again = await harness.send("POST", "/admin/transaction/approve", {
        ...as("admin"),
        json: { id },
      });
      expect(again).toMatchObject({
        status: 409,
        body: { code: "ORDER_ALREADY_DECIDED", data: null },
      });

      const manual = await dataOf("POST", "/user/package/purchase", "member", {
        paymentMethod: "MANUAL",
        amount: 200,
      });
      expect(manual["receipt"]).toBeNull();
      const approved = await dataOf("POST", "/admin/transaction/approve", "admin", {
        id: manual["id"],
      });
      expect(approved["status"]).toBe("APPROVED");

      const listed = await dataOf("GET", "/admin/transaction/list?status=APPROVED", "admin");
      expect(listed["shares"]).toEqual({ BANK: 0, UPI: 0, MANUAL: 100, CRYPTO: 0 });
      const all = await dataOf("GET", "/superadmin/transaction/list", "super admin");
      expect(keysOf(firstOf(all))).toContain("company");
      expect(keysOf(firstOf(all)?.["company"])).toBe("companyName id");

      const global = await dataOf("GET", "/user/stock/global", "member");
      expect(keysOf(firstOf(global))).toBe(
        "createdAt quantity rank transactionHash unlocksAt walletAddress",
      );
      const own = await dataOf("GET", "/user/stock/mine", "member");
      expect(keysOf(firstOf(own))).toBe(
        "createdAt memberId quantity reward transactionHash unlocksAt",
      );
      for (const list of [global, own]) expect(keysOf(list)).toBe("records total");
    },
  );

  test(
    "the calls of the order, the price, the profile and the site answer in the documented form",
    { tags: ["full"] },
    async () => {
      const order = await dataOf("POST", "/user/package/order", "member", { amount: "105.50" });
      expect(keysOf(order)).toBe(
        "amount expiresAt feeAmount platformChargePercent price purchaseId totalAmount totalQuantity",
      );
      const { purchaseId } = order;
      expect(await dataOf("POST", "/user/package/cancel", "member", { purchaseId })).toBeNull();
      expect(await dataOf("GET", "/user/package/price/get", "member")).toEqual({
        price: 10,
        platformChargePercent: expect.any(Number) as number,
        remainingPrivateSupply: expect.any(Number) as number,
      });
      expect(keysOf(await dataOf("GET", "/user/settings/get", "member"))).toBe(
        "platformChargePercent",
      );
      expect(keysOf(await dataOf("GET", "/user/auth/profile/get", "member"))).toBe(
        "dateOfBirth email globalStake id isApproved kycDocumentNumber mobile name profileImage profileImageId referralCode stockBalance walletAddress",
      );
      expect(keysOf(await dataOf("GET", "/site/config", "nobody"))).toBe(
        "companyId companyName languages token",
      );
      // Sample values of a built-in brand are omitted.
      expect((await dataOf("GET", "/site/config", "nobody"))["token"]).toMatchObject({
        address: "",
        socialLinks: [],
      });
      const beneficiary = await dataOf("GET", "/user/package/beneficiary/get", "member");
      expect(keysOf(beneficiary)).toBe(`${ACCOUNT_FIELDS} banks`.split(" ").sort().join(" "));
      expect(keysOf(firstOf(beneficiary, "banks"))).toBe(
        "accountNumber bankName branch holderName id ifscCode upi",
      );
    },
  );

  test("the calls of admins and of the platform answer in the documented form", async () => {
    const adminApi = await dataOf("GET", "/admin/dashboard/get", "admin");
    expect(keysOf(adminApi)).toBe(
      "airdropSupply angelInvestorSupply collection founderTeamSupply privateSupply privateSupplyData publicCellSupply remainingPrivateSupply totalMember totalSupply userActive userBlock userInactive verificationCompleted verificationPending",
    );
    expect(keysOf(adminApi["collection"])).toBe("bank crypto manual upi");
    expect(keysOf(adminApi["privateSupplyData"])).toBe("remaining stockBalance total");
    const people = await dataOf("GET", "/admin/auth/list?limit=1", "admin");
    expect(keysOf(people)).toBe("data total");
    expect(keysOf(firstOf(people, "data"))).toBe(
      "createdAt email id isApproved mobile name referralCode role status",
    );
    expect(keysOf(await dataOf("GET", "/admin/beneficiary/get", "admin"))).toBe(
      "accountNumber bankName branch holderName id ifscCode upi",
    );
    const companies = await dataOf("GET", "/superadmin/company/list", "super admin");
    const wanted =
      "companyAadhaarCard companyAddress companyName companyPan companyPincode createdAt email id mobile tokenName tokenSymbol";
    expect(Object.keys(firstOf(companies) ?? {})).toEqual(
      expect.arrayContaining(wanted.split(" ")),
    );
  });
});

describe("a refusal", () => {
  test("a refusal's message is a text for one reason, a list for several, and in Hindi on request", async () => {
    const send = (json: object, language = "en") =>
      harness.send("POST", "/admin/auth/add", {
        ...as("admin"),
        json,
        headers: { "accept-language": language },
      });
    const person = { name: "Asha", email: "x@people.example", mobile: "9876543210", role: "USER" };
    const one = await send(person);
    expect(one).toMatchObject({ status: 400, body: { code: "PASSWORD_REQUIRED", data: null } });
    expect(typeof one.body.message).toBe("string");
    const several = await send({ role: "USER", password: PASSWORD });
    expect(several.body.code).toBe("INVALID_INPUT");
    expect(several.body.message).toHaveLength(3);
    expect((await send(person, "hi-IN")).body.message).toMatch(/\p{Script=Devanagari}/u);
  });

  test.each([
    ["GET", "/nothing", 404, "NOT_FOUND"],
    ["DELETE", "/user/auth/login", 405, "METHOD_NOT_ALLOWED"],
    ["PATCH", "/user/auth/profile/update", 405, "METHOD_NOT_ALLOWED"],
    ["GET", "/admin/auth/list?page=0", 400, "BAD_PAGE"],
    ["GET", "/admin/auth/list?limit=101", 400, "BAD_LIMIT"],
    ["GET", "/admin/transaction/list?status=LOST", 400, "BAD_STATUS"],
    ["GET", "/media/00000000-0000-7000-8000-000000000000", 404, "MEDIA_NOT_FOUND"],
  ])("the call %s %s is answered with %i %s", async (method, path, status, code) => {
    expect(await harness.send(method, path, as("admin"))).toMatchObject({
      status,
      body: { status: "error", code, data: null },
    });
  });

  test.each([
    ["DELETE", "/user/auth/login", "POST, OPTIONS"],
    ["POST", "/user/auth/profile/get", "GET, HEAD, OPTIONS"],
    ["PATCH", "/admin/auth/delete", "DELETE, OPTIONS"],
    ["POST", "/openapi.json", "GET, HEAD, OPTIONS"],
    ["DELETE", "/media/00000000-0000-7000-8000-000000000000", "GET, HEAD, OPTIONS"],
  ])("a refused method gets the allowed ones: %s %s", async (method, path, allow) => {
    const { status, headers, body } = await harness.send(method, path);
    expect(`${status} ${body.code}`).toBe("405 METHOD_NOT_ALLOWED");
    expect(headers.get("allow")).toBe(allow);
    const options = await harness.send("OPTIONS", path);
    expect(`${options.status} ${options.headers.get("allow")}`).toBe(`204 ${allow}`);
  });

  test("a throttled call is told when to retry", { tags: ["full"] }, async () => {
    const path = `/superadmin/auth/login/email/otp?email=root-again@platform.example`;
    await harness.send("GET", path);
    const soon = await harness.send("GET", path);
    expect(soon).toMatchObject({ status: 429, body: { code: "CODE_RESEND_TOO_SOON" } });
    expect(Number(soon.headers.get("retry-after"))).toBeGreaterThan(100);
  });

  test("a refusal names a missing company, or one of another site", async () => {
    const json = { user: fixtures.member.email, password: PASSWORD };
    expect((await harness.send("POST", "/user/auth/login", { json })).body).toMatchObject({
      code: "COMPANY_NOT_CONFIGURED",
      message: "Company ID is not configured. Please contact support.",
    });
    const elsewhere = { json: { ...json, companyId: fixtures.companyId }, at: fixtures.otherId };
    expect((await harness.send("POST", "/user/auth/login", elsewhere)).body.code).toBe(
      "COMPANY_MISMATCH",
    );
    const home = { json, at: fixtures.companyId };
    expect((await harness.send("POST", "/user/auth/login", home)).status).toBe(200);
  });
});

test("fields under __proto__ are ignored", async () => {
  const hidden = { user: fixtures.member.email, password: PASSWORD };
  for (const raw of [
    `{"__proto__":${JSON.stringify(hidden)}}`,
    `{"user":"","__proto__":${JSON.stringify(hidden)}}`,
  ]) {
    const call = { raw, type: "application/json", at: fixtures.companyId };
    const { status, body } = await harness.send("POST", "/user/auth/login", call);
    expect(`${status} ${body.code}`).toMatch(/^400 (INVALID_INPUT|[A-Z]+_REQUIRED)$/);
  }
  const call = { json: hidden, at: fixtures.companyId };
  expect((await harness.send("POST", "/user/auth/login", call)).status).toBe(200);
});

describe("the field of a refusal", () => {
  const fieldsOf = async (path: string, json: object, who: RestRole = "member") =>
    (await harness.send("POST", path, { ...as(who), json })).body.field;

  test("a refusal names the field that it is about, as the client calls it, or all of them", async () => {
    const buy = { paymentMethod: "MANUAL", amount: "nothing" };
    expect(await fieldsOf("/user/package/purchase", buy)).toBe("amount");
    expect(await fieldsOf("/user/package/purchase", {})).toEqual(["paymentMethod", "amount"]);
    expect(await fieldsOf("/admin/transaction/approve", { id: "none" }, "admin")).toBe("id");
    // The procedure, and not the contract, refuses this one.
    const small = { ...buy, amount: "1" };
    expect(await fieldsOf("/user/package/purchase", small)).toBe("amount");
  });

  test("a refusal that is about no field has none", async () => {
    const unknown = { id: fixtures.companyId };
    expect(await fieldsOf("/admin/transaction/approve", unknown, "admin")).toBeUndefined();
    const { body } = await harness.send("GET", "/user/auth/profile/get");
    expect(Object.keys(body).toSorted()).toEqual(["code", "data", "message", "status"]);
  });
});

test("a stored value that an answer's contract does not know is left out, and the rest is sent", async () => {
  const year = (digits: string) =>
    harness.database
      .sql`UPDATE users SET date_of_birth = ${`${digits}-01-31`} WHERE id = ${fixtures.member.id}`;
  await year("12026");
  // `send` would compare the answer with the document.
  const address = "https://api.example/api/v1/user/auth/profile/get";
  const answer = await harness.open(address, (await tokenOf(fixtures, "member")) ?? "");
  expect(await answer.json()).toMatchObject({
    data: { dateOfBirth: null, id: fixtures.member.id },
  });
  await year("1990");
});
