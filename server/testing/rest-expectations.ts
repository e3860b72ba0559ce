import { PASSWORD, type UserRow } from "./people-world";
import type { RestWorld, RoleAtTheDoor, Sending } from "./rest-world";
import { hugePng } from "./sample-files";

/** Six people, made anew for each row; all but those called "other" are of the first company. */
export interface Cast {
  world: RestWorld;
  companyId: string;
  otherId: string;
  member: UserRow;
  otherMember: UserRow;
  admin: UserRow;
  otherAdmin: UserRow;
  superAdmin: { id: string; email: string };
}

/** What api.md promises of a row. */
export interface Expectation {
  /** The exact message of a success. */
  say: string;
  /** A call that is right, about what is the first company's. */
  send?: (cast: Cast, who: RoleAtTheDoor) => Promise<Sending & { query?: string }>;
  /** Where another company's person hears something else than success. */
  elsewhere?: string;
}

let counter = 0;
const fresh = () => `caller${(counter += 1)}@people.example`;
const json = (body: object) => Promise.resolve({ json: body });
const NEW = "another pass phrase of tests";
const stranger = (email = fresh()) => ({ name: "Asha Rao", email, mobile: "9876543210" });

const codeOf = async (
  { world }: Cast,
  email: string,
  template: "registrationCode" | "resetCode" | "changeCode" | "superAdminCode",
) => (await world.sentTo(email, template))[0]?.code ?? "";

const pay = async ({ world, member }: Cast) => {
  const api = await world.as(member);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  const payment = { purchaseId, paymentMethod: "MANUAL", amount: "100", consent: true } as const;
  return (await api.orders.submit(payment)).id;
};
const open = async ({ world, member }: Cast) =>
  (await (await world.as(member)).orders.create({ amount: "100" })).orderNumber;

const newAccount = () => ({
  holderName: "House Labs",
  bankName: "State Bank",
  branch: "Fort",
  accountNumber: String(100_000_000_000 + (counter += 1)),
  ifscCode: "SBIN0000300",
  upi: `house${counter}@okbank`,
});
const account = async ({ world, admin }: Cast) => {
  const { beneficiaries } = await world.as(admin);
  await beneficiaries.add(newAccount());
  return (await beneficiaries.add({ upi: newAccount().upi })).id;
};

const COMPANY = () => ({
  companyName: "New Labs",
  email: fresh(),
  mobile: "9876500001",
  tokenSymbol: "GLXY",
  totalSupply: 1000,
});

