import { useTranslation } from "react-i18next";
import type { Language } from "@db/vocabulary";
import type { Question } from "@server/companies/rules/questions";
import { sizeInWords } from "@server/platform/rules/file-size";
import { formatQuantity } from "@server/platform/rules/money/format";
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

/** Says how a purchase works, and what a stranger can check (product.md §2). */
export function AboutTheSale({ company, documents, asked, ledgerEntries }: About) {
  const { t } = useTranslation("front");
  const { brand } = useSite();
  return (
    <>
      {company !== null && (
        <>
          <section>
            <h2>{t("steps")}</h2>
            <ol className="mt-3 grid list-decimal gap-3 pl-5">
              {(["buy", "pay", "approved"] as const).map((step) => (
                <li key={step}>
                  <strong>{t(`overview:start.${step}`)}</strong>
                  <br />
                  {t(`overview:start.${step}Text`, { company })}
                </li>
              ))}
            </ol>
          </section>
          <section>
            <h2>{t("money")}</h2>
            <p className="mt-2">
              {t("moneyText", { company })} {t("tokensText")}
            </p>
          </section>
        </>
      )}
      <Distribution lines={brand.tokenDistribution} />
      {ledgerEntries !== null && (
        <section>
          <h2>{t("check")}</h2>
          <p className="mt-2">{t("checkText", { entries: formatQuantity(ledgerEntries) })}</p>
          <a className="link-out" href={paths.proof.root}>
            {t("checkLink")}
          </a>
        </section>
      )}
      {company !== null && (
        <section>
          <h2>{t("questions")}</h2>
          {asked.questions.map(({ question, answer }) => (
            <details key={question} className="border-b border-line" lang={asked.language}>
              <summary className="cursor-pointer py-2.5 font-semibold">{question}</summary>
              <p className="pb-3 whitespace-pre-line">{answer}</p>
            </details>
          ))}
        </section>
      )}
      {documents.length > 0 && (
        <section>
          <h2>{t("documents")}</h2>
          <ul>
            {documents.map(({ href, title, sizeBytes }) => (
              <li key={href}>
                <a className="link-out" href={href}>
                  {title} (PDF, {sizeInWords(sizeBytes)})
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SocialLinks />
      <p className="hint">{brand.footerNote}</p>
    </>
  );
}
