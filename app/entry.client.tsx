import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createTranslator } from "~/locales/translator";

startTransition(() => {
  const language = document.documentElement.lang === "hi" ? "hi" : "en";
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={createTranslator(language)}>
        <RemixBrowser />
      </I18nextProvider>
    </StrictMode>,
  );
});
