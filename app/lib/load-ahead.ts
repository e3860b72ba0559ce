import { matchRoutes } from "@remix-run/react";

/** What Remix keeps of the routes that the page's links lead to. */
interface Known {
  __remixManifest?: { routes: Record<string, { module: string; imports?: string[] } | undefined> };
  __remixRouter?: { routes: Parameters<typeof matchRoutes>[0] };
}

/** The scripts that came with the document, and what was asked for since. */
const asked = new Map<string | null, Promise<unknown>>(
  [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => [
    link.getAttribute("href"),
    Promise.resolve(),
  ]),
);

/** Loads a script into the browser's cache, once. What failed is asked for again. */
function load(url: string): Promise<unknown> {
  const before = asked.get(url);
  if (before) return before;
  const now = fetch(url).catch((error: unknown) => {
    asked.delete(url);
    throw error;
  });
  asked.set(url, now);
  return now;
}

/** The scripts of the routes of an address, the page's own last. */
function scriptsAt(pathname: string): string[][] {
  const { __remixManifest: manifest, __remixRouter: router } = window as Known;
  return (matchRoutes(router?.routes ?? [], pathname) ?? []).map(({ route }) => {
    const { module, imports = [] } = manifest?.routes[route.id ?? ""] ?? {};
    return module === undefined ? [] : [module, ...imports];
  });
}

/**
 * Loads the scripts of a page into the browser's cache when a link to it is pointed at or focused, so
 * that a tap waits for its data alone. The data is not loaded: it could be old by then. Nothing is
 * imported: a browser does not try a failed import again.
 */
function loadAhead({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== location.origin || link.target) return;
  // The navigation asks again for what failed, and says so.
  for (const url of scriptsAt(link.pathname).flat()) load(url).catch(() => undefined);
}

/** The scripts of the menu's places that were imported. */
const brought = new Set<string>();

/** The routes of a menu are discovered soon after its page. */
const MOST_LOOKS = 5;

/**
 * Loads the menu's places with their texts once the page has come, and once Remix knows their routes:
 * where the line is lost and a script is missing, Remix loads the document anew, and the page that is
 * shown would be gone. What is fetched before it is imported does not fail then. One place comes
 * after another: together they are a task that a tap waits for.
 */
async function loadMenu(look = 1): Promise<void> {
  for (const { pathname } of document.querySelectorAll<HTMLAnchorElement>("nav a[href]")) {
    const [module, ...imports] = scriptsAt(pathname).at(-1) ?? [];
    if (module === undefined || brought.has(module)) continue;
    try {
      await Promise.all([module, ...imports].map(load));
      await import(/* @vite-ignore */ module);
      brought.add(module);
    } catch {
      // The next look tries again.
    }
  }
  if (look < MOST_LOOKS) setTimeout(() => void loadMenu(look + 1), 1000 * look);
}

if (!("connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData)) {
  addEventListener("pointerover", loadAhead);
  addEventListener("focusin", loadAhead);
  void loadMenu();
}
