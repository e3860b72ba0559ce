import type { TFunction } from "i18next";
import type { AdminRole } from "@db/vocabulary";
import { mayCall } from "@server/access/rules/admin-roles";
import type { AdminCall } from "@server/access/rules/calls";
import { daysPath, importPath, paths, paymentsPath } from "~/lib/paths";
import type { Place } from "./find-everything.server";

const settings = (tab: string): string => `${paths.admin.settings}?tab=${tab}`;
const NAV = "area:nav.";
const SETTINGS = "settings:tabs.";

/** The area's pages: where, the texts that name it, what it has, and the call that shows it. */
const PAGES: readonly (readonly [
  to: string,
  title: string,
  has: readonly string[],
  call: AdminCall,
])[] = [
  [
    settings("sale"),
    `${SETTINGS}sale`,
    ["price", "fee", "reward", "launch", "minimum", "cap"].map((name) => `settings:terms.${name}`),
    "companies.settings",
  ],
  [
    settings("company"),
    `${SETTINGS}company`,
    ["settings:imprint.title", "settings:support.title", "settings:support.whatsApp"],
    "companies.settings",
  ],
  [
    settings("texts"),
    `${SETTINGS}texts`,
    [
      "settings:texts.riskNotice",
      "settings:texts.termsOfSale",
      "settings:texts.privacyPolicy",
      "settings:reasons.title",
      "settings:front.questions",
      "settings:front.documents",
    ],
    "companies.settings",
  ],
  [
    settings("advanced"),
    `${SETTINGS}advanced`,
    [
      "settings:approving.title",
      "settings:secondAdmin.above",
      "settings:digest.title",
      "settings:referral.title",
      "settings:sms.label",
    ],
    "companies.settings",
  ],
  [settings("identity"), "settings:identity.title", [`${SETTINGS}identity`], "companies.settings"],
  [paths.admin.identity, `${NAV}identity`, [], "identity.queue"],
  [paths.admin.machines, "machines:title", ["settings:machines"], "machines.list"],
  [paths.admin.changes, "changes:title", [], "changes.list"],
  [
    paths.admin.beneficiary,
    `${NAV}beneficiary`,
    ["accounts:bankCard", "accounts:fields.upi"],
    "beneficiaries.list",
  ],
  [paths.admin.announcements, `${NAV}announcements`, [], "announcements.list"],
  [paths.admin.activity, `${NAV}activity`, [], "activity.list"],
  [paths.admin.holders, `${NAV}holders`, [], "holders.list"],
  [paths.admin.launch, `${NAV}launch`, [], "batches.list"],
  [paths.admin.referrals, `${NAV}referrals`, [], "programme.history"],
  [paths.admin.security, `${NAV}security`, ["security:orderMails.title"], "dashboard.chooseMails"],
  [paths.admin.userManage, `${NAV}userManage`, [], "members.list"],
  [paymentsPath("decide"), `${NAV}payments`, [], "orders.list"],
  [daysPath, "days:title", [], "payments.days"],
  [importPath, "statements:choose.title", [], "statements.list"],
];

/** The pages that a role may open and that a search names, or of which it names a part. */
export const pagesNamed = (t: TFunction, search: string, role: AdminRole): Place["rows"] => {
  const asked = search.toLowerCase();
  const isNamed = (words: string) => words.toLowerCase().includes(asked);
  return PAGES.flatMap(([to, title, has, call]) => {
    const parts = has.map((one) => t(one)).filter(isNamed);
    if (!mayCall(role, call) || (parts.length === 0 && !isNamed(t(title)))) return [];
    return [{ id: to, to, title: t(title), more: parts.join(" · "), figure: "" }];
  });
};
