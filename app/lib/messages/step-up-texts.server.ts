import type { AppLoadContext } from "@remix-run/node";
import { type Title, titleIn } from "@locales/titles";
import { translatorOf } from "@server/platform/words/translators.server";
import { paths } from "../paths";
import type { StepUpTexts } from "./refusals";

/** The pages that ask for a proof, and their titles. */
const PAGES: readonly (readonly [path: string, title: Title])[] = [
  [paths.admin.beneficiary, "Manage Beneficiary"],
  [paths.admin.userManage, "Manage User"],
  [paths.admin.settings, "Settings"],
  [paths.admin.machines, "Machines"],
  [paths.admin.announcements, "Announcements"],
  [paths.admin.security, "Your account"],
  [paths.admin.referrals, "Referrals"],
  [paths.admin.changes, "Waiting changes"],
  [paths.admin.payments, "Payments"],
  [paths.superAdmin.companyManage, "Manage Company"],
  [paths.superAdmin.beneficiaryManage, "Beneficiary Manage"],
  [paths.superAdmin.security, "Your account"],
];

/** The texts of the step-up screen, with what it is for: rare, so no page loads them ahead. */
export function stepUpTexts(
  { caller: { language, request } }: AppLoadContext,
  to: string = request.asked.path ?? "",
): StepUpTexts {
  const { t } = translatorOf(language);
  const names = [
    "heading",
    "text",
    "textCode",
    "kept",
    "proof",
    "code",
    "submit",
    "pending",
    "cancel",
    "again",
    "proved",
    "provedText",
    "download",
    "back",
    "textRecovery",
    "textPasskey",
    "textNone",
    "recoveryCode",
  ] as const;
  const page = PAGES.find(([path]) => to.startsWith(path));
  const purpose = /^\/\w+\/exports\//.test(to)
    ? t("step-up:forDownload")
    : page
      ? t("step-up:for", { page: titleIn(page[1], language) })
      : "";
  const texts = Object.fromEntries(names.map((name) => [name, t(`step-up:${name}`)]));
  return { ...texts, purpose } as StepUpTexts;
}
