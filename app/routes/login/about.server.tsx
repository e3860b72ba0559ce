import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "@db/vocabulary";
import { questionsFor } from "@server/companies/rules/questions";
import { mediaUrl } from "@server/media/contracts/media";
import { sizeInWords } from "@server/platform/rules/file-size";
import type { CompanySite } from "@server/sites/site";
import { formatQuantity } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import type { Brand } from "@themes/contract";
import { withNoteIn } from "~/lib/pages/brand-note.server";
import { Distribution } from "~/components/brand/distribution";
import { usualQuestions } from "~/lib/pages/front-words.server";
import { paths } from "~/lib/paths";

interface About {
  language: Language;
  brand: Brand;
  /** The seller's legal name; null where no company sells. */
  company: string | null;
  settings: CompanySite["settings"];
  /** The length of the ledger; null where no company sells. */
  ledgerEntries: number | null;
}

/** Renders how a purchase works, and what a stranger can check, in the reader's language (product.md §2). */
export const aboutTheSale = (about: About): string =>
  renderToStaticMarkup(<AboutTheSale {...about} />);

const wordsIn = (language: Language) => translatorOf(language).getFixedT(null, "front");

function AboutTheSale({ language, brand, company, settings, ledgerEntries }: About) {
  const t = wordsIn(language);
  const { documents = [] } = settings;
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
      <Distribution
        lines={brand.tokenDistribution}
        t={translatorOf(language).getFixedT(null, "people")}
      />
      {ledgerEntries !== null && (
        <section>
          <h2>{t("check")}</h2>
          <p className="mt-2">{t("checkText", { entries: formatQuantity(ledgerEntries) })}</p>
          <a className="link-out" href={paths.proof.root}>
            {t("checkLink")}
          </a>
        </section>
      )}
      {company !== null && <Questions language={language} company={company} settings={settings} />}
      {documents.length > 0 && (
        <section>
          <h2>{t("documents")}</h2>
          <ul>
            {documents.map(({ id, title, sizeBytes }) => (
              <li key={id}>
                <a className="link-out" href={mediaUrl(id)}>
                  {title} (PDF, {sizeInWords(sizeBytes)})
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {brand.socialLinks.length > 0 && (
        <nav aria-label={t("people:login.follow")} className="flex flex-wrap gap-x-4">
          {brand.socialLinks.map(({ mediaName, link }) => (
            <a key={mediaName} href={link} rel="noopener noreferrer" className="link-out">
              {mediaName}
            </a>
          ))}
        </nav>
      )}
      <p className="hint">{withNoteIn(language, brand).footerNote}</p>
    </>
  );
}

/** The company's own questions, or the usual ones. */
function Questions({
  language,
  company,
  settings,
}: Pick<About, "language" | "settings"> & { company: string }) {
  const own = questionsFor(settings, language);
  return (
    <section>
      <h2>{wordsIn(language)("questions")}</h2>
      {(own?.questions ?? usualQuestions(language, company)).map(({ question, answer }) => (
        <details key={question} className="border-b border-line" lang={own?.language}>
          <summary className="cursor-pointer py-2.5 font-semibold">{question}</summary>
          <p className="pb-3 whitespace-pre-line">{answer}</p>
        </details>
      ))}
    </section>
  );
}
