import { type RouteConfig, index, route } from "@remix-run/route-config";

/** Addresses that lead to the page of payments. */
const FORMER = [
  ...["purchaserequest/split", "purchaserequest/bulk", "purchaserequest/sum"],
  ...["purchaserequest/record", "payments/order", "payments/days"],
  ...["statements", "statements/entries"],
];

/**
 * Every URL of the product. Files are `routes/<url>/route.tsx`, dots for slashes. The three areas
 * share the files of `area`, each under an id of its own.
 */
export default [
  index("routes/login/route.tsx"),
  route("register", "routes/register/route.tsx"),
  route("r/:code", "routes/r.$code/route.ts"),
  // The spec spells this path "fogot"; existing links depend on it.
  route("fogot-password", "routes/fogot-password/route.tsx"),
  route("forgot-password", "routes/forgot-password/route.tsx"),
  route("privacy-policy", "routes/privacy-policy/route.tsx"),
  route("terms", "routes/terms/route.tsx"),
  route("proof", "routes/proof/route.tsx"),
  route("proof/checkpoint.json", "routes/proof.json/checkpoint.ts"),
  route("proof/inclusion.json", "routes/proof.json/inclusion.ts"),
  route("proof/consistency.json", "routes/proof.json/consistency.ts"),
  route("preferences", "routes/preferences/route.tsx"),
  route("passkeys", "routes/passkeys/route.ts"),
  route("demo/outbox", "routes/demo.outbox/route.tsx"),
  route("media/:id", "routes/media.$id/route.tsx"),
  route("media/:id/pages", "routes/media.$id.pages/route.tsx"),

  route("user/uploads", "routes/user.uploads/route.tsx"),
  route("user/own-data", "routes/user.own-data/route.ts"),
  route("user/referral/qr", "routes/user.referral.qr/route.ts"),
  route("user/referral/statement", "routes/area.statement/route.ts", { id: "user-statement" }),
  route("user/referral/card", "routes/user.referral.card/route.ts"),
  route("user/order-standing", "routes/user.order-standing/route.tsx"),
  route(
    "user/receipts/:orderNumber/proof.json",
    "routes/user.receipts.$orderNumber.proof/route.ts",
  ),
  route("user/receipts/:orderNumber", "routes/user.receipts.$orderNumber/route.tsx"),
  route("user/logout", "routes/area.logout/route.tsx", { id: "user-logout" }),
  route("user", "routes/user/route.tsx", [
    index("routes/area._index/route.tsx", { id: "user-index" }),
    route("dashboard", "routes/user.dashboard/route.tsx"),
    route("dashboard/allocation/:hash", "routes/user.allocation/route.tsx"),
    route("ranking", "routes/user.ranking/route.tsx"),
    route("buy-token", "routes/user.buy-token/route.tsx"),
    route("payment", "routes/user.payment/route.tsx"),
    route("payment-history", "routes/user.payment-history/route.tsx"),
    route("orders/:orderNumber", "routes/user.orders.$orderNumber/route.tsx"),
    route("profile", "routes/user.profile/route.tsx"),
    route("referral", "routes/user.referral/route.tsx"),
    route("referral/checked", "routes/user.referral.checked/route.tsx"),
    route("notices", "routes/user.notices/route.tsx"),
    route("*", "routes/area.$/route.tsx", { id: "user-unknown" }),
  ]),

  route("admin/login", "routes/admin.login/route.tsx"),
  route("admin/forgot-password", "routes/admin.forgot-password/route.tsx"),
  route("admin/set-password", "routes/admin.set-password/route.tsx"),
  route("admin/purchaserequest/states", "routes/admin.purchaserequest.states/route.tsx"),
  // Each export by name; an unknown name is a 404.
  route("admin/exports/purchases", "routes/admin.exports/purchases.ts"),
  route("admin/exports/members", "routes/admin.exports/members.ts"),
  route("admin/exports/holders", "routes/admin.exports/holders.ts"),
  route("admin/exports/activity", "routes/admin.exports/activity.ts"),
  route("admin/exports/payments", "routes/admin.exports/payments.ts"),
  route("admin/exports/beneficiaries", "routes/admin.exports/beneficiaries.ts"),
  route("admin/exports/rewards", "routes/admin.exports/rewards.ts"),
  route("admin/referrals/statement", "routes/area.statement/route.ts", { id: "admin-statement" }),
  route("admin/logout", "routes/area.logout/route.tsx", { id: "admin-logout" }),
  route("admin/step-up", "routes/area.step-up/route.tsx", { id: "admin-step-up" }),
  route("admin", "routes/admin/route.tsx", [
    index("routes/area._index/route.tsx", { id: "admin-index" }),
    route("dashboard", "routes/admin.dashboard/route.tsx"),
    route("usermanage", "routes/admin.usermanage/route.tsx"),
    route("usermanage/:memberId", "routes/admin.member/route.tsx"),
    route("holders", "routes/admin.holders/route.tsx"),
    route("security", "routes/admin.security/route.tsx"),
    route("referrals", "routes/admin.referrals/route.tsx"),
    route("purchaserequest", "routes/admin.purchaserequest/route.tsx"),
    route("payments", "routes/admin.payments/route.tsx"),
    // Former addresses; links in mails and bookmarks depend on them.
    ...FORMER.map((path) => route(path, "routes/admin.former/route.ts", { id: `former/${path}` })),
    route("beneficiary", "routes/admin.beneficiary/route.tsx"),
    route("settings", "routes/admin.settings/route.tsx"),
    route("changes", "routes/admin.changes/route.tsx"),
    route("machines", "routes/admin.machines/route.tsx"),
    route("announcements", "routes/admin.announcements/route.tsx"),
    route("activity", "routes/admin.activity/route.tsx"),
    route("*", "routes/area.$/route.tsx", { id: "admin-unknown" }),
  ]),

  route("superadmin/login", "routes/superadmin.login/route.tsx"),
  route("superadmin/exports/companies", "routes/superadmin.exports/companies.ts"),
  route("superadmin/exports/transactions", "routes/superadmin.exports/transactions.ts"),
  route("superadmin/exports/beneficiaries", "routes/superadmin.exports/beneficiaries.ts"),
  route("superadmin/logout", "routes/area.logout/route.tsx", { id: "superadmin-logout" }),
  route("superadmin/step-up", "routes/area.step-up/route.tsx", { id: "superadmin-step-up" }),
  route("superadmin", "routes/superadmin/route.tsx", [
    index("routes/area._index/route.tsx", { id: "superadmin-index" }),
    route("dashboard", "routes/superadmin.dashboard/route.tsx"),
    route("companymanage", "routes/superadmin.companymanage/route.tsx"),
    route("companymanage/:companyId", "routes/superadmin.company/route.tsx"),
    route("companymanage/:companyId/brand", "routes/superadmin.brand/route.tsx"),
    route("companymanage/:companyId/brand/preview", "routes/superadmin.brand-preview/route.ts"),
    route("security", "routes/superadmin.security/route.tsx"),
    route("transactionmanage", "routes/superadmin.transactionmanage/route.tsx"),
    route("transactionmanage/:companyId/:orderId", "routes/superadmin.transaction/route.tsx"),
    route("beneficiarymanage", "routes/superadmin.beneficiarymanage/route.tsx"),
    route("*", "routes/area.$/route.tsx", { id: "superadmin-unknown" }),
  ]),

  route("*", "routes/not-found/route.tsx"),
] satisfies RouteConfig;
