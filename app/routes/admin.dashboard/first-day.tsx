import { Link, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ConfirmFirstDay, FirstDay as Steps } from "@server/office/contracts/dashboard";
import { Checklist, type Step } from "~/components/data/checklist";
import { CopyButton } from "~/components/data/copy-button";
import { ButtonForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/forms/form-reply";
import { paths, paymentsPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

/**
 * The steps before a company sells; each leads to where it is done, and ticks itself. Once members can buy,
 * it says that the sale is open, and what is on sale.
 */
export function FirstDay({ steps, offer }: { steps: Steps; offer: string }) {
  const result = useActionData();
  const { t } = useTranslation("admin-dashboard");
  const may = useMay();
  const { site, test, contact, mobile } = steps;
  const verifying = t(steps.unverifiedMayBuy ? "firstDay.buyAtOnce" : "firstDay.verifyFirst");
  const isRefused = (step: ConfirmFirstDay["step"]) =>
    isFormReply(result) && result.form === `confirm ${step}`;
  const confirming = (step: ConfirmFirstDay["step"]) =>
    may("dashboard.confirmFirstDay") && (
      <ButtonForm intent={`confirm ${step}`} hidden={{ step }}>
        <SubmitButton tone="quiet">{t(`firstDay.confirm.${step}`)}</SubmitButton>
      </ButtonForm>
    );
  const shared = (link: string) => (
    <>
      {beside(link, link)}
      <CopyButton text={link} label={t("firstDay.copy")} />
    </>
  );
  const testing =
    test === "approved"
      ? leading(
          `${paths.admin.purchaseRequest}?tab=history&view=${steps.testOrderId}`,
          t("firstDay.takeBackLink"),
        )
      : test === "reversed"
        ? leading(paymentsPath("unallocated"), t("firstDay.toUnallocated"))
        : leading(paymentsPath("decide"), t("firstDay.toPayments"));
  const list: Step[] = [
    {
      isDone: steps.hasPrice,
      words: t("firstDay.price"),
      more: (
        <More hint={t("firstDay.priceHint")}>
          {may("prices.set") && leading(paths.admin.settings, t("firstDay.toSale"))}
        </More>
      ),
    },
    {
      isDone: steps.hasAccount,
      words: t("firstDay.account"),
      more: (
        <More hint={t("firstDay.accountHint")}>
          {may("beneficiaries.add") &&
            leading(`${paths.admin.beneficiary}?add=1`, t("firstDay.toAccount"))}
        </More>
      ),
    },
    {
      isDone: steps.hasDeciders,
      isOpen: isRefused("deciders"),
      words: t("firstDay.deciders"),
      more: (
        <More hint={t("firstDay.decidersHint")}>
          {confirming("deciders")}
          {may("members.add") &&
            leading(`${paths.admin.userManage}?add=1`, t("firstDay.toColleague"))}
        </More>
      ),
    },
    {
      isDone: steps.hasReadTexts,
      isOpen: isRefused("texts"),
      words: t("firstDay.texts"),
      more: (
        <More hint={t("firstDay.textsHint")}>
          {site && beside(site + paths.terms, t("firstDay.terms"))}
          {site && beside(site + paths.privacyPolicy, t("firstDay.policy"))}
          {confirming("texts")}
          {leading(`${paths.admin.settings}?tab=texts`, t("firstDay.toTexts"))}
        </More>
      ),
    },
    {
      isDone: steps.hasSupport,
      isOpen: isRefused("support"),
      words: t("firstDay.support"),
      more: (
        <More hint={t("firstDay.supportHint", { contact, mobile })}>
          {confirming("support")}
          {may("companies.updateSettings") &&
            leading(`${paths.admin.settings}?tab=company`, t("firstDay.toSupport"))}
        </More>
      ),
    },
    {
      isDone: steps.hasMember,
      words: t("firstDay.link"),
      more: (
        <More hint={site ? `${t("firstDay.linkHint")} ${verifying}` : t("firstDay.noSite")}>
          {site && shared(site)}
        </More>
      ),
    },
    {
      isDone: test === "undone",
      words: t("firstDay.test"),
      more: (
        <More
          hint={
            test === "approved" || test === "reversed"
              ? t(`firstDay.takeBack.${test}`)
              : [t("firstDay.testHint"), ...(steps.unverifiedMayBuy ? [] : [verifying])].join(" ")
          }
        >
          {testing}
        </More>
      ),
    },
  ];
  const isOpen = isSaleOpen(steps);
  return (
    <section aria-labelledby="first-day" className="card p-4 md:p-6">
      <h2 id="first-day">{t(isOpen ? "firstDay.isOpen" : "firstDay.title")}</h2>
      {isOpen ? (
        <>
          <p className="mt-1 tabular">{offer}</p>
          {site && <div className="flex flex-wrap items-center gap-x-4">{shared(site)}</div>}
        </>
      ) : (
        <p className="hint mt-1">{t("firstDay.lead")}</p>
      )}
      <Checklist
        done={t("firstDay.done")}
        open={t("firstDay.open")}
        steps={isOpen ? list.filter(({ isDone }) => !isDone) : list}
      />
      {!isOpen && <p className="hint mt-3">{t("firstDay.goes")}</p>}
    </section>
  );
}

/** True once members can buy: there are a price, an account and an address. The other steps stand beside it. */
export const isSaleOpen = ({ hasPrice, hasAccount, site }: Steps): boolean =>
  hasPrice && hasAccount && site !== null;

const leading = (to: string, words: string) => (
  <Link to={to} className="link-out">
    {words}
  </Link>
);

/** Opens a page beside this one. */
const beside = (to: string, words: string) => (
  <a href={to} target="_blank" rel="noreferrer" className="link-out break-all">
    {words}
  </a>
);

/** Says why a step is to be done, then where. */
function More({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <>
      <p className="hint">{hint}</p>
      <div className="flex flex-wrap items-center gap-x-4">{children}</div>
    </>
  );
}
