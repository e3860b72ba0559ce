import { type OrderStatus, SUBMITTED_STATUSES } from "@db/vocabulary";

/** Every address the pages link to, written once. `app/routes.ts` says which file answers each. */
export const paths = {
  home: "/",
  register: "/register",
  // The spec spells this path "fogot"; links in the wild depend on it.
  forgotPassword: "/fogot-password",
  privacyPolicy: "/privacy-policy",
  preferences: "/preferences",
  demoOutbox: "/demo/outbox",
  user: {
    root: "/user",
    dashboard: "/user/dashboard",
    buyToken: "/user/buy-token",
    payment: "/user/payment",
    paymentHistory: "/user/payment-history",
    profile: "/user/profile",
    referral: "/user/referral",
    uploads: "/user/uploads",
    orderStanding: "/user/order-standing",
    logout: "/user/logout",
  },
  admin: {
    root: "/admin",
    login: "/admin/login",
    forgotPassword: "/admin/forgot-password",
    // An invitation's mail links to it (server/words).
    setPassword: "/admin/set-password",
    logout: "/admin/logout",
    dashboard: "/admin/dashboard",
    userManage: "/admin/usermanage",
    purchaseRequest: "/admin/purchaserequest",
    purchaseStates: "/admin/purchaserequest/states",
    beneficiary: "/admin/beneficiary",
    security: "/admin/security",
    settings: "/admin/settings",
    activity: "/admin/activity",
    exports: {
      purchases: "/admin/exports/purchases",
      members: "/admin/exports/members",
      beneficiaries: "/admin/exports/beneficiaries",
      activity: "/admin/exports/activity",
    },
  },
  superAdmin: {
    root: "/superadmin",
    login: "/superadmin/login",
    logout: "/superadmin/logout",
    dashboard: "/superadmin/dashboard",
    companyManage: "/superadmin/companymanage",
    transactionManage: "/superadmin/transactionmanage",
    beneficiaryManage: "/superadmin/beneficiarymanage",
    exports: {
      companies: "/superadmin/exports/companies",
      transactions: "/superadmin/exports/transactions",
      beneficiaries: "/superadmin/exports/beneficiaries",
    },
    security: "/superadmin/security",
  },
} as const;

/** One person's page for an admin of their company. */
export const memberPath = (memberId: string): string => `${paths.admin.userManage}/${memberId}`;

/** Where an admin finds a submitted order on Manage Purchase; null for one that was not. */
export function purchasePath(orderNumber: string, status: OrderStatus): string | null {
  if (!SUBMITTED_STATUSES.some((one) => one === status)) return null;
  const query = new URLSearchParams({
    ...(status !== "PENDING" && { tab: "history", status }),
    search1: orderNumber,
  });
  return `${paths.admin.purchaseRequest}?${query.toString()}`;
}

/** The receipt of a member's own order, as a PDF. */
export const receiptPath = (orderNumber: string): string =>
  `${paths.user.root}/receipts/${encodeURIComponent(orderNumber)}.pdf`;

/** One company's page for a super admin. */
export const companyPath = (companyId: string): string =>
  `${paths.superAdmin.companyManage}/${companyId}`;

/** Where a super admin makes a company's brand. */
export const brandPath = (companyId: string): string => `${companyPath(companyId)}/brand`;

/** Registering: its first step or its second, with the code of whoever invited. */
export function registerPath(at: { isCreating: boolean; referralCode: string | null }): string {
  const query = new URLSearchParams();
  if (at.referralCode) query.set("ref", at.referralCode);
  if (at.isCreating) query.set("create", "");
  return query.size > 0 ? `${paths.register}?${query.toString()}` : paths.register;
}

/** Where a member checks the hash of one of their allocations. */
export const allocationPath = (hash: string): string =>
  `${paths.user.dashboard}/allocation/${hash}`;

/** What a member hands on: the registration with their code in it. */
export const referralLink = (origin: string, code: string): string =>
  `${origin}${paths.register}?${new URLSearchParams({ ref: code }).toString()}`;

/** The payment page of an order; the amount is for display only, the order itself says it (design §6). */
export const paymentPath = (orderNumber: string, amount: string): string =>
  `${paths.user.payment}?${new URLSearchParams({ purchaseId: orderNumber, purchaseAmount: amount }).toString()}`;

/**
 * A path of this site that a form may ask to come back to, or `fallback`. Anything with another
 * origin in it ("//evil.example", "/\evil.example") is refused: it would make us an open redirect.
 */
export function ownPath(asked: FormDataEntryValue | string | null, fallback: string): string {
  if (typeof asked !== "string" || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(asked)) return fallback;
  return asked;
}
