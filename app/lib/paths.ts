import { type Language, type OrderStatus, SUBMITTED_STATUSES } from "@db/vocabulary";

/** Every path the pages link to. `app/routes.ts` maps each to its file. */
export const paths = {
  home: "/",
  register: "/register",
  // The spec spells this path "fogot"; existing links depend on it.
  forgotPassword: "/fogot-password",
  privacyPolicy: "/privacy-policy",
  terms: "/terms",
  proof: { root: "/proof", checkpoint: "/proof/checkpoint.json" },
  preferences: "/preferences",
  passkeys: "/passkeys",
  demoOutbox: "/demo/outbox",
  user: {
    root: "/user",
    dashboard: "/user/dashboard",
    ranking: "/user/ranking",
    buyToken: "/user/buy-token",
    payment: "/user/payment",
    paymentHistory: "/user/payment-history",
    orders: "/user/orders",
    purchaseStatement: "/user/payment-history/statement",
    profile: "/user/profile",
    referral: "/user/referral",
    referralQr: "/user/referral/qr",
    referralStatement: "/user/referral/statement",
    referralCard: "/user/referral/card",
    referralChecked: "/user/referral/checked",
    notices: "/user/notices",
    launch: "/user/launch",
    wallet: "/user/wallet",
    identity: "/user/identity",
    identityDocuments: "/user/identity/documents",
    uploads: "/user/uploads",
    ownData: "/user/own-data",
    orderStanding: "/user/order-standing",
    logout: "/user/logout",
  },
  admin: {
    root: "/admin",
    login: "/admin/login",
    forgotPassword: "/admin/forgot-password",
    // An invitation's mail links to it (server/platform/words).
    setPassword: "/admin/set-password",
    logout: "/admin/logout",
    stepUp: "/admin/step-up",
    dashboard: "/admin/dashboard",
    search: "/admin/search",
    userManage: "/admin/usermanage",
    holders: "/admin/holders",
    launch: "/admin/launch",
    referrals: "/admin/referrals",
    referralStatement: "/admin/referrals/statement",
    purchaseRequest: "/admin/purchaserequest",
    payments: "/admin/payments",
    purchaseStates: "/admin/purchaserequest/states",
    beneficiary: "/admin/beneficiary",
    security: "/admin/security",
    settings: "/admin/settings",
    identity: "/admin/identity",
    identityDocuments: "/admin/identity/documents",
    changes: "/admin/changes",
    machines: "/admin/machines",
    announcements: "/admin/announcements",
    activity: "/admin/activity",
    exports: {
      purchases: "/admin/exports/purchases",
      payments: "/admin/exports/payments",
      members: "/admin/exports/members",
      holders: "/admin/exports/holders",
      beneficiaries: "/admin/exports/beneficiaries",
      activity: "/admin/exports/activity",
      rewards: "/admin/exports/rewards",
    },
  },
  superAdmin: {
    root: "/superadmin",
    login: "/superadmin/login",
    logout: "/superadmin/logout",
    stepUp: "/superadmin/step-up",
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

/** The parts of a member's profile, in their order; the first needs no query. */
export const PROFILE_PARTS = ["you", "identity", "security", "notices", "data"] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];

export const profilePath = (part: ProfilePart): string =>
  part === "you" ? paths.user.profile : `${paths.user.profile}?part=${part}`;

/** The parts of a member's referral page; the first has no `part` in its address. */
export const REFERRAL_PARTS = ["invite", "members", "rewards"] as const;
export type ReferralPart = (typeof REFERRAL_PARTS)[number];

export const referralPath = (part: ReferralPart): string =>
  part === "invite" ? paths.user.referral : `${paths.user.referral}?part=${part}`;

/** A member's page for an admin of their company. */
export const memberPath = (memberId: string): string => `${paths.admin.userManage}/${memberId}`;

/** The page of the files about a member's identity for an authority. */
export const identityFilePath = (memberId: string): string =>
  `${paths.admin.root}/identity/file/${memberId}`;

/** The tabs of an admin's payments, in their order. */
export const PAYMENT_TABS = ["decide", "bank", "unallocated", "decided"] as const;
export type PaymentTab = (typeof PAYMENT_TABS)[number];

/** A tab of an admin's payments, and what its query shows there. */
export const paymentsPath = (tab: PaymentTab, query: Record<string, string> = {}): string =>
  `${paths.admin.payments}?${new URLSearchParams({ tab, ...query }).toString()}`;

/** An order as an admin of its company sees it, and decides on it. */
export const orderPath = (orderId: string): string => paymentsPath("decide", { view: orderId });

export const recordPath = (orderNumber: string): string =>
  paymentsPath("unallocated", { step: "record", order: orderNumber });

export const daysPath = paymentsPath("unallocated", { step: "days" });

/** The page that imports bank statements and lists those that were imported. */
export const importPath = paymentsPath("bank", { step: "import" });

/** A bank statement's file, before its import and afterwards. */
export const statementPath = (fileId: string): string => `${importPath}&file=${fileId}`;

/** The page where an admin corrects a row of a statement's file. */
export const mendPath = (fileId: string, row: number): string =>
  `${statementPath(fileId)}&row=${row}`;

/** An order's place among the payments; null for an order that was not submitted. */
export function purchasePath(orderNumber: string, status: OrderStatus): string | null {
  if (!SUBMITTED_STATUSES.some((one) => one === status)) return null;
  const search1 = orderNumber;
  return status === "PENDING"
    ? paymentsPath("decide", { search1 })
    : paymentsPath("decided", { status, search1 });
}

/** The page of a member's own order. */
export const ownOrderPath = (orderNumber: string): string =>
  `${paths.user.root}/orders/${encodeURIComponent(orderNumber)}`;

/** The PDF receipt of a member's own order. */
export const receiptPath = (orderNumber: string): string =>
  `${paths.user.root}/receipts/${encodeURIComponent(orderNumber)}.pdf`;

export const receiptProofPath = (orderNumber: string): string =>
  `/user/receipts/${encodeURIComponent(orderNumber)}/proof.json`;

export const companyPath = (companyId: string): string =>
  `${paths.superAdmin.companyManage}/${companyId}`;

/** The brand studio of a company, for a super admin. */
export const brandPath = (companyId: string): string => `${companyPath(companyId)}/brand`;

export const transactionPath = (companyId: string, orderId: string): string =>
  `${paths.superAdmin.transactionManage}/${companyId}/${orderId}`;

/** The steps of a registration after the first, which asks for the address. */
export type RegisterStep = "code" | "create";

/** Registration, with the inviter's code. `isAgain`: another code was sent to the address. */
/** The file that traces a member's tokens of a batch. */
export const deliveryProofPath = (number: number): string =>
  `${paths.user.launch}/${number}/proof.json`;

/** A batch of tokens, and its files. */
export const batchPath = (number: number): string => `${paths.admin.launch}/${number}`;
export const batchFilePath = (number: number, file: string): string =>
  `${batchPath(number)}/${file}`;

/** Buy Token with a sum of rupees, or a number of tokens, as it was typed. */
export const buyPath = ({ sum, unit }: { sum: string; unit: "rupees" | "tokens" }): string =>
  `${paths.user.buyToken}?${new URLSearchParams({ [unit === "tokens" ? "tokens" : "amount"]: sum }).toString()}`;

export function registerPath(at: {
  referralCode: string | null;
  step?: RegisterStep;
  isAgain?: boolean;
}): string {
  const query = new URLSearchParams();
  if (at.referralCode) query.set("ref", at.referralCode);
  if (at.step) query.set(at.step, at.isAgain ? "again" : "");
  return query.size > 0 ? `${paths.register}?${query.toString()}` : paths.register;
}

/** The page that verifies the hash of one of a member's allocations. */
export const allocationPath = (hash: string): string =>
  `${paths.user.dashboard}/allocation/${hash}`;

/** The tag that a member gives to a link, as it is counted; empty for none. */
export function tagIn(query: URLSearchParams): string {
  const tag = query.get("tag")?.trim().toLowerCase().replace(/\s+/g, "-") ?? "";
  return /^[a-z0-9-]{1,20}$/.test(tag) ? tag : "";
}

/** A card of the member's link, to share. */
export const cardPath = (shape: "wide" | "tall", language: Language): string =>
  `${paths.user.referralCard}?${new URLSearchParams({ as: shape, in: language }).toString()}`;

/** A text with a link in its midst, and the addresses by which messengers send both. */
export function messengerLinks(link: string, { intro, notice }: { intro: string; notice: string }) {
  const whole = `${intro}\n${link}\n\n${notice}`;
  // Telegram puts the link first: nothing follows the introduction's colon there.
  const text = `${intro.replace(/:$/, "")}\n\n${notice}`;
  return {
    whole,
    whatsApp: `https://wa.me/?${new URLSearchParams({ text: whole }).toString()}`,
    telegram: `https://t.me/share/url?${new URLSearchParams({ url: link, text }).toString()}`,
  };
}

/** The invitation link of a member; it leads to `frontPath`. A tag is counted apart. */
export const shortLink = (origin: string, code: string, tag = ""): string =>
  `${origin}/r/${code}${tag && `?c=${tag}`}`;

/** The front page as a member's link opens it. */
export const frontPath = (code: string, tag: string | null): string =>
  `${paths.home}?${new URLSearchParams({ ref: code, ...(tag && { c: tag }) }).toString()}`;

/** The payment page of an order; the amount is for display only (architecture.md §6). */
export const paymentPath = (orderNumber: string, amount: string): string =>
  `${paths.user.payment}?${new URLSearchParams({ purchaseId: orderNumber, purchaseAmount: amount }).toString()}`;

/**
 * A path of this site that a form may request to return to, or `fallback`. A value with another
 * origin ("//evil.example", "/\evil.example") is refused to prevent an open redirect. Letters beyond
 * ASCII are encoded, since a header holds none.
 */
export function ownPath(asked: FormDataEntryValue | string | null, fallback: string): string {
  if (typeof asked !== "string" || !/^\/(?![/\\])[^\p{Cc}\p{Cs}\\]*$/u.test(asked)) return fallback;
  return asked.replace(/\P{ASCII}+/gu, encodeURIComponent);
}

/** Longer than any address of ours with its query. */
const LONGEST_ADDRESS = 2000;

/**
 * A page below `root` that a link asks to lead to, as the browser would resolve it; null for any
 * other address, and for the logout, which no link may cause.
 */
export function pathBelow(root: string, asked: string | null): string | null {
  const own = ownPath(asked, "");
  if (own === "" || own.length > LONGEST_ADDRESS) return null;
  const { pathname, search, hash } = new URL(own, "http://own.example");
  const isPage = pathname.startsWith(`${root}/`) && !LOGOUT.test(pathname);
  return isPage ? pathname + search + hash : null;
}

/** Also as another spelling, which the router could read as one. No page has such letters. */
const LOGOUT = /^\/\w+\/logout|%|\/\//i;

/** The page of each text that members agree to. */
export const policyPaths = {
  privacyPolicy: paths.privacyPolicy,
  termsOfSale: paths.terms,
} as const;
