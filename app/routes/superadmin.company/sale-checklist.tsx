import { Link } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useTranslation } from "react-i18next";
import type { FirstSale as Steps } from "@server/companies/contracts/companies";
import { Checklist } from "~/components/data/checklist";
import { brandPath } from "~/lib/paths";

interface Props {
  companyId: string;
  steps: Steps;
  /** The URL of the company's admin area; null without a host. */
  site: string | null;
}

/** The remaining steps before the first sale, each with a link. */
export function FirstSale({ companyId, steps, site }: Props) {
  const { t } = useTranslation("platform");
  const studio = brandPath(companyId);
  const todo: { isDone: boolean; words: string; to: string | null }[] = [
    { isDone: steps.hasHost, words: t("firstSale.host"), to: "#domains" },
    { isDone: steps.hasBrand, words: t("firstSale.brand"), to: studio },
    { isDone: steps.hasPrice, words: t("firstSale.price"), to: "#sale" },
    { isDone: steps.hasAdmin, words: t("firstSale.admin"), to: "#admins" },
    // The step is in the company's admin area, which only its admins can open.
    { isDone: steps.hasAccount, words: t("firstSale.account"), to: null },
  ];
  const isReady = todo.every(({ isDone }) => isDone);
  return (
    <>
      {!isReady && (
        <section aria-labelledby="first-sale" className="card p-4 md:p-6">
          <h2 id="first-sale">{t("firstSale.title")}</h2>
          <Checklist
            done={t("firstSale.done")}
            open={t("firstSale.open")}
            steps={todo.map(({ isDone, words, to }) => ({
              isDone,
              words:
                isDone || to === null ? (
                  words
                ) : (
                  <Link to={to} className="link-out">
                    {words}
                  </Link>
                ),
            }))}
          />
          {site && (
            <p className="hint mt-3">
              {t("firstSale.site")}{" "}
              <a className="link-out" href={site}>
                {site}
              </a>
            </p>
          )}
        </section>
      )}
      {!steps.hasOwnSplit && (
        <p className="note note-warning">
          <CircleAlert />
          <Link to={studio}>{t("firstSale.split")}</Link>
        </p>
      )}
    </>
  );
}
