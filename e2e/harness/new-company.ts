import { type APIRequestContext, request as clients } from "@playwright/test";
import { call } from "./purchases";
import { callAsSuperAdmin, changeAsSuperAdmin } from "./super-admin";
import { PASSWORD, PORT, expect, freshEmail, textsTo } from "./test";

/** A company with only a host and an admin, and a caller for that admin. */
export async function foundCompany(request: APIRequestContext, totalSupply = 10_000) {
  const mark = crypto.randomUUID().slice(0, 8);
  const host = `new-${mark}.localhost`;
  const adminEmail = `admin-${mark}@company.example`;
  const { id: companyId } = await callAsSuperAdmin(request, "POST", "/company/add", {
    companyName: "Newly Founded",
    email: adminEmail,
    mobile: "9876543210",
    tokenSymbol: "MASP",
    totalSupply,
    // Members who register in a test are not verified.
    unverifiedHoldPercent: 100,
    adminName: "Nila Founder",
    adminEmail,
    adminPassword: PASSWORD,
  });
  await callAsSuperAdmin(request, "POST", "/domain/add", { host, companyId });
  const there = await clients.newContext({
    baseURL: `http://localhost:${PORT}`,
    extraHTTPHeaders: { host: `${host}:${PORT}` },
  });
  return { origin: `http://${host}:${PORT}`, there, adminEmail, companyId: String(companyId) };
}

/** The bank account of `withAccount`. */
export const ACCOUNT = "50100123456789";

/** A company with a price and an account. */
export async function withAccount(request: APIRequestContext) {
  const { companyId, origin, there, adminEmail } = await foundCompany(request);
  const login = { email: adminEmail, password: PASSWORD };
  const { token } = await call(there, "/company/auth/login", login);
  const headers = { authorization: String(token) };
  const act = async (name: string, data: object) => {
    const answer = await there.post(`/trpc/${name}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await act("prices.set", { price: "10" });
  await act("beneficiaries.add", {
    holderName: "Newly Founded",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: ACCOUNT,
    ifscCode: "HDFC0000001",
  });
  return { companyId, origin, there, adminEmail, headers };
}

/** An admin whom the platform invited, and who has set a password: a second one, for confirmations. */
export async function inviteSecondAdmin(
  request: APIRequestContext,
  there: APIRequestContext,
  companyId: string,
): Promise<string> {
  const adminEmail = freshEmail();
  await changeAsSuperAdmin(request, "companies.inviteAdmin", {
    id: companyId,
    adminName: "Second Admin",
    adminEmail,
    mobile: "9876543211",
  });
  const token = async () =>
    /token=([\w-]+)/.exec((await textsTo(request, adminEmail)).join("\n"))?.[1] ?? "";
  await expect.poll(token).not.toBe("");
  const set = await there.post("/trpc/passwords.setPassword", {
    data: { token: await token(), newPassword: PASSWORD },
    // A call without any is refused: it could be another site's.
    headers: { authorization: "Bearer none" },
  });
  expect(set.status(), await set.text()).toBe(200);
  return adminEmail;
}
