import type { APIRequestContext } from "@playwright/test";
import { ADMIN, PASSWORD, PORT, expect, freshEmail, register, test } from "../harness/test";

const ORIGIN = `http://localhost:${PORT}`;
type Fields = Record<string, string>;

/** An input for all three transports. */
interface Case {
  what: string;
  who: "nobody" | "member" | "admin";
  fields: Fields;
  /** It is null where the page asks for other fields. */
  page: [path: string, more?: Fields, kind?: "form" | "multipart"] | null;
  rest: [method: "post" | "put", path: string, rename?: Fields];
  trpc: string;
  code: string;
  /** The page's own words, where REST keeps those of older clients. */
  onPage?: string;
}

const LOGIN = {
  page: ["/?index"],
  rest: ["post", "/user/auth/login"],
  trpc: "sessions.logIn",
} as const satisfies Partial<Case>;
const ASKING = {
  who: "nobody",
  page: null,
  rest: ["post", "/user/auth/register/otp"],
  trpc: "registration.requestCode",
} as const satisfies Partial<Case>;
const REGISTERING = {
  who: "nobody",
  page: ["/register", { intent: "register", consent: "on" }],
  rest: ["post", "/user/auth/register"],
  trpc: "registration.register",
} as const satisfies Partial<Case>;
const BUYING = {
  who: "member",
  page: ["/user/buy-token"],
  rest: ["post", "/user/package/order"],
  trpc: "orders.create",
} as const satisfies Partial<Case>;
const PROFILE = {
  who: "member",
  page: ["/user/profile", { intent: "profile" }, "multipart"],
  rest: ["put", "/user/auth/profile/update", { currentPassword: "password" }],
  trpc: "members.updateProfile",
} as const satisfies Partial<Case>;
const ADDING = {
  who: "admin",
  page: ["/admin/usermanage", { intent: "add" }],
  rest: ["post", "/admin/auth/add"],
  trpc: "members.add",
} as const satisfies Partial<Case>;

const person = { name: "Asha Rao", email: "asha@member.example", mobile: "9876543210" };
const newcomer = {
  ...person,
  email: "newcomer@member.example",
  otp: "000000",
  dateOfBirth: "1990-01-31",
  pincode: "400001",
  gender: "female",
  password: PASSWORD,
};

const CASES: Case[] = [
  {
    ...LOGIN,
    who: "nobody",
    what: "a wrong password",
    fields: { email: "nobody@member.example", password: "wrong" },
    code: "WRONG_LOGIN",
  },
  {
    ...LOGIN,
    who: "nobody",
    what: "no e-mail",
    fields: { password: PASSWORD },
    code: "EMAIL_REQUIRED",
  },
  {
    ...LOGIN,
    who: "nobody",
    what: "no e-mail address",
    fields: { email: "asha", password: PASSWORD },
    code: "EMAIL_INVALID",
  },
  {
    ...ASKING,
    what: "no name",
    fields: { email: person.email, mobile: person.mobile },
    code: "OTP_FIELDS_REQUIRED",
  },
  {
    ...ASKING,
    what: "a mobile number of letters",
    fields: { ...person, mobile: "letters" },
    code: "MOBILE_INVALID",
  },
  {
    ...REGISTERING,
    what: "somebody under age",
    fields: { ...newcomer, dateOfBirth: "2015-01-31" },
    code: "UNDER_AGE",
  },
  {
    ...REGISTERING,
    what: "an unknown referral code",
    fields: { ...newcomer, referralCode: "NOBODY9" },
    code: "REFERRAL_CODE_UNKNOWN",
  },
  { ...REGISTERING, what: "a code that was never sent", fields: newcomer, code: "CODE_WRONG" },
  { ...BUYING, what: "an amount of nothing", fields: { amount: "0" }, code: "AMOUNT_INVALID" },
  { ...BUYING, what: "an amount of words", fields: { amount: "ten" }, code: "AMOUNT_INVALID" },
  {
    ...BUYING,
    what: "less than one token costs",
    fields: { amount: "0.01" },
    code: "BELOW_ONE_TOKEN",
  },
  {
    ...BUYING,
    what: "more than an order may be",
    fields: { amount: "99999999999" },
    code: "AMOUNT_TOO_LARGE",
  },
  {
    ...PROFILE,
    what: "no password",
    fields: { name: "Asha" },
    code: "CURRENT_PASSWORD_REQUIRED",
    onPage: "Please enter your current password.",
  },
  {
    ...PROFILE,
    what: "another password",
    fields: { currentPassword: "wrong", name: "Asha" },
    code: "CURRENT_PASSWORD_WRONG",
  },
  {
    ...PROFILE,
    what: "a wallet that is none",
    fields: { currentPassword: PASSWORD, walletAddress: "0x12" },
    code: "WALLET_ADDRESS_INVALID",
  },
  {
    ...ADDING,
    what: "an address that is taken",
    fields: { ...person, role: "USER", password: "a long pass phrase" },
    code: "EMAIL_TAKEN",
  },
  {
    ...ADDING,
    what: "no role",
    fields: { ...person, email: "role@member.example", password: "a long pass phrase" },
    code: "ROLE_REQUIRED",
  },
  {
    ...ADDING,
    what: "a password that is too short",
    fields: { ...person, email: "short@member.example", role: "USER", password: "short" },
    code: "PASSWORD_TOO_SHORT",
  },
];

