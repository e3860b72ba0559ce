import { expect } from "vitest";
import { newId } from "@db/ids";
import { batches } from "@db/schema";
import { resultCode } from "./order-harness";
import { PASSWORD, type UserRow } from "./member-harness";
import type { RestHarness, RestRole, Sending } from "./rest-harness";
import { hugePng } from "./sample-files";

/** Six people, created anew for each row; those called "other" belong to another company. */
export interface RestFixtures {
  harness: RestHarness;
  companyId: string;
  otherId: string;
  member: UserRow;
  otherMember: UserRow;
  admin: UserRow;
  otherAdmin: UserRow;
  superAdmin: { id: string; email: string; appSecret: string };
}

/** Expected behaviour of a row in api.md. */
export interface Expectation {
  /** Exact success message. */
  message: string;
  /** Sends a valid call about data of the first company. */
  send?: (fixtures: RestFixtures, who: RestRole) => Promise<Sending & { query?: string }>;
  /**
   * True if the call is stored for a second admin, with NEEDS_SECOND_ADMIN; once it is confirmed, it
   * succeeds.
   */
  waits?: true;
  /** Result for a person of another company, if it is not a success. */
  elsewhere?: string;
}

/** Stores a company's prepared batch with the number 1, once. */
export async function insertPreparedBatch(
  { database }: Pick<RestHarness, "database">,
  companyId: string,
  preparedBy: string,
): Promise<void> {
  const batch = { companyId, id: newId(), number: 1, day: "2027-08-23", preparedBy };
  await database.db.insert(batches).values(batch).onConflictDoNothing();
}

let counter = 0;
const fresh = () => `caller${(counter += 1)}@people.example`;
const json = (body: object) => Promise.resolve({ json: body });
const NEW = "another pass phrase of tests";
const stranger = (email = fresh()) => ({ name: "Asha Rao", email, mobile: "9876543210" });

const codeOf = async (
  { harness }: RestFixtures,
  email: string,
  template: "registrationCode" | "resetCode" | "changeCode" | "superAdminCode",
) => (await harness.sentTo(email, template))[0]?.code ?? "";

const pay = async ({ harness, member }: RestFixtures) => {
  const api = await harness.as(member);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  const payment = { purchaseId, paymentMethod: "MANUAL", amount: "100", consent: true } as const;
  return (await api.orders.submit(payment)).id;
};
/** Submits a payment of the member, who was invited, so that it promises a reward. */
const promise = async (fixtures: RestFixtures) => {
  const { harness, companyId, member } = fixtures;
  const { id } = await harness.person(companyId, "USER");
  await harness.database.sql`UPDATE users SET referrer_id = ${id} WHERE id = ${member.id}`;
  await harness.database
    .sql`UPDATE companies SET referral_reward_bps = 1000, settings = settings || '{"rewardHoldDays": 3}' WHERE id = ${companyId}`;
  return pay(fixtures);
};
/** Makes the company ask its members who they are. */
const asksWho = ({ harness, companyId }: RestFixtures) =>
  harness.database
    .sql`UPDATE companies SET settings = settings || '{"identity": {"asks": "ALWAYS", "abovePaise": null, "evidence": ["PAN"], "renewMonths": 0, "mostUnverified": null, "mostVerified": null}}' WHERE id = ${companyId}`;
/** Has the member send what the company asks. */
const sentWho = async (fixtures: RestFixtures) => {
  await asksWho(fixtures);
  const { harness, companyId, member } = fixtures;
  await harness.database
    .sql`INSERT INTO identity_cases (company_id, member_id, state, sent_count, sent_at) VALUES (${companyId}, ${member.id}, 'SENT', 1, now()) ON CONFLICT DO NOTHING`;
};
const open = async ({ harness, member }: RestFixtures) =>
  (await (await harness.as(member)).orders.create({ amount: "100" })).orderNumber;

