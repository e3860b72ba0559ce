import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { CATALOGUES, FALLBACK_LANGUAGE, languageOfCode } from "@locales/languages";
import { createTranslator } from "@locales/translator";
import { RULE_VALUES } from "@server/domain/rule-values";

// The server selects the language; only that language's words are loaded.
const language = languageOfCode(document.documentElement.lang) ?? FALLBACK_LANGUAGE;
const words = { ...(await CATALOGUES[language].screens()) };
const translator = createTranslator(language, { [language]: words }, RULE_VALUES);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={translator}>
        <RemixBrowser />
      </I18nextProvider>
    </StrictMode>,
  );
});
