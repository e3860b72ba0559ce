import type { APIRequestContext } from "@playwright/test";
import { ADMIN, PASSWORD, PORT, test as base, expect, freshEmail, textsTo } from "../harness/test";
import { freshReference, proofPicture } from "../harness/orders";

/** The calls of the REST document as made by a client in another language. */

interface Envelope<T> {
  status: "success" | "error";
  message: string | string[];
  data: T;
}
interface Sent {
  data?: object;
  form?: Record<string, string>;
  multipart?: Record<string, { name: string; mimeType: string; buffer: Buffer }>;
}
interface Answer<T> extends Envelope<T> {
  code: number;
}
interface Account {
  id: string;
  holderName: string;
  bankName: string;
  branch: string;
  accountNumber: string;
  ifscCode: string;
  upi: string;
}
interface Transaction {
  id: string;
  orderNumber: string;
  receipt: string | null;
  status: string;
}
interface Member {
  id: string;
  email: string;
  isApproved: boolean;
}
type Page<T> = Record<"total" | "lastPage", number> & { records: T[] };
type Users = { total: number; data: Member[] };

const JOINING = { name: "Nila Varma", mobile: "98200 11223", dateOfBirth: "1988-11-30" };

type Call = (<T>(line: string, token?: string, sent?: Sent) => Promise<Answer<T>>) & {
  /** The HTTP client, for the files and the outbox. */
  request: APIRequestContext;
};

/** Calls as in `call("POST /user/auth/login", undefined, { data })`. */
function caller(request: APIRequestContext): Call {
  async function call<T>(line: string, token?: string, sent: Sent = {}): Promise<Answer<T>> {
    const [method = "GET", path = ""] = line.split(" ");
    const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, ...sent });
    return { ...((await answer.json()) as Envelope<T>), code: answer.status() };
  }
  return Object.assign(call, { request });
}

const test = base.extend<{ call: Call }>({
  call: async ({ request }, provide) => provide(caller(request)),
});

/** The response of a successful call. */
function done(message: string, data: unknown = null) {
  return { code: 200, status: "success", message, data };
}
const refused = (code: number) => ({ code, status: "error", data: null });

/** Makes a call that sends a code, and waits for that code rather than an earlier one. */
async function askCode(call: Call, email: string, ask: () => Promise<Answer<null>>) {
  const seen = await textsTo(call.request, email);
  const { message } = await ask();
  let otp = "";
  await expect(async () => {
    const texts = await textsTo(call.request, email);
    const fresh = texts.filter((text) => !seen.includes(text)).join("\n");
    otp = /\b(\d{6})\b/.exec(fresh)?.[1] ?? "";
    expect(otp).not.toBe("");
  }).toPass();
  return { message, otp };
}

async function companyOf(call: Call): Promise<string> {
  return (await call<{ companyId: string }>("GET /site/config")).data.companyId;
}

async function userToken(call: Call, user: string, password = PASSWORD) {
  const data = { companyId: await companyOf(call), user, password };
  const answer = await call<{ token: string }>("POST /user/auth/login", undefined, { data });
  expect(answer).toEqual(done("Logged in successfully", { token: expect.any(String) }));
  return answer.data.token;
}

async function adminToken(call: Call): Promise<string> {
  const data = { email: ADMIN, password: PASSWORD };
  const answer = await call<{ token: string }>("POST /company/auth/login", undefined, { data });
  expect(answer).toEqual(done("Logged in successfully", { token: expect.any(String) }));
  return answer.data.token;
}

/** Registers a new member with documented calls only. */
async function join(call: Call, addressField: "email" | "user" = "email", more: object = {}) {
  const email = freshEmail();
  const companyId = await companyOf(call);
  const { name, mobile } = JOINING;
  const { message, otp } = await askCode(call, email, () =>
    call("POST /user/auth/register/otp", undefined, {
      data: { companyId, name, mobile, [addressField]: email },
    }),
  );
  expect(message).toBe("OTP sent successfully");
  const data = { companyId, ...JOINING, ...more, email, otp, password: PASSWORD };
  expect(await call("POST /user/auth/register", undefined, { data })).toEqual(
    done("Registered successfully"),
  );
  return { email, token: await userToken(call, email) };
}

