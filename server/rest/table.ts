import { microRupeesToNumber, percentFromBps } from "@server/domain/money/units";
import { type Row, row } from "./row";
import * as as from "./shapes";

const nothing = () => null;
/** Clients name the e-mail `user` (spec §7). */
const userIsEmail = { user: "email" };

const anyone: Row[] = [
  row("anyone", "GET", "/site/config", (api) => () => api.site.config()),
  row("anyone", "POST", "/user/auth/register/otp", (api) => api.registration.requestCode, {
    rename: userIsEmail,
    say: "OTP sent successfully",
    shape: nothing,
  }),
  row("anyone", "POST", "/user/auth/register", (api) => api.registration.register, {
    say: "Registered successfully",
  }),
  row("anyone", "POST", "/user/auth/login", (api) => api.sessions.logIn, {
    rename: userIsEmail,
    say: "Logged in successfully",
    shape: ({ token }) => ({ token }),
  }),
  row("anyone", "POST", "/user/auth/forgot-password/otp", (api) => api.passwords.requestReset, {
    rename: userIsEmail,
    say: "OTP sent successfully",
    shape: nothing,
  }),
  row("anyone", "POST", "/user/auth/forgot-password", (api) => api.passwords.reset, {
    rename: { ...userIsEmail, password: "newPassword" },
    say: "Password reset successfully",
  }),
  row("anyone", "POST", "/company/auth/login", (api) => api.sessions.logInAdmin, {
    rename: userIsEmail,
    say: "Logged in successfully",
    shape: ({ token }) => ({ token }),
  }),
  row(
    "anyone",
    "POST",
    "/company/auth/forgot-password/otp",
    (api) => api.passwords.requestResetAdmin,
    {
      rename: userIsEmail,
      say: "OTP sent successfully",
      shape: nothing,
    },
  ),
  row("anyone", "POST", "/company/auth/forgot-password", (api) => api.passwords.resetAdmin, {
    rename: { ...userIsEmail, password: "newPassword" },
    say: "Password reset successfully",
  }),
  // The spec's client sends this as a GET; it is rate-limited like the page's POST (design §11).
  row(
    "anyone",
    "GET",
    "/superadmin/auth/login/email/otp",
    (api) => api.sessions.requestSuperAdminCode,
    {
      say: "OTP sent successfully",
      shape: nothing,
    },
  ),
  row("anyone", "POST", "/superadmin/auth/login/verify", (api) => api.sessions.logInSuperAdmin, {
    say: "Logged in successfully",
    shape: ({ token }) => ({ token }),
  }),
];

const investor: Row[] = [
  row("USER", "GET", "/user/auth/profile/get", (api) => () => api.members.profile(), {
    shape: as.profile,
  }),
  row("USER", "PUT", "/user/auth/profile/update", (api) => api.members.updateProfile, {
    rename: { password: "currentPassword" },
    say: "Profile updated successfully",
    shape: as.profile,
  }),
  row("USER", "POST", "/user/auth/password/otp", (api) => () => api.passwords.requestChangeCode(), {
    // The spec's own words, kept to the letter.
    say: "OTP successfully send",
    shape: nothing,
  }),
  row("USER", "PUT", "/user/auth/password/update", (api) => api.passwords.change, {
    rename: { password: "currentPassword" },
    say: "Password updated successfully",
  }),
  row("USER", "POST", "/user/auth/logout", (api) => () => api.sessions.logOut(), {
    say: "Logged out successfully",
  }),
  row("USER", "GET", "/user/package/price/get", (api) => () => api.prices.current(), {
    shape: ({ priceMicroRupees, feeBps, remainingPrivateSupply }) => ({
      price: microRupeesToNumber(priceMicroRupees ?? 0),
      platformChargePercent: percentFromBps(feeBps),
      remainingPrivateSupply,
    }),
  }),
  row("USER", "GET", "/user/settings/get", (api) => () => api.prices.settings(), {
    shape: ({ feeBps }) => ({ platformChargePercent: percentFromBps(feeBps) }),
  }),
  row("USER", "POST", "/user/package/order", (api) => api.orders.create, {
    say: "Order created successfully",
    shape: as.order,
  }),
  row("USER", "POST", "/user/package/cancel", (api) => api.orders.cancel, {
    say: "Order cancelled successfully",
    shape: nothing,
  }),
  row("USER", "POST", "/user/package/purchase", (api) => api.orders.submit, {
    say: "Token purchase submitted successfully",
    shape: as.transaction,
  }),
  row(
    "USER",
    "GET",
    "/user/package/beneficiary/get",
    (api) => () => api.beneficiaries.forMember(),
    {
      shape: ({ account, banks }) => {
        const { id: _id, ...details } = as.account(account);
        return { ...details, banks: banks.map(as.account) };
      },
    },
  ),
  row("USER", "GET", "/user/transaction/list", (api) => api.orders.listMine, {
    shape: as.transactions,
  }),
  row("USER", "GET", "/user/stock/global", (api) => api.stock.global, {
    shape: ({ records, total }) => ({ records, total }),
  }),
  row("USER", "GET", "/user/stock/mine", (api) => api.stock.mine, {
    shape: ({ records, total }) => ({
      records: records.map(({ kind: _kind, ...rest }) => rest),
      total,
    }),
  }),
  row("signed in", "POST", "/superadmin/media/add", (api) => api.media.add, {
    takesFile: true,
    say: "Uploaded successfully",
    shape: (files, door) => files.map(({ id }) => ({ id, url: as.fileUrl(door, id) })),
  }),
];

