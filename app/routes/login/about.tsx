import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@db/vocabulary";
import type { Question } from "@server/companies/rules/questions";
import { sizeInWords } from "@server/platform/rules/file-size";
import { formatQuantity } from "@server/platform/rules/money/format";
import { isUploaded } from "@themes/assets";
import { Distribution } from "~/components/brand/distribution";
import { SocialLinks } from "~/components/brand/social-links";
import { paths } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

export interface About {
  /** The seller's legal name; null where no company sells. */
  company: string | null;
  documents: { href: string; title: string; sizeBytes: number }[];
  /** The company's own questions, in the language that it wrote, or the usual ones. */
  asked: { language?: Language; questions: Question[] };
  /** The length of the ledger; null where no company sells. */
  ledgerEntries: number | null;
}

const More = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="more">
    <summary>
      <h2>{title}</h2>
    </summary>
    {children}
  </details>
);

/** Says how a purchase works, and what a stranger can check (product.md §2). */
export function AboutTheSale({ company, documents, asked, ledgerEntries }: About) {
  const { t } = useTranslation("front");
  const { brand } = useSite();
  return (
    <div>
      <div className="card px-5 sm:px-6">
        {company !== null && (
          <More title={t("steps")}>
            <ol className="grid list-decimal gap-3 pl-5">
              {(["buy", "pay", "approved"] as const).map((step) => (
                <li key={step}>
                  <strong>{t(`overview:start.${step}`)}</strong>
                  <br />
                  {t(`overview:start.${step}Text`, { company })}
                </li>
              ))}
            </ol>
            <p>
              {t("moneyText", { company })} {t("tokensText")}
            </p>
          </More>
        )}
        <More title={t("people:distribution.title")}>
          <Distribution lines={brand.tokenDistribution} />
          {isUploaded(brand.chartImg) && (
            <img src={brand.chartImg} alt="" loading="lazy" className="rounded-(--radius-card)" />
          )}
        </More>
        {ledgerEntries !== null && (
          <More title={t("check")}>
            <p>{t("checkText", { entries: formatQuantity(ledgerEntries) })}</p>
            <a className="link-out" href={paths.proof.root}>
              {t("checkLink")}
            </a>
          </More>
        )}
        {company !== null && (
          <More title={t("questions")}>
            <dl lang={asked.language}>
              {asked.questions.map(({ question, answer }) => (
                <div key={question} className="mb-4">
                  <dt className="font-semibold">{question}</dt>
                  <dd className="whitespace-pre-line">{answer}</dd>
                </div>
              ))}
            </dl>
          </More>
        )}
        {documents.length > 0 && (
          <More title={t("documents")}>
            <ul>
              {documents.map(({ href, title, sizeBytes }) => (
                <li key={href}>
                  <a className="link-out" href={href}>
                    {title} (PDF, {sizeInWords(sizeBytes)})
                  </a>
                </li>
              ))}
            </ul>
          </More>
        )}
      </div>
      <SocialLinks />
      <p className="hint mt-4">{brand.footerNote}</p>
    </div>
  );
}