async function find(call: Call, admin: string, email: string): Promise<Member> {
  const list = await call<Users>(`GET /admin/auth/list?search=${email}`, admin);
  expect(list.data.total).toBe(1);
  const [member] = list.data.data;
  if (!member) throw new Error(`${email} is not on the list`);
  return member;
}

/** A new member approved by an admin, and that admin's token. */
async function buyer(call: Call, more: object = {}) {
  const person = await join(call, "email", more);
  const admin = await adminToken(call);
  const { id } = await find(call, admin, person.email);
  const data = { id, isApproved: true };
  await call("PUT /admin/auth/update", admin, { data });
  return { ...person, admin };
}

const buy = (call: Call, token: string, data: object) =>
  call<Transaction>("POST /user/package/purchase", token, { data });

const TRANSACTION = {
  id: expect.any(String),
  transactionId: expect.any(String),
  orderNumber: expect.any(String),
  createdAt: expect.any(String),
  price: expect.any(Number),
  totalQuantity: expect.any(Number),
  finalAmount: expect.any(Number),
};

test(
  "a registration takes `email` or `user`, and ignores extra and withheld fields",
  { tag: "@full" },
  async ({ call }) => {
    await join(call, "user");
    const { email } = await join(call);
    const companyId = await companyOf(call);
    const login = { companyId, user: email, password: PASSWORD, remember: true, device: "till 4" };
    const answer = await call("POST /user/auth/login", undefined, { data: login });
    expect(answer).toEqual(done("Logged in successfully", { token: expect.any(String) }));
    const wrong = { ...login, password: "Not-the-password-1" };
    expect(await call("POST /user/auth/login", undefined, { data: wrong })).toMatchObject(
      refused(401),
    );
    expect(await call("POST /user/auth/register", undefined, { data: {} })).toMatchObject(
      refused(400),
    );
  },
);

test(
  "a token is accepted with or without Bearer, only from its own role",
  { tag: "@full" },
  async ({ call }) => {
    const user = await userToken(call, "asha@member.example");
    const admin = await adminToken(call);
    const profile = "GET /user/auth/profile/get";
    for (const token of [user, `Bearer ${user}`]) {
      expect(await call(profile, token)).toMatchObject({ code: 200, message: "" });
    }
    expect(await call(profile)).toMatchObject(refused(401));
    expect(await call(profile, "Bearer nonsense")).toMatchObject(refused(401));
    expect(await call(profile, admin)).toMatchObject(refused(403));
    for (const path of ["/admin/dashboard/get", "/admin/auth/list", "/superadmin/company/list"]) {
      expect(await call(`GET ${path}`, user)).toMatchObject(refused(403));
    }
    const { token } = await join(call);
    const out = await call("POST /user/auth/logout", token);
    expect(out).toEqual(done("Logged out successfully"));
    expect(await call(profile, token)).toMatchObject(refused(401));
  },
);

test(
  "a member gets the price, an order in whole tokens, and cancels it",
  { tag: "@full" },
  async ({ call }) => {
    const { token } = await buyer(call);
    const { data: price } = await call<Record<string, number>>(
      "GET /user/package/price/get",
      token,
    );
    const platformChargePercent = price["platformChargePercent"] ?? 0;
    expect(price).toEqual({
      price: expect.any(Number),
      platformChargePercent,
      remainingPrivateSupply: expect.any(Number),
    });
    const settings = await call("GET /user/settings/get", token);
    expect(settings).toEqual(done("", { platformChargePercent }));
    const data = { amount: 1500 };
    const order = await call<{ purchaseId: string }>("POST /user/package/order", token, { data });
    const each = price["price"] ?? 0;
    const made = {
      purchaseId: expect.any(String),
      amount: 1500,
      price: each,
      totalQuantity: Math.floor(1500 / each),
      platformChargePercent,
      feeAmount: expect.closeTo((1500 * platformChargePercent) / 100, 2),
      totalAmount: expect.closeTo(1500 + (1500 * platformChargePercent) / 100, 2),
      expiresAt: expect.any(String),
    };
    expect(order).toEqual(done("Order created successfully", made));
    const { purchaseId } = order.data;
    const cancelled = await call("POST /user/package/cancel", token, { data: { purchaseId } });
    expect(cancelled).toEqual(done("Order cancelled successfully"));
    // The member's own cancelled order may still be paid.
    const paid = await buy(call, token, { paymentMethod: "MANUAL", amount: 1500, purchaseId });
    expect(paid.data).toMatchObject({ ...TRANSACTION, orderNumber: purchaseId, status: "PENDING" });
  },
);