/** By method and path; a row that is not here fails the test, and so does one that is gone. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  "GET /site/config": { say: "" },
  "POST /user/auth/register/otp": {
    say: "OTP sent successfully",
    send: ({ companyId }) => json({ companyId, ...stranger() }),
  },
  "POST /user/auth/register": {
    say: "Registered successfully",
    async send(cast) {
      const { companyId, world } = cast;
      const person = stranger();
      await (await world.caller({ at: companyId })).registration.requestCode(person);
      const otp = await codeOf(cast, person.email, "registrationCode");
      return json({ companyId, ...person, otp, dateOfBirth: "1990-01-31", password: PASSWORD });
    },
  },
  "POST /user/auth/login": {
    say: "Logged in successfully",
    send: ({ companyId, member }) => json({ companyId, user: member.email, password: PASSWORD }),
  },
  "POST /user/auth/forgot-password/otp": {
    say: "OTP sent successfully",
    send: ({ companyId }) => json({ companyId, user: fresh() }),
  },
  "POST /user/auth/forgot-password": {
    say: "Password reset successfully",
    async send(cast) {
      const { companyId, world } = cast;
      const { email } = await world.person(companyId, "USER");
      await (await world.caller({ at: companyId })).passwords.requestReset({ email });
      const otp = await codeOf(cast, email, "resetCode");
      return json({ companyId, user: email, otp, password: NEW });
    },
  },
  "POST /company/auth/login": {
    say: "Logged in successfully",
    send: ({ admin }) => json({ email: admin.email, password: PASSWORD }),
  },
  "POST /company/auth/forgot-password/otp": {
    say: "OTP sent successfully",
    send: ({ companyId }) => json({ companyId, user: fresh() }),
  },
  "POST /company/auth/forgot-password": {
    say: "Password reset successfully",
    async send(cast) {
      const { companyId, world } = cast;
      const { email } = await world.person(companyId, "ADMIN");
      await (await world.caller({ at: companyId })).passwords.requestResetAdmin({ email });
      const otp = await codeOf(cast, email, "resetCode");
      return json({ companyId, user: email, otp, password: NEW });
    },
  },
  "GET /superadmin/auth/login/email/otp": {
    say: "OTP sent successfully",
    send: () => Promise.resolve({ query: `?email=${fresh()}` }),
  },
  "POST /superadmin/auth/login/verify": {
    say: "Logged in successfully",
    async send(cast) {
      const { email } = await cast.world.superAdmin();
      await (await cast.world.caller()).sessions.requestSuperAdminCode({ email });
      return json({ email, otp: await codeOf(cast, email, "superAdminCode") });
    },
  },

  "GET /user/auth/profile/get": { say: "" },
  "PUT /user/auth/profile/update": {
    say: "Profile updated successfully",
    send: () => json({ password: PASSWORD, name: "New Name" }),
  },
  "POST /user/auth/password/otp": { say: "OTP successfully send" },
  "PUT /user/auth/password/update": {
    say: "Password updated successfully",
    async send(cast, who) {
      const person = who === "other member" ? cast.otherMember : cast.member;
      if (who.endsWith("member")) {
        await (await cast.world.as(person)).passwords.requestChangeCode();
      }
      const otp = (await codeOf(cast, person.email, "changeCode")) || "123456";
      return json({ otp, password: PASSWORD, newPassword: NEW });
    },
  },
  "POST /user/auth/logout": { say: "Logged out successfully" },
  "GET /user/package/price/get": { say: "" },
  "GET /user/settings/get": { say: "" },
  "POST /user/package/order": {
    say: "Order created successfully",
    send: () => json({ amount: 100 }),
  },
  "POST /user/package/cancel": {
    say: "Order cancelled successfully",
    send: async (cast) => ({ json: { purchaseId: await open(cast) } }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "POST /user/package/purchase": {
    say: "Token purchase submitted successfully",
    send: async (cast) => ({
      json: { purchaseId: await open(cast), paymentMethod: "MANUAL", amount: 100 },
    }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "GET /user/package/beneficiary/get": { say: "" },
  "GET /user/transaction/list": { say: "" },
  "GET /user/stock/global": { say: "" },
  "GET /user/stock/mine": { say: "" },
  "POST /superadmin/media/add": {
    say: "Uploaded successfully",
    send() {
      const form = new FormData();
      form.append("medias", new Blob([new Uint8Array(hugePng(8, 8))]), "slip.png");
      return Promise.resolve({ raw: form });
    },
  },

  "GET /admin/dashboard/get": { say: "" },
  "GET /admin/auth/list": { say: "" },
  "POST /admin/auth/add": {
    say: "User added successfully",
    send: () => json({ ...stranger(), role: "USER", password: PASSWORD }),
  },
  "PUT /admin/auth/update": {
    say: "User updated successfully",
    send: ({ member }) => json({ ...stranger(), id: member.id, role: "USER" }),
    elsewhere: "MEMBER_NOT_FOUND",
  },
  "DELETE /admin/auth/delete": {
    say: "User deleted successfully",
    send: ({ member }) => json({ id: member.id }),
    elsewhere: "MEMBER_NOT_FOUND",
  },
  "GET /admin/transaction/list": { say: "" },
  "POST /admin/transaction/approve": {
    say: "Purchase approved successfully",
    send: async (cast) => ({ json: { id: await pay(cast) } }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "POST /admin/transaction/reject": {
    say: "Purchase rejected successfully",
    send: async (cast) => ({ json: { id: await pay(cast) } }),
    elsewhere: "ORDER_NOT_FOUND",
  },
  "POST /admin/transaction/reverse": {
    say: "Purchase reversed successfully",
    async send(cast) {
      const id = await pay(cast);
      await (await cast.world.as(cast.admin)).orders.approve({ orderId: id });
      return json({ id, reason: "Charged back" });
    },
    elsewhere: "ORDER_NOT_FOUND",
  },
  "GET /admin/beneficiary/get": { say: "" },
  "PUT /admin/beneficiary/update": {
    say: "Beneficiary updated successfully",
    send: async (cast) => ({ json: { ...newAccount(), id: await account(cast) } }),
    elsewhere: "BENEFICIARY_NOT_FOUND",
  },
  "GET /admin/beneficiary/list": { say: "" },
  "POST /admin/beneficiary/add": {
    say: "Beneficiary added successfully",
    send: () => json(newAccount()),
  },
  "DELETE /admin/beneficiary/delete": {
    say: "Beneficiary deleted successfully",
    send: async (cast) => ({ json: { id: await account(cast) } }),
    elsewhere: "BENEFICIARY_NOT_FOUND",
  },
  "POST /admin/auth/logout": { say: "Logged out successfully" },

  "GET /superadmin/company/list": { say: "" },
  "POST /superadmin/company/add": {
    say: "Company added successfully",
    send: () => json({ ...COMPANY(), adminName: "First Admin", adminEmail: fresh() }),
  },
  "PUT /superadmin/company/update": {
    say: "Company updated successfully",
    send: ({ companyId }) => json({ ...COMPANY(), totalSupply: 10_000, id: companyId }),
  },
  "GET /superadmin/domain/list": { say: "" },
  "POST /superadmin/domain/add": {
    say: "Domain added successfully",
    send: ({ companyId }) => json({ companyId, host: `shop${(counter += 1)}.example` }),
  },
  "DELETE /superadmin/domain/delete": {
    say: "Domain deleted successfully",
    async send({ world, companyId }) {
      const { domains } = await world.asSuperAdmin();
      const { id } = await domains.add({ companyId, host: `shop${(counter += 1)}.example` });
      return json({ id });
    },
  },
  "GET /superadmin/transaction/list": { say: "" },
  "GET /superadmin/beneficiary/list": { say: "" },
  "POST /superadmin/auth/logout": { say: "Logged out successfully" },
};
