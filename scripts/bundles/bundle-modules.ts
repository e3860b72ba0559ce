import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** The modules that a bundle may contain. */
export interface Allowed {
  /** The reader of the bundle, for the message. */
  bundle: string;
  /** Folders and files of the project, from its root. */
  paths: readonly string[];
  /** Files among `paths` that are not allowed. */
  except?: RegExp;
  /** Packages, or scopes with a slash. */
  packages: readonly string[];
}

const ROOMS = path.join(import.meta.dirname, "../../server");

/** Returns the folders of this name in the rooms of `server`. */
const inRooms = (kind: string): string[] =>
  readdirSync(ROOMS)
    .filter((room) => existsSync(path.join(ROOMS, room, kind)))
    .map((room) => `server/${room}/${kind}`);

/** The modules that may reach a browser. Contracts and charts stay on the server. */
export const BROWSER: Allowed = {
  bundle: "the browser",
  paths: ["app", "db/vocabulary.ts", "locales", ...inRooms("rules"), "themes"],
  except: /\.server\.tsx?$/,
  packages: [
    "@conform-to/dom",
    "@conform-to/react",
    // Verifies proofs.
    "@noble/ed25519",
    "@noble/hashes",
    "@radix-ui/",
    "@remix-run/react",
    "@remix-run/router",
    // The browser loads it when somebody presses a passkey button.
    "@simplewebauthn/browser",
    "i18next",
    "lucide-react",
    "react",
    "react-dom",
    "react-i18next",
    "react-router",
    "react-router-dom",
    // The packages above import these.
    "@remix-run/server-runtime",
    "@web3-storage/multipart-parser",
    "aria-hidden",
    "cookie",
    "detect-node-es",
    "get-nonce",
    "html-parse-stringify",
    "react-remove-scroll",
    "react-remove-scroll-bar",
    "react-style-singleton",
    "scheduler",
    "set-cookie-parser",
    "tslib",
    "turbo-stream",
    "use-callback-ref",
    "use-sidecar",
    "void-elements",
  ],
};

/**
 * The modules of a page on the server, which reaches the rest through its load context. Packages
 * are not bundled there; of fonts only the addresses are.
 */
export const PAGES: Allowed = {
  bundle: "the pages on the server",
  paths: [...BROWSER.paths, ...inRooms("contracts"), "server/platform/words"],
  packages: ["@fontsource-variable/"],
};

/**
 * Fails a build as soon as one of its modules imports a module that its bundle may not contain.
 * Modules that the bundler makes up, and external packages, are not checked.
 */
export function allowOnly(browser: Allowed, pages: Allowed): Plugin {
  let root = "";
  let allowed = browser;
  return {
    name: "allow-only",
    apply: "build",
    configResolved(config) {
      root = config.root;
      allowed = config.build.ssr ? pages : browser;
    },
    moduleParsed(module) {
      const importer = pathIn(root, module.id);
      // Only the first import of a chain of wrong modules is named, since it is the one to mend.
      if (importer !== null && !isAllowed(allowed, importer)) return;
      const imported = [
        ...module.importedIdResolutions,
        ...module.dynamicallyImportedIdResolutions,
      ].filter(({ id, external }) => external === false || path.isAbsolute(id));
      for (const { id } of imported) {
        const at = pathIn(root, id);
        if (at === null || isAllowed(allowed, at)) continue;
        this.error(
          `${importer ?? module.id} imports ${at}, which may not reach ${allowed.bundle} (scripts/bundles/bundle-modules.ts).`,
        );
      }
    },
  };
}

/** Returns the path from the project's root; null for a module that is no file. */
function pathIn(root: string, id: string): string | null {
  if (id.startsWith("__vite-browser-external")) return "a module of Node";
  // The bundler's stand-in for a CommonJS file has a zero byte before its path.
  const [file = ""] = id.replace(/^\0/, "").split("?");
  return path.isAbsolute(file) ? path.relative(root, file) : null;
}

function isAllowed(allowed: Allowed, at: string): boolean {
  const [, inPackages] = /^.*node_modules\/(.*)$/.exec(at) ?? [];
  if (inPackages !== undefined) return allowed.packages.some((name) => isIn(name, inPackages));
  return allowed.paths.some((name) => isIn(name, at)) && !allowed.except?.test(at);
}

const isIn = (name: string, at: string) =>
  at === name || at.startsWith(name.endsWith("/") ? name : `${name}/`);
