import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { hearEarlyKeys } from "./lib/early-escape";

/**
 * Lets Remix do the next of what it does before it renders: it decodes the page's data, and then
 * creates the router. React would let it do both in its own first task.
 */
async function prepare(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    // Any other error is that hooks belong in React, or it is thrown again below, to React.
    if (thrown instanceof Promise) await thrown;
  }
}

/** Ends a task, so that a tap that waits is answered before the next one. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Remix throws the promise of the decoded data. React waits for such a promise too, unless a tap or
 * a key comes meanwhile: it then renders at once, fails ("Root did not complete",
 * remix-run/remix#10214), and the page never starts. So React begins when the data is decoded.
 *
 * On a slow phone each part takes up to 50 ms, and together they would be one task
 * (docs/decisions/0086).
 */
async function start(): Promise<void> {
  await prepare();
  await nextTask();
  // React's development build reports a hook outside of it; there the router is made as it renders.
  if (import.meta.env.PROD) await prepare();
  await nextTask();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

hearEarlyKeys();
void start();

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