const admin: Row[] = [
  row("ADMIN", "GET", "/admin/dashboard/get", (api) => () => api.dashboard.admin(), {
    shape: as.dashboard,
  }),
  row("ADMIN", "GET", "/admin/auth/list", (api) => api.members.list, {
    shape: ({ total, data }) => ({ total, data }),
  }),
  row("ADMIN", "POST", "/admin/auth/add", (api) => api.members.add, {
    say: "User added successfully",
  }),
  row(
    "ADMIN",
    "PUT",
    "/admin/auth/update",
    (api, input) => (isApproval(input) ? api.members.approve : api.members.update),
    {
      say: (input) =>
        isApproval(input) ? "User approved successfully" : "User updated successfully",
    },
  ),
  row("ADMIN", "DELETE", "/admin/auth/delete", (api) => api.members.remove, {
    say: "User deleted successfully",
  }),
  row("ADMIN", "GET", "/admin/transaction/list", (api) => api.orders.list, {
    shape: as.transactions,
  }),
  row("ADMIN", "POST", "/admin/transaction/approve", (api) => api.orders.approve, {
    rename: { id: "orderId" },
    say: "Purchase approved successfully",
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reject", (api) => api.orders.reject, {
    rename: { id: "orderId" },
    say: "Purchase rejected successfully",
    shape: as.transaction,
  }),
  row("ADMIN", "POST", "/admin/transaction/reverse", (api) => api.orders.reverse, {
    rename: { id: "orderId" },
    say: "Purchase reversed successfully",
    shape: as.transaction,
  }),
  row("ADMIN", "GET", "/admin/beneficiary/get", (api) => () => api.beneficiaries.forAdmin(), {
    shape: as.account,
  }),
  row("ADMIN", "PUT", "/admin/beneficiary/update", (api) => api.beneficiaries.update, {
    say: "Beneficiary updated successfully",
    shape: as.account,
  }),
  row("ADMIN", "GET", "/admin/beneficiary/list", (api) => api.beneficiaries.list),
  row("ADMIN", "POST", "/admin/beneficiary/add", (api) => api.beneficiaries.add, {
    say: "Beneficiary added successfully",
  }),
  row("ADMIN", "DELETE", "/admin/beneficiary/delete", (api) => api.beneficiaries.remove, {
    say: "Beneficiary deleted successfully",
  }),
  row("ADMIN", "POST", "/admin/auth/logout", (api) => () => api.sessions.logOut(), {
    say: "Logged out successfully",
  }),
];

const superAdmin: Row[] = [
  row("SUPER_ADMIN", "GET", "/superadmin/company/list", (api) => api.companies.list, {
    shape: ({ records, total }) => ({ records: records.map(as.company), total }),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/company/add", (api) => api.companies.add, {
    say: "Company added successfully",
    shape: as.company,
  }),
  row("SUPER_ADMIN", "PUT", "/superadmin/company/update", (api) => api.companies.update, {
    say: "Company updated successfully",
    shape: as.company,
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/domain/list", (api) => api.domains.list),
  row("SUPER_ADMIN", "POST", "/superadmin/domain/add", (api) => api.domains.add, {
    say: "Domain added successfully",
  }),
  row("SUPER_ADMIN", "DELETE", "/superadmin/domain/delete", (api) => api.domains.remove, {
    say: "Domain deleted successfully",
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/transaction/list", (api) => api.orders.listAll, {
    shape: (list, door) => ({
      total: list.total,
      records: list.records.map((record) => ({
        ...as.transaction(record, door),
        company: record.company,
      })),
    }),
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/beneficiary/list", (api) => api.beneficiaries.listAll),
  row("SUPER_ADMIN", "POST", "/superadmin/auth/logout", (api) => () => api.sessions.logOut(), {
    say: "Logged out successfully",
  }),
];

/** `id` and `isApproved: true`, and nothing else to change, is an approval (spec §7). */
function isApproval(input: Readonly<Record<string, unknown>>): boolean {
  const { isApproved } = input;
  return (isApproved === true || isApproved === "true") && input["name"] === undefined;
}

/** Every call of api.md but the file itself and the document. */
export const TABLE: readonly Row[] = [...anyone, ...investor, ...admin, ...superAdmin];
