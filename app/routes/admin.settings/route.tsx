import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  AddDocument,
  isVersioned,
  SaveAdvanced,
  SaveSale,
  UpdateSettings,
} from "@server/companies/contracts/company-settings";
import { SetIdentity } from "@server/companies/contracts/identity-rules";
import { identityRulesOf } from "@server/companies/rules/identity";
import { ReviewTerms, type TermChange } from "@server/companies/contracts/prices";
import { SetPlan } from "@server/launch/contracts/plan";
import type { Caller } from "@server/http/router";
import { advertNotice, riskNotice } from "@server/platform/words/translators.server";
import { unlockSentence } from "@server/platform/words/unlock-sentence.server";
import { OwnersOnly } from "~/components/form/owners-only";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { defaultReasons } from "~/components/purchases/decide/reject-reasons.server";
import { adminApi, publicApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { orRefuse, refusalIn } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { usualReasons } from "~/components/identity/usual-reasons.server";
import { usualQuestions } from "~/lib/pages/front-words.server";
import { unlockText } from "~/lib/pages/unlock.server";
import { titled } from "~/lib/pages/page-meta";
import { ownText, SETTINGS_TABS, settingsTab } from "~/lib/settings-tab";
import { useMay } from "~/lib/use-may";
import { AdvancedTab } from "./advanced-tab";
import { changeSettings } from "./change-settings.server";
import { CompanyTab } from "./company-tab";
import { IdentityTab } from "./identity-tab";
import { PriceTable } from "./price-table";
import { CancelDialog, ReviewDialog } from "./sale-dialogs";
import { SaleTab } from "./sale-tab";
import { TextsTab } from "./texts-tab";
import { PlanDialog, UnlockPlanCard } from "./unlock-plan";

export const handle = await loadWords("admin/settings");

const constraints = constraintsOf({
  sale: SaveSale,
  settings: UpdateSettings,
  identity: SetIdentity,
  advanced: SaveAdvanced,
  document: AddDocument,
  plan: SetPlan,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const tab = settingsTab(asked.get("tab"));
  const text = tab === "texts" ? ownText(asked.get("text")) : null;
  const { site, caller } = context;
  const policy = text === "termsOfSale" || text === "privacyPolicy" ? text : null;
  const [settings, prices, versions, changes, usualPolicy, plan] = await orRefuse(
    context,
    Promise.all([
      api.companies.settings(),
      api.prices.list(),
      text && isVersioned(text) ? api.companies.textVersions({ name: text }) : [],
      tab === "sale" && asked.has("review") ? reviewed(api, asked) : [],
      policy && publicApi(context).policies.current({ name: policy }),
      tab === "sale" ? api.launch.plan() : null,
    ]),
  );
  const name = site.kind === "company" ? site.company.name : "";
  return {
    tab,
    settings,
    prices,
    changes,
    plan: plan && {
      ...plan,
      isOwn: unlockText(context) !== null,
      text: unlockSentence(caller.language, plan.plans),
    },
    text,
    isBegun: asked.has("begin"),
    versions,
    usual: {
      policy:
        usualPolicy?.sections.map((part) => `${part.heading}\n${part.text}`).join("\n\n") ?? "",
      riskNotice: riskNotice(caller.language, null),
      advertNotice: advertNotice(caller.language, null),
      reasons: defaultReasons(caller.language),
      identityReasons: usualReasons(caller.language),
      questions: usualQuestions(
        caller.language,
        settings.legalName ?? name,
        unlockText(context),
        identityRulesOf(settings),
      ),
    },
    constraints,
  };
}

/** The changes that the address names; none where they are not, or not any more, possible. */
async function reviewed(api: Caller, asked: URLSearchParams): Promise<TermChange[]> {
  const input = ReviewTerms.safeParse(Object.fromEntries(asked));
  if (!input.success) return [];
  try {
    return await api.prices.review(input.data);
  } catch (thrown) {
    if (!refusalIn(thrown)) throw thrown;
    return [];
  }
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  changeSettings(request, context);

export const meta = titled("Settings");

export default function AdminSettings() {
  const { tab, text, isBegun, settings, prices, changes, plan, versions, usual } =
    useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { t } = useTranslation("settings");
  const may = useMay();
  const cancelled = prices.lines.find(
    ({ id, state }) => id && id === params.get("cancel") && state === "UPCOMING",
  );
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      <AddressedTabs value={tab}>
        <TabList label={t("title")}>
          {SETTINGS_TABS.map((one) => (
            <LinkTab key={one} value={one} to={`?tab=${one}`}>
              {t(`tabs.${one}`)}
            </LinkTab>
          ))}
        </TabList>
        <TabPanel value={tab}>
          <OwnersOnly call="companies.updateSettings">
            {tab === "sale" && <SaleTab settings={settings} hasPlan={plan?.isOwn ?? false} />}
            {tab === "company" && <CompanyTab settings={settings} />}
            {tab === "texts" && (
              <TextsTab
                key={`${text} ${isBegun}`}
                text={text}
                isBegun={isBegun}
                settings={settings}
                versions={versions}
                usual={usual}
              />
            )}
            {tab === "identity" && <IdentityTab settings={settings} usual={usual} />}
            {tab === "advanced" && <AdvancedTab settings={settings} />}
          </OwnersOnly>
          {plan && <UnlockPlanCard {...plan} />}
          {tab === "sale" && <PriceTable lines={prices.lines} />}
        </TabPanel>
      </AddressedTabs>
      {changes.length > 0 && may("prices.set") && (
        <ReviewDialog changes={changes} settings={settings} />
      )}
      {plan && params.has("plan") && may("launch.setPlan") && <PlanDialog {...plan} />}
      {cancelled && may("prices.cancel") && <CancelDialog line={cancelled} />}
    </div>
  );
}
