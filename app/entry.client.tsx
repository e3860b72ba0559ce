import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { i18next } from "./lib/messages/words";

/**
 * Remix decodes the page's data at the first call of its component, which throws the promise. React
 * waits for such a promise too, unless a tap or a key comes meanwhile: it then renders at once, fails
 * ("Root did not complete", remix-run/remix#10214), and the page never starts. So React waits here.
 */
async function whenDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // Any other error is thrown again below, to React.
    if (thrown instanceof Promise) await thrown;
  }
}

void whenDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18next}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    );
  }),
);
