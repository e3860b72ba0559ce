import { matchRoutes } from "@remix-run/react";

/** What Remix keeps of the routes that the page's links lead to. */
interface Known {
  __remixManifest?: { routes: Record<string, { module: string; imports?: string[] } | undefined> };
  __remixRouter?: { routes: Parameters<typeof matchRoutes>[0] };
}

const asked = new Set<string>();

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
}
