import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ConfirmFirstDay, FirstDay as Steps } from "@server/office/contracts/dashboard";
import { Checklist } from "~/components/data/checklist";
import { CopyButton } from "~/components/data/copy-button";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths, paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

/** The steps before a company sells; each leads to where it is done, and ticks itself. */
export function FirstDay({ steps, result }: { steps: Steps; result: unknown }) {
  const { t } = useTranslation("adminDashboard");
  const may = useMay();
  const { site, test, contact } = steps;
  const leading = (to: string, words: string) => (
    <Link to={to} className="link-out">
      {words}
    </Link>
  );
  const confirming = (step: ConfirmFirstDay["step"], isDone: boolean) =>
    !isDone &&
    may("dashboard.confirmFirstDay") && (
      <ButtonForm intent={`confirm ${step}`} result={result} className="my-2">
        <input type="hidden" name="step" value={step} />
        <SubmitButton tone="quiet">{t(`firstDay.confirm.${step}`)}</SubmitButton>
      </ButtonForm>
    );
  const one = (
    word: "price" | "account" | "deciders" | "texts" | "support",
    isDone: boolean,
    to: string,
    more?: ReactNode,
  ) => ({
    isDone,
    words: isDone ? t(`firstDay.${word}`) : leading(to, t(`firstDay.${word}`)),
    more: !isDone && (
      <>
        <p className="hint">{t(`firstDay.${word}Hint`, { contact })}</p>
        {more}
      </>
    ),
  });
  return (
    <section aria-labelledby="first-day" className="card p-4 md:p-6">
      <h2 id="first-day">{t("firstDay.title")}</h2>
      <Checklist
        done={t("firstDay.done")}
        open={t("firstDay.open")}
        steps={[
          ...(steps.hasPrice ? [] : [one("price", false, paths.admin.settings)]),
          one("account", steps.hasAccount, paths.admin.beneficiary),
          one(
            "deciders",
            steps.hasDeciders,
            `${paths.admin.userManage}?role=ADMIN`,
            confirming("deciders", steps.hasDeciders),
          ),
          one(
            "texts",
            steps.hasReadTexts,
            `${paths.admin.settings}?tab=texts`,
            confirming("texts", steps.hasReadTexts),
          ),
          one("support", steps.hasSupport, `${paths.admin.settings}?tab=company`),
          {
            isDone: steps.hasMember,
            words: t("firstDay.link"),
            more: !steps.hasMember && (
              <>
                {site && (
                  <p className="flex flex-wrap items-center gap-x-2">
                    <a className="link-out break-all" href={site}>
                      {site}
                    </a>
                    <CopyButton text={site} label={t("firstDay.copy")} />
                  </p>
                )}
                <p className="hint">{t(site ? "firstDay.linkHint" : "firstDay.noSite")}</p>
              </>
            ),
          },
          {
            isDone: test === "undone",
            words:
              test === "undone"
                ? t("firstDay.test")
                : leading(
                    test === "approved"
                      ? `${paths.admin.purchaseRequest}?tab=history&view=${steps.testOrderId}`
                      : paymentsPath("decide"),
                    t(test === "approved" ? "firstDay.takeBackLink" : "firstDay.test"),
                  ),
            more: test !== "undone" && (
              <p className="hint">
                {t(test === "approved" ? "firstDay.takeBack" : "firstDay.testHint")}
              </p>
            ),
          },
        ]}
      />
      <p className="hint mt-3">{t("firstDay.goes")}</p>
    </section>
  );
}