const newAccount = () => ({
  holderName: "House Labs",
  bankName: "State Bank",
  branch: "Fort",
  accountNumber: String(100_000_000_000 + (counter += 1)),
  ifscCode: "SBIN0000300",
  upi: `house${counter}@okbank`,
});
const account = async (fixtures: RestFixtures) => {
  const { harness, admin } = fixtures;
  const { beneficiaries } = await harness.as(admin);
  const { upi } = newAccount();
  if (!(await beneficiaries.forAdmin())) await beneficiaries.add(newAccount());
  await confirmed(fixtures, () => beneficiaries.add({ upi }));
  const { records } = await beneficiaries.list({ limit: 100 });
  return records.find((one) => one.upi === upi)?.id ?? "";
};
/** Makes a change that waits, which another admin of the company then confirms. */
async function confirmed(
  { harness, companyId }: RestFixtures,
  change: () => Promise<unknown>,
): Promise<void> {
  expect(await resultCode(change())).toBe("NEEDS_SECOND_ADMIN");
  await confirmLast({ harness, companyId });
}
/** Lets a new admin of the company confirm the change that waits. */
export async function confirmLast({
  harness,
  companyId,
}: Pick<RestFixtures, "harness" | "companyId">): Promise<void> {
  const { changes } = await harness.as(await harness.person(companyId, "ADMIN"));
  for (const { id } of await changes.list()) await changes.confirm({ id });
}

const COMPANY = () => ({
  companyName: "New Labs",
  email: fresh(),
  mobile: "9876500001",
  tokenSymbol: "GLXY",
  totalSupply: 1000,
});

