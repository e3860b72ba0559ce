import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { hearEarlyKeys } from "./lib/early-escape";

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

hearEarlyKeys();
void whenDecoded().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);

/** Loads what a page also works without: where the line is lost, it is left out. */
function alsoLoad(part: Promise<unknown>): void {
  part.catch(() => undefined);
}

// A page that the line loses is asked for again.
alsoLoad(import("./lib/held-pages"));
// What only saves time comes after all that the page needs.
const loadAhead = () => alsoLoad(import("./lib/load-ahead"));
if (document.readyState === "complete") loadAhead();
else addEventListener("load", loadAhead);
