import { matchRoutes } from "@remix-run/react";

/** What Remix keeps of the routes that the page's links lead to. */
interface Known {
  __remixManifest?: { routes: Record<string, { module: string; imports?: string[] } | undefined> };
  __remixRouter?: { routes: Parameters<typeof matchRoutes>[0] };
}

const asked = new Set<string>();

/** The scripts of the menu's places. */
const brought = new Set<string>();

/** The routes of a menu are discovered soon after its page. */
const MOST_LOOKS = 5;

/**
 * Loads the scripts of a page into the browser's cache when a link to it is pointed at or focused, so
 * that a tap waits for its data alone. The data is not loaded: it could be old by then. Nothing is
 * imported: a browser does not try a failed import again.
 */
function loadAhead({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.origin !== location.origin || link.target) return;
  const { __remixManifest: manifest, __remixRouter: router } = window as Known;
  for (const { route } of matchRoutes(router?.routes ?? [], link.pathname) ?? []) {
    const { module, imports = [] } = manifest?.routes[route.id ?? ""] ?? {};
    for (const url of module === undefined ? [] : [module, ...imports]) {
      if (asked.has(url)) continue;
      asked.add(url);
      // The navigation asks again for what failed, and says so.
      fetch(url).catch(() => asked.delete(url));
    }
  }
}

if (!("connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData)) {
  addEventListener("pointerover", loadAhead);
  addEventListener("focusin", loadAhead);
  loadMenu();
}

/**
 * Loads the menu's places with their texts once the page has come, and once Remix knows their routes:
 * where the line is lost and a script is missing, Remix loads the document anew, and the page that is
 * shown would be gone. What is fetched before it is imported does not fail then.
 */
function loadMenu(look = 1): void {
  const { __remixManifest: manifest, __remixRouter: router } = window as Known;
  const places = [...document.querySelectorAll<HTMLAnchorElement>("nav a[href]")].map(
    ({ pathname }) => matchRoutes(router?.routes ?? [], pathname)?.at(-1)?.route.id,
  );
  for (const id of places) {
    const { module, imports = [] } = manifest?.routes[id ?? ""] ?? {};
    if (module === undefined || brought.has(module)) continue;
    brought.add(module);
    Promise.all([module, ...imports].map((url) => fetch(url)))
      .then(() => import(/* @vite-ignore */ module))
      .catch(() => brought.delete(module));
  }
  if (look < MOST_LOOKS) setTimeout(() => loadMenu(look + 1), 1000 * look);
}
