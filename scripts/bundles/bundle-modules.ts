import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** What may be part of a bundle. */
export interface Allowed {
  /** For the message: what the bundle is loaded by. */
  bundle: string;
  /** Folders and files of the project, from its root. */
  paths: readonly string[];
  /** Files among them that may not. */
  except?: RegExp;
  /** Packages, or scopes with a slash. */
  packages: readonly string[];
}

const ROOMS = path.join(import.meta.dirname, "../../server");

/** The folders of this name in the rooms of `server`. */
const inRooms = (kind: string): string[] =>
  readdirSync(ROOMS)
    .filter((room) => existsSync(path.join(ROOMS, room, kind)))
    .map((room) => `server/${room}/${kind}`);

/** Whatever is not here never reaches a browser. Contracts and charts stay on the server. */
export const BROWSER: Allowed = {
  bundle: "the browser",
  paths: ["app", "db/vocabulary.ts", "locales", ...inRooms("rules"), "themes"],
  except: /\.server\.tsx?$/,
  packages: [
    "@conform-to/dom",
    "@conform-to/react",
    // For the proofs.
    "@noble/ed25519",
    "@noble/hashes",
    "@radix-ui/",
    "@remix-run/react",
    "@remix-run/router",
    // Loaded when somebody presses a passkey button.
    "@simplewebauthn/browser",
    "get-nonce",
    "i18next",
    "lucide-react",
    "react",
    "react-dom",
    "react-i18next",
    "react-router",
    "react-router-dom",
    // What those import.
    "@remix-run/server-runtime",
    "@web3-storage/multipart-parser",
    "aria-hidden",
    "cookie",
    "detect-node-es",
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
 * A page on the server reaches the rest through its load context. Packages are not bundled there; of
 * fonts only the addresses are.
 */
export const PAGES: Allowed = {
  bundle: "the pages on the server",
  paths: [...BROWSER.paths, ...inRooms("contracts"), "server/platform/words"],
  packages: ["@fontsource-variable/"],
};

/**
 * Fails a build as soon as one of its modules imports what may not be part of its bundle. Modules
 * that the bundler makes up, and what it leaves outside, are not looked at.
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
      // Of a chain of wrong modules the first import is to be mended, and so is to be named.
      if (importer !== null && !isAllowed(allowed, importer)) return;
      const imported = [
        ...module.importedIdResolutions,
        ...module.dynamicallyImportedIdResolutions,
      ].filter(({ external }) => external === false);
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

/** From the project's root; null for what is no file. */
function pathIn(root: string, id: string): string | null {
  if (id.startsWith("__vite-browser-external")) return "a module of Node";
  // What stands for a CommonJS file is named by a zero byte before its path.
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
