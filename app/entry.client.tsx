import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

// A page that the line loses is asked for again.
void import("./lib/held-pages");
// What only saves time comes after all that the page needs.
const loadAhead = () => void import("./lib/load-ahead");
if (document.readyState === "complete") loadAhead();
else addEventListener("load", loadAhead);