/** Expectations by method and path; a row without an entry, or an entry without a row, fails the test. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  "GET /site/config": { message: "" },
  "POST /user/auth/register/otp": {
    message: "OTP sent successfully",
    send: ({ companyId }) => json({ companyId, ...stranger() }),
  },
  "POST /user/auth/register": {
    message: "Registered successfully",
    async send(fixtures) {
      const { companyId, harness } = fixtures;
      const person = stranger();
      await (await harness.caller({ at: companyId })).registration.requestCode(person);
      const otp = await codeOf(fixtures, person.email, "registrationCode");
      return json({ companyId, ...person, otp, dateOfBirth: "1990-01-31", password: PASSWORD });
    },
  },
  "POST /user/auth/login": {
    message: "Logged in successfully",
    send: ({ companyId, member }) => json({ companyId, user: member.email, password: PASSWORD }),
  },
  "POST /user/auth/forgot-password/otp": {
    message: "OTP sent successfully",
    send: ({ companyId }) => json({ companyId, user: fresh() }),
  },
  "POST /user/auth/forgot-password": {
    message: "Password reset successfully",
    async send(fixtures) {
      const { companyId, harness } = fixtures;
      const { email } = await harness.person(companyId, "USER");
      await (await harness.caller({ at: companyId })).passwords.requestReset({ email });
      const otp = await codeOf(fixtures, email, "resetCode");
      return json({ companyId, user: email, otp, password: NEW });
    },
  },
  "POST /company/auth/login": {
    message: "Logged in successfully",
    send: ({ admin }) => json({ email: admin.email, password: PASSWORD }),
  },
  "POST /company/auth/forgot-password/otp": {
    message: "OTP sent successfully",
    send: ({ companyId }) => json({ companyId, user: fresh() }),
  },
  "POST /company/auth/forgot-password": {
    message: "Password reset successfully",
    async send(fixtures) {
      const { companyId, harness } = fixtures;
      const { email } = await harness.person(companyId, "ADMIN");
      await (await harness.caller({ at: companyId })).passwords.requestResetAdmin({ email });
      const otp = await codeOf(fixtures, email, "resetCode");
      return json({ companyId, user: email, otp, password: NEW });
    },
  },
  "GET /superadmin/auth/login/email/otp": {
    message: "OTP sent successfully",
    send: () => Promise.resolve({ query: `?email=${fresh()}` }),
  },
  "POST /superadmin/auth/login/verify": {
    message: "Logged in successfully",
    async send(fixtures) {
      const { email } = await fixtures.harness.superAdmin();
      await (await fixtures.harness.caller()).sessions.requestSuperAdminCode({ email });
      return json({ email, otp: await codeOf(fixtures, email, "superAdminCode") });
    },
  },

  "GET /user/auth/profile/get": { message: "" },
  "PUT /user/auth/profile/update": {
    message: "Profile updated successfully",
    send: () => json({ password: PASSWORD, name: "New Name" }),
  },
  "POST /user/auth/password/otp": { message: "OTP successfully send" },
  "PUT /user/auth/password/update": {
    message: "Password updated successfully",
    async send(fixtures, who) {
      const person = who === "other member" ? fixtures.otherMember : fixtures.member;
      if (who.endsWith("member")) {
        await (await fixtures.harness.as(person)).passwords.requestChangeCode();
      }
      const otp = (await codeOf(fixtures, person.email, "changeCode")) || "123456";
      return json({ otp, password: PASSWORD, newPassword: NEW });
    },
  },
  "POST /user/auth/logout": { message: "Logged out successfully" },
  "GET /user/package/price/get": { message: "" },
  "GET /user/settings/get": { message: "" },
  "POST /user/package/order": {
    message: "Order created successfully",
    send: () => json({ amount: 100 }),
  },
  "POST /user/package/cancel": {
    message: "Order cancelled successfully",
    send: async (fixtures) => ({ json: { purchaseId: await open(fixtures) } }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "POST /user/package/purchase": {
    message: "Token purchase submitted successfully",
    send: async (fixtures) => ({
      json: { purchaseId: await open(fixtures), paymentMethod: "MANUAL", amount: 100 },
    }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "GET /user/package/beneficiary/get": { message: "" },
  "GET /user/transaction/list": { message: "" },
  "GET /user/stock/global": { message: "" },
  "GET /user/stock/mine": { message: "" },
  "GET /user/launch": { message: "" },
  "GET /user/identity": { message: "" },
  "GET /admin/identity/list": { message: "" },
  "POST /admin/identity/decide": {
    message: "Identity decided successfully",
    send: async (fixtures) => {
      await sentWho(fixtures);
      return { json: { id: fixtures.member.id, decision: "REFUSE", reason: "Another person" } };
    },
    elsewhere: "MEMBER_NOT_FOUND",
  },
  "POST /user/identity": {
    message: "Identity saved successfully",
    send: async (fixtures) => {
      await asksWho(fixtures);
      return { json: { typedName: "Asha Rao" } };
    },
    elsewhere: "IDENTITY_NOT_ASKED",
  },
  "GET /admin/launch/batches": { message: "" },
  "GET /admin/launch/batch": {
    message: "",
    async send({ harness, companyId, admin }) {
      await insertPreparedBatch(harness, companyId, admin.id);
      return { query: "?number=1" };
    },
    elsewhere: "BATCH_NOT_FOUND",
  },
  "GET /user/referral/get": { message: "" },
  "POST /superadmin/media/add": {
    message: "Uploaded successfully",
    send() {
      const form = new FormData();
      form.append("medias", new Blob([new Uint8Array(hugePng(8, 8))]), "slip.png");
      return Promise.resolve({ raw: form });
    },
  },

  "GET /admin/dashboard/get": { message: "" },
  "GET /admin/auth/list": { message: "" },
  "POST /admin/auth/add": {
    message: "User added successfully",
    send: () => json({ ...stranger(), role: "USER", password: PASSWORD }),
  },
  "PUT /admin/auth/update": {
    message: "User updated successfully",
    send: ({ member }) => json({ ...stranger(), id: member.id, role: "USER" }),
    elsewhere: "MEMBER_NOT_FOUND",
  },
  "DELETE /admin/auth/delete": {
    message: "User deleted successfully",
    send: ({ member }) => json({ id: member.id }),
    elsewhere: "MEMBER_NOT_FOUND",
  },
  "GET /admin/transaction/list": { message: "" },
  "POST /admin/transaction/approve": {
    message: "Purchase approved successfully",
    send: async (fixtures) => ({ json: { id: await pay(fixtures) } }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "POST /admin/transaction/reject": {
    message: "Purchase rejected successfully",
    send: async (fixtures) => ({ json: { id: await pay(fixtures) } }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "POST /admin/transaction/reverse": {
    message: "Purchase reversed successfully",
    async send(fixtures) {
      const id = await pay(fixtures);
      await (await fixtures.harness.as(fixtures.admin)).orders.approve({ orderId: id });
      return json({ id, reason: "Charged back" });
    },
    elsewhere: "ORDER_NOT_FOUND",
  },
  "GET /admin/referral/list": { message: "" },
  "GET /admin/referral/cases": { message: "" },
  "POST /admin/referral/release": {
    message: "Reward released successfully",
    async send(fixtures) {
      const id = await promise(fixtures);
      await (await fixtures.harness.as(fixtures.admin)).orders.approve({ orderId: id });
      return { json: { id, reason: "Known in person" } };
    },
    elsewhere: "REWARD_NOT_FOUND",
  },
  "POST /admin/referral/withdraw": {
    message: "Reward withdrawn successfully",
    send: async (fixtures) => ({
      json: { id: await promise(fixtures), reason: "The same person" },
    }),
    elsewhere: "REWARD_NOT_FOUND",
  },
  "PUT /admin/referral/terms": {
    message: "Terms updated successfully",
    send: () => Promise.resolve({ json: { referralRewardPercent: 7 } }),
    waits: true,
  },
  "GET /admin/beneficiary/get": { message: "" },
  "PUT /admin/beneficiary/update": {
    message: "Beneficiary updated successfully",
    send: async (fixtures) => ({ json: { ...newAccount(), id: await account(fixtures) } }),
    waits: true,
    elsewhere: "BENEFICIARY_NOT_FOUND",
  },
  "GET /admin/beneficiary/list": { message: "" },
  "POST /admin/statement/entry": {
    message: "Entry added successfully",
    async send(fixtures) {
      await account(fixtures);
      return json({ bookedOn: "2026-03-31", amount: 100, narration: "UPI/512345678901" });
    },
    elsewhere: "BENEFICIARY_NOT_FOUND",
  },
  "POST /admin/beneficiary/add": {
    message: "Beneficiary added successfully",
    send: () => json(newAccount()),
  },
  "DELETE /admin/beneficiary/delete": {
    message: "Beneficiary deleted successfully",
    send: async (fixtures) => ({ json: { id: await account(fixtures) } }),
    waits: true,
    elsewhere: "BENEFICIARY_NOT_FOUND",
  },
  "POST /admin/auth/logout": { message: "Logged out successfully" },

  "GET /superadmin/company/list": { message: "" },
  "POST /superadmin/company/add": {
    message: "Company added successfully",
    send: () => json({ ...COMPANY(), adminName: "First Admin", adminEmail: fresh() }),
  },
  "PUT /superadmin/company/update": {
    message: "Company updated successfully",
    send: ({ companyId }) => json({ ...COMPANY(), totalSupply: 10_000, id: companyId }),
  },
  "GET /superadmin/domain/list": { message: "" },
  "POST /superadmin/domain/add": {
    message: "Domain added successfully",
    send: ({ companyId }) => json({ companyId, host: `shop${(counter += 1)}.example` }),
  },
  "DELETE /superadmin/domain/delete": {
    message: "Domain deleted successfully",
    async send({ harness, companyId }) {
      const { domains } = await harness.asSuperAdmin();
      const { id } = await domains.add({ companyId, host: `shop${(counter += 1)}.example` });
      return json({ id });
    },
  },
  "GET /superadmin/transaction/list": { message: "" },
  "GET /superadmin/beneficiary/list": { message: "" },
  "POST /superadmin/auth/logout": { message: "Logged out successfully" },
};
