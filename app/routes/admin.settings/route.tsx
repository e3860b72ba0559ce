import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SetSecondAdmin } from "@server/companies/contracts/changes";
import { AddDocument, UpdateSettings } from "@server/companies/contracts/company-settings";
import { SetPrice } from "@server/companies/contracts/prices";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { pageMeta } from "~/lib/pages/page-meta";
import { orRefuse } from "~/lib/messages/refusals";
import { useMay } from "~/lib/use-may";
import { riskNotice } from "@server/platform/words/translators.server";
import { changeSettings } from "./change-settings.server";
import { ImprintForm, SmsForm, SupportForm } from "./contact-forms";
import { DocumentsForm, QuestionsForm } from "./front-forms";
import { CompanyText } from "./company-text";
import { defaultReasons } from "~/components/purchases/decide/reject-reasons.server";
import { ReasonsForm } from "./reasons-form";
import { RetentionForm } from "./retention-form";
import {
  ApprovingForm,
  BuyingForm,
  DigestForm,
  LimitsForm,
  ReferralForm,
  SecondAdminForm,
} from "./rule-forms";
import { PriceSection } from "./price-section";
import { usualQuestions } from "~/lib/pages/front-words.server";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("admin/settings");

const constraints = constraintsOf({
  price: SetPrice,
  settings: UpdateSettings,
  secondAdmin: SetSecondAdmin,
  document: AddDocument,
});

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const [settings, prices, riskNotices, termsOfSale, privacyPolicies] = await orRefuse(
    context,
    Promise.all([
      api.companies.settings(),
      api.prices.list(),
      api.companies.textVersions({ name: "riskNotice" }),
      api.companies.textVersions({ name: "termsOfSale" }),
      api.companies.textVersions({ name: "privacyPolicy" }),
    ]),
  );
  const { site } = context;
  const name = site.kind === "company" ? site.company.name : "";
  const ours = riskNotice(context.caller.language, null);
  return {
    settings,
    prices,
    ours,
    usual: defaultReasons(context.caller.language),
    questions: usualQuestions(context.caller.language, settings.legalName ?? name),
    versions: { riskNotice: riskNotices, termsOfSale, privacyPolicy: privacyPolicies },
    constraints,
  };
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  changeSettings(request, context);

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Settings");

export default function AdminSettings() {
  const { settings, prices, versions, ours, usual, questions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("settings");
  const may = useMay();
  const shared = { result };
  return (
    <div className="grid gap-5">
      <h1>{t("title")}</h1>
      <PriceSection prices={prices} result={result} />
      {/* Seen by every role, changed by owners. */}
      <fieldset disabled={!may("companies.updateSettings")} className="contents">
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid gap-5">
            <BuyingForm settings={settings} {...shared} />
            <ApprovingForm settings={settings} {...shared} />
            <DigestForm settings={settings} {...shared} />
            <ReferralForm settings={settings} {...shared} />
            <SmsForm settings={settings} {...shared} />
            <ImprintForm settings={settings} {...shared} />
          </div>
          <div className="grid gap-5">
            <LimitsForm settings={settings} {...shared} />
            <SecondAdminForm settings={settings} {...shared} />
            <SupportForm settings={settings} {...shared} />
            <RetentionForm settings={settings} {...shared} />
            <ReasonsForm settings={settings} usual={usual} {...shared} />
          </div>
        </div>
        <QuestionsForm settings={settings} usual={questions} {...shared} />
        <DocumentsForm settings={settings} {...shared} />
        <CompanyText
          name="riskNotice"
          text={settings.riskNotice}
          versions={versions.riskNotice}
          ours={ours}
          {...shared}
        />
        <CompanyText
          name="termsOfSale"
          text={settings.termsOfSale}
          versions={versions.termsOfSale}
          {...shared}
        />
        <CompanyText
          name="privacyPolicy"
          text={settings.privacyPolicy}
          versions={versions.privacyPolicy}
          {...shared}
        />
      </fieldset>
    </div>
  );
}
