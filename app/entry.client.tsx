import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { browserTranslator } from "~/lib/words";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={browserTranslator}>
        <RemixBrowser />
      </I18nextProvider>
    </StrictMode>,
  );
});
