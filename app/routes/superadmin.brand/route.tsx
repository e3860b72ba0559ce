import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { originOfHost } from "@server/sites/rules/host";
import { SaveBrand, SetBrandPicture, StartBrand } from "@server/brands/contracts/brands";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { superAdminApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { brandPath, companyPath } from "~/lib/paths";
import { orRefuse } from "~/lib/messages/refusals";
import { changeBrand } from "./change-brand.server";
import { ContrastReport } from "./preview/contrast-report";
import { LookFields } from "./look-fields";
import { Pictures } from "./pictures";
import { PreviewScreens } from "./preview/preview-screens";
import { Part, Parts } from "./parts";
import { PublishStatus, Versions } from "./versions";
import { TextFields } from "./text-fields";
import { useLivePreview } from "./preview/use-live-preview";
import { loadWords } from "~/lib/messages/words";
import type { BrandStudio } from "@server/brands/contracts/brands";
import { START_PLAIN } from "@themes/vocabulary";
import { Select } from "~/components/form/field";

export const handle = await loadWords("admin/brand", "buy", "dashboard", "people");

const constraints = constraintsOf({
  brand: SaveBrand,
  start: StartBrand,
  picture: SetBrandPicture,
});

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await superAdminApi(context);
  const studio = await orRefuse(
    context,
    api.brands.studio({ companyId: params["companyId"] ?? "" }),
  );
  const { host } = studio.company;
  return {
    constraints,
    ...studio,
    site: host && originOfHost(context.site.appOrigin, host),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return changeBrand(request, context, params["companyId"] ?? "");
}

export const meta = titled("Brand Studio");

export default function BrandStudioPage() {
  const studio = useLoaderData<typeof loader>();
  const { t } = useTranslation("brand");
  const { company, basedOn, versions } = studio;
  const form = useId();
  const to = `${brandPath(company.id)}/preview`;
  const { preview, isWaiting, typed } = useLivePreview(studio.preview, to);
  const { iconUrl, defaultLogo, headerLogo, headerLogoDark, chartImg, ...words } =
    studio.preview.brand;
  return (
    <Parts isNew={studio.source !== "draft" && versions.length === 0}>
      <div className="grid gap-6">
        <BackLink to={companyPath(company.id)}>{t("back", { name: company.companyName })}</BackLink>
        <PublishStatus studio={studio} site={studio.site} />
        <section className="card px-4 md:px-6">
          <StartDraft studio={studio} />
        </section>
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <div
            className="card p-4 md:p-6"
            onInput={({ currentTarget }) => {
              const own = currentTarget.querySelector("form");
              if (own) typed(own);
            }}
          >
            {/* A new start remounts the form; a picture or a refusal keeps the input. */}
            <PostForm
              contract="brand"
              key={JSON.stringify(words)}
              id={form}
              intent="save"
              noValidate
              className="grid"
              hidden={{ basedOn }}
            >
              <LookFields look={words.look} />
              <TextFields brand={studio.preview.brand} companyId={company.id} />
              {/* Saving is in reach, however many parts are open. */}
              <div className="sticky bottom-0 z-5 -mx-4 -mb-4 grid gap-2 rounded-b-(--radius-card) border-t border-line bg-raised px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
                <p className="hint">{t("publishHint")}</p>
                <div className="flex flex-wrap gap-3">
                  <SubmitButton tone="quiet" pending={t("saving")}>
                    {t("save")}
                  </SubmitButton>
                  <SubmitButton name="then" value="publish" pending={t("saving")}>
                    {t("publish")}
                  </SubmitButton>
                </div>
              </div>
            </PostForm>
          </div>
          <section
            aria-labelledby={`${form}-preview`}
            className="card grid gap-4 p-4 md:p-6 xl:sticky xl:top-[calc(var(--toasts-height)+1rem)] xl:max-h-[calc(100dvh-var(--toasts-height)-2rem)] xl:overflow-y-auto"
          >
            <h2 id={`${form}-preview`}>{t("preview.title")}</h2>
            <div aria-live="polite">
              {isWaiting ? (
                <p className="hint">{t("preview.waits")}</p>
              ) : (
                <ContrastReport preview={preview} form={form} />
              )}
            </div>
            <PreviewScreens preview={preview} />
          </section>
        </div>
        <section className="card px-4 md:px-6">
          <Pictures preview={studio.preview} basedOn={basedOn} />
          <Versions versions={versions} />
        </section>
      </div>
    </Parts>
  );
}

/** The start of a new draft: one of the built-in brands, or empty. */
function StartDraft({ studio }: { studio: BrandStudio }) {
  const { t } = useTranslation("brand");
  const options = [
    { value: START_PLAIN, label: t("start.plain") },
    ...studio.builtIns.map(({ symbol, name }) => ({ value: symbol, label: `${symbol}: ${name}` })),
  ];
  return (
    <Part name="start" title={t("start.title")}>
      <p className="hint">{t("start.hint")}</p>
      <PostForm
        contract="start"
        intent="start"
        className="grid items-end gap-4 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
        hidden={{ basedOn: studio.basedOn }}
      >
        <Select name="from" label={t("start.label")} options={options} defaultValue={START_PLAIN} />
        <SubmitButton tone="quiet">{t("start.submit")}</SubmitButton>
      </PostForm>
    </Part>
  );
}