test(
  "a member uploads a receipt under `medias` and pays by UPI with it, and an admin approves",
  { tag: "@full" },
  async ({ call }) => {
    const { token, admin } = await buyer(call);
    const media = await call<{ id: string; url: string }[]>("POST /superadmin/media/add", token, {
      multipart: { medias: await proofPicture() },
    });
    const uploaded = [{ id: expect.any(String), url: expect.any(String) }];
    expect(media).toEqual(done("Uploaded successfully", uploaded));
    const receiptId = media.data[0]?.id ?? "";
    const bare = await buy(call, token, { paymentMethod: "UPI", amount: 1000 });
    expect(bare).toMatchObject({
      ...refused(400),
      message: [
        "Please enter UTR or Transaction Number.",
        "Please upload a transaction file before submitting.",
      ],
    });
    const proof = { paymentMethod: "UPI", amount: 1000, referenceNumber: freshReference() };
    const paid = await buy(call, token, { ...proof, receiptId });
    const user = {
      referralCode: expect.any(String),
      name: JOINING.name,
      mobile: expect.any(String),
    };
    const record = { ...TRANSACTION, ...proof, receipt: expect.any(String), user };
    const { id } = paid.data;
    expect(paid).toEqual(
      done("Token purchase submitted successfully", { ...record, status: "PENDING" }),
    );
    for (const reader of [token, admin]) {
      const headers = { authorization: reader };
      const file = await call.request.get(`/api/v1/media/${receiptId}`, { headers });
      expect(file.status()).toBe(200);
      expect(file.headers()["content-type"]).toMatch(/^image\//);
    }
    expect((await call.request.get(`/api/v1/media/${receiptId}`)).ok()).toBe(false);
    const approved = await call("POST /admin/transaction/approve", admin, { data: { id } });
    expect(approved).toEqual(
      done("Purchase approved successfully", { ...record, status: "APPROVED" }),
    );
    const mine = await call<Page<object>>("GET /user/stock/mine?limit=1", token);
    expect(mine.data).toMatchObject({ total: 1, records: [{ reward: null }] });
    const profile = await call("GET /user/auth/profile/get", token);
    const { totalQuantity } = paid.data as Transaction & { totalQuantity: number };
    expect(profile.data).toMatchObject({ stockBalance: totalQuantity });
  },
);

test(
  "an admin rejects a purchase with a reason, and lists it by status, page and search",
  { tag: "@full" },
  async ({ call }) => {
    const { token, admin } = await buyer(call);
    const { id, orderNumber } = (await buy(call, token, { paymentMethod: "MANUAL", amount: 700 }))
      .data;
    const second = await buy(call, token, { paymentMethod: "MANUAL", amount: 900 });
    expect(second.code).toBe(200);
    const data = { id, reason: "The money has not arrived" };
    const rejected = await call("POST /admin/transaction/reject", admin, { data });
    expect(rejected).toMatchObject({
      ...done("Purchase rejected successfully", {}),
      data: { id, status: "REJECTED", rejectionReason: data.reason },
    });
    const list = async (query: string) =>
      (await call<Page<Transaction>>(`GET /user/transaction/list${query}`, token)).data;
    expect(await list("?page=1&limit=1")).toMatchObject({ total: 2, lastPage: 2 });
    const one = { total: 1, lastPage: 1, records: [{ id, rejectionReason: data.reason }] };
    expect(await list("?status=REJECTED")).toMatchObject(one);
    expect(await list(`?search=${orderNumber}`)).toMatchObject(one);
    expect(await list("?status=APPROVED")).toMatchObject({ total: 0, records: [] });
    for (const query of ["page=0", "page=x", "limit=0", "limit=101", "status=LOST"]) {
      const bad = await call(`GET /user/transaction/list?${query}`, token);
      expect(bad, query).toMatchObject(refused(400));
    }
    const all = await call(`GET /admin/transaction/list?search=${orderNumber}`, admin);
    const share = expect.any(Number);
    const shares = { BANK: share, UPI: share, MANUAL: share, CRYPTO: share };
    expect(all.data).toMatchObject({ total: 1, records: [{ id, status: "REJECTED" }], shares });
  },
);

test(
  "a profile is updated from a form and keeps fields that are sent empty",
  { tag: "@full" },
  async ({ call }) => {
    const { email, token } = await join(call);
    const form = { password: PASSWORD, name: "Nila V Varma", mobile: "", dateOfBirth: "" };
    const line = "PUT /user/auth/profile/update";
    const updated = await call<Record<string, unknown>>(line, token, { form });
    expect(updated).toMatchObject({ code: 200, message: "Profile updated successfully" });
    const kept = { name: form.name, email, dateOfBirth: JOINING.dateOfBirth };
    expect(updated.data).toMatchObject({ ...kept, isApproved: false, stockBalance: 0 });
    expect((await call("GET /user/auth/profile/get", token)).data).toEqual(updated.data);
    const { mobile } = updated.data;
    expect(mobile).toMatch(/9820011223$/);
    const data = { password: PASSWORD, kycDocumentNumber: "234567890124" };
    const masked = await call<Record<string, unknown>>(line, token, { data });
    expect(masked.data["kycDocumentNumber"]).toMatch(/0124$/);
    expect(masked.data["kycDocumentNumber"]).not.toBe(data.kycDocumentNumber);
    expect(await call(line, token, { form: { name: "Nobody" } })).toMatchObject(refused(400));
  },
);

test(
  "a member changes a password with a code, and resets a forgotten one",
  { tag: "@full" },
  async ({ call }) => {
    const { email, token } = await join(call);
    const companyId = await companyOf(call);
    const { message, otp } = await askCode(call, email, () =>
      call("POST /user/auth/password/otp", token),
    );
    expect(message).toBe("OTP successfully send");
    const change = { otp, password: PASSWORD, newPassword: "Second-password-2" };
    expect(await call("PUT /user/auth/password/update", token, { data: change })).toEqual(
      done("Password updated successfully"),
    );
    await userToken(call, email, change.newPassword);
    const data = { companyId, user: email };
    const sent = await askCode(call, email, () =>
      call("POST /user/auth/forgot-password/otp", undefined, { data }),
    );
    expect(sent.message).toBe("OTP sent successfully");
    const reset = { ...data, otp: sent.otp, password: "Third-password-3" };
    expect(await call("POST /user/auth/forgot-password", undefined, { data: reset })).toEqual(
      done("Password reset successfully"),
    );
    await userToken(call, email, reset.password);
    // A code works once.
    const again = await call("POST /user/auth/forgot-password", undefined, { data: reset });
    expect(again).toMatchObject(refused(400));
  },
);

test.describe("a company that verifies by hand", () => {
  test.use({ extraHTTPHeaders: { host: `masp.localhost:${PORT}` } });

  test(
    "an admin adds, approves, blocks and deletes users; the delete takes its id in the body",
    { tag: "@full" },
    async ({ call }) => {
      const token = await adminToken(call);
      const joined = await join(call);
      const waiting = await find(call, token, joined.email);
      expect(waiting.isApproved).toBe(false);
      const approve = { id: waiting.id, isApproved: true };
      expect(await call("PUT /admin/auth/update", token, { data: approve })).toMatchObject({
        ...done("User approved successfully", {}),
        data: approve,
      });
      const line = `GET /admin/auth/list?isApproved=false&search=${joined.email}`;
      expect((await call<Users>(line, token)).data).toEqual({ total: 0, data: [] });

      const person = { name: "Nia Rao", mobile: "98765 43219", email: freshEmail(), role: "USER" };
      const data = { ...person, password: PASSWORD };
      const added = await call<Member>("POST /admin/auth/add", token, { data });
      expect(added).toMatchObject({ code: 200, message: "User added successfully" });
      expect(Object.keys(added.data).sort()).toEqual(
        "createdAt email id isApproved mobile name referralCode role status".split(" "),
      );
      const { id } = added.data;
      const change = { ...person, id, name: "Nia Roy", status: "BLOCKED" };
      const updated = await call("PUT /admin/auth/update", token, { data: change });
      expect(updated).toMatchObject({
        ...done("User updated successfully", {}),
        data: { id, name: "Nia Roy", status: "BLOCKED" },
      });
      const gone = await call("DELETE /admin/auth/delete", token, { data: { id } });
      expect(gone).toEqual(done("User deleted successfully"));
      const twice = await call("DELETE /admin/auth/delete", token, { data: { id } });
      expect(twice).toMatchObject(refused(404));
    },
  );
});

test(
  "an admin reads and updates the company's accounts, which investors see",
  { tag: "@full" },
  async ({ call }) => {
    const token = await adminToken(call);
    const main = await call<Account>("GET /admin/beneficiary/get", token);
    expect(Object.keys(main.data).sort()).toEqual(
      "accountNumber bankName branch holderName id ifscCode upi".split(" "),
    );
    // Sends the same six fields again, so that concurrent payments still see this account.
    const { id, ...data } = main.data;
    expect(await call("PUT /admin/beneficiary/update", token, { data })).toMatchObject(
      done("Beneficiary updated successfully", { id, ...data }),
    );
    const user = await userToken(call, "asha@member.example");
    const shown = await call<{ banks: Account[] }>("GET /user/package/beneficiary/get", user);
    expect(shown.data).toMatchObject(data);
    expect(shown.data.banks).toContainEqual(main.data);
  },
);

test(
  "a member reads their referrals, and an admin lists rewards and withdraws one with a reason",
  { tag: "@full" },
  async ({ call }) => {
    const referrer = await buyer(call);
    const whole = expect.any(Number);
    const of = () => call<Record<string, unknown>>("GET /user/referral/get", referrer.token);
    const before = await of();
    const referralCode = String(before.data["referralCode"]);
    const figures = { referralRewardPercent: whole, invited: 0, verified: 0, buyers: 0 };
    const none = { ...figures, rewardEarned: 0, rewardWaiting: 0 };
    const link = expect.stringMatching(new RegExp(`/r/${referralCode}$`));
    expect(before).toEqual(done("", { referralCode, link, ...none }));

    const { token, admin } = await buyer(call, { referralCode });
    const { id, orderNumber } = (await buy(call, token, { paymentMethod: "MANUAL", amount: 7000 }))
      .data;
    const promised = await of();
    expect(promised.data).toMatchObject({ invited: 1, verified: 0, rewardWaiting: 100 });
    const list = async () =>
      (await call<Page<object>>(`GET /admin/referral/list?search=${orderNumber}`, admin)).data;
    const reward = { id, orderNumber, tokens: 100, referrer: { referralCode } };
    expect(await list()).toMatchObject({ total: 1, records: [{ ...reward, state: "PROMISED" }] });

    const release = await call("POST /admin/referral/release", admin, {
      data: { id, reason: "Known in person" },
    });
    expect(release).toMatchObject({ ...refused(409), code: 409 });
    const bare = await call("POST /admin/referral/withdraw", admin, { data: { id } });
    expect(bare).toMatchObject(refused(400));
    const data = { id, reason: "The same person" };
    expect(await call("POST /admin/referral/withdraw", token, { data })).toMatchObject(
      refused(403),
    );
    expect(await call("POST /admin/referral/withdraw", admin, { data })).toEqual(
      done("Reward withdrawn successfully", { orderNumber, state: "WITHDRAWN", tokens: 100 }),
    );
    expect(await list()).toMatchObject({ records: [{ state: "WITHDRAWN", note: data.reason }] });
    expect((await of()).data).toMatchObject({ rewardWaiting: 0, rewardEarned: 0 });
    const twice = await call("POST /admin/referral/withdraw", admin, { data });
    expect(twice).toMatchObject(refused(409));
  },
);

test("the dashboard's figures have their documented names", { tag: "@full" }, async ({ call }) => {
  const token = await adminToken(call);
  const { code, data } = await call<Record<string, unknown>>("GET /admin/dashboard/get", token);
  expect(code).toBe(200);
  const names =
    "userActive userInactive userBlock totalMember verificationCompleted verificationPending " +
    "totalSupply privateSupply remainingPrivateSupply publicCellSupply angelInvestorSupply " +
    "founderTeamSupply airdropSupply";
  const amount = expect.any(Number);
  expect(data).toEqual({
    ...Object.fromEntries(names.split(" ").map((name) => [name, amount])),
    privateSupplyData: { total: amount, remaining: amount, stockBalance: amount },
    collection: { bank: amount, upi: amount, manual: amount, crypto: amount },
  });
});

test("the API returns its own document without an envelope", { tag: "@full" }, async ({ call }) => {
  const answer = await call.request.get("/api/v1/openapi.json");
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
});
