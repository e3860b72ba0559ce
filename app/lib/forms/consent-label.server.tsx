import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "@db/vocabulary";
import { translatorOf } from "@server/platform/words/translators.server";
import { memoize } from "@themes/memoize";
import { paths } from "~/lib/paths";

const LINKS = { privacy: paths.privacyPolicy, terms: paths.terms } as const;

/**
 * The words beside the box that agrees to privacy policy and terms of sale, as markup with a link to
 * each, so that they cost no script.
 */
export const consentLabel = memoize(
  (language: Language) =>
    renderToStaticMarkup(<Agree text={translatorOf(language).t("terms:agree")} />),
  (language) => language,
);

/** `<privacy>` and `<terms>` in the text become links, in tabs of their own. */
function Agree({ text }: { text: string }) {
  return text.split(/(<(?:privacy|terms)>.*?<\/\w+>)/).map((part) => {
    const [, name, words] = /^<(privacy|terms)>(.*)<\/\w+>$/.exec(part) ?? [];
    return name === "privacy" || name === "terms" ? (
      <a key={name} href={LINKS[name]} target="_blank" rel="noreferrer">
        {words}
      </a>
    ) : (
      part
    );
  });
}
