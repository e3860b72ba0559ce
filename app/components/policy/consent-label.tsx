import { useTranslation } from "react-i18next";
import { paths } from "~/lib/paths";

const LINKS = { privacy: paths.privacyPolicy, terms: paths.terms } as const;

/** The words beside the box that agrees to privacy policy and terms of sale, each a link to a tab of its own. */
export function ConsentLabel() {
  const { t } = useTranslation();
  return t("agree")
    .split(/(<(?:privacy|terms)>.*?<\/\w+>)/)
    .map((part) => {
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