/** The visible text of a page. */
const readable = (html: string): string =>
  html
    .replace(/<!--.*?-->/gs, "")
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

async function tokenOf(request: APIRequestContext, path: string, data: Fields): Promise<string> {
  const answer = await request.post(`/api/v1${path}`, { data });
  const { data: said } = (await answer.json()) as { data: { token: string } };
  return said.token;
}

test("pages, REST and tRPC return the same result for the same input", async ({
  request,
  playwright,
}) => {
  test.slow();
  const member = freshEmail();
  await register(request, { email: member });
  const tokens = {
    nobody: null,
    member: await tokenOf(request, "/user/auth/login", { user: member, password: PASSWORD }),
    admin: await tokenOf(request, "/company/auth/login", { email: ADMIN, password: PASSWORD }),
  };
  const visitor = await playwright.request.newContext({ baseURL: ORIGIN });
  const post = (
    client: APIRequestContext,
    path: string,
    fields: Fields,
    kind: "form" | "multipart" = "form",
  ) => client.post(path, { [kind]: fields, headers: { origin: ORIGIN }, maxRedirects: 0 });
  await post(request, "/?index", { email: member, password: PASSWORD });
  await post(request, "/admin/login", { email: ADMIN, password: PASSWORD });

  for (const { what, who, fields, page, rest, trpc, code, onPage } of CASES) {
    await test.step(`${rest[1]}: ${what}`, async () => {
      const token = tokens[who];
      const authorization: Fields = token ? { authorization: `Bearer ${token}` } : {};
      const [method, path, rename = {}] = rest;
      const data = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [rename[name] ?? name, value]),
      );
      const byRest = await request[method](`/api/v1${path}`, { data, headers: authorization });
      const answer = (await byRest.json()) as { code: string; message: string };
      expect(answer).toMatchObject({ status: "error", code, data: null });

      const byTrpc = await visitor.post(`/trpc/${trpc}`, {
        data: fields,
        headers: { ...authorization, origin: ORIGIN },
      });
      const { error } = (await byTrpc.json()) as {
        error: { message: string; data: { httpStatus: number } };
      };
      expect([error.message, byTrpc.status(), error.data.httpStatus]).toEqual([
        code,
        byRest.status(),
        byRest.status(),
      ]);

      if (!page) return;
      const [address, more, kind] = page;
      const client = who === "nobody" ? visitor : request;
      const byPage = await post(client, address, { ...fields, ...more }, kind);
      expect(byPage.status()).toBe(byRest.status());
      expect(readable(await byPage.text())).toContain(onPage ?? answer.message);
    });
  }

  // A repeated request returns one open order through every transport.
  const authorization = { authorization: tokens.member };
  const bought = await post(request, "/user/buy-token", { amount: "3500" });
  const number = new URL(bought.headers()["location"] ?? "", ORIGIN).searchParams.get("purchaseId");
  const byRest = await request.post("/api/v1/user/package/order", {
    data: { amount: 3500 },
    headers: authorization,
  });
  const rest = ((await byRest.json()) as { data: Record<string, unknown> }).data;
  const byTrpc = await visitor.post("/trpc/orders.create", {
    data: { amount: "3500" },
    headers: authorization,
  });
  const { result } = (await byTrpc.json()) as { result: { data: Record<string, unknown> } };
  expect([rest["purchaseId"], result.data["orderNumber"]]).toEqual([number, number]);
  expect(Number(rest["totalAmount"]) * 100).toBeCloseTo(Number(result.data["totalPaise"]), 6);
  expect(rest["totalQuantity"]).toBe(result.data["quantity"]);
  const payment = await request.get(`/user/payment?purchaseId=${number}&purchaseAmount=3500`);
  expect(readable(await payment.text())).toContain(
    Number(rest["totalAmount"]).toLocaleString("en-IN", { minimumFractionDigits: 2 }),
  );
  await visitor.dispose();
});
