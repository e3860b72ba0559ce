import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

const VOCABULARY = "db/vocabulary.ts";

/**
 * Which folder may import what of the project, beside itself; anything else is refused. Dependencies
 * run one way: app → server → db; themes is a leaf (docs/decisions/0005).
 */
export const LAYERS = {
  app: [
    "locales",
    "themes",
    VOCABULARY,
    "server/contracts",
    "server/domain",
    "server/words",
    // Types alone: the load context says what a page may reach.
    "server/context/load-context.ts",
    "server/context/actor.ts",
    "server/context/site.ts",
    "server/procedures/router.ts",
  ],
  server: ["db", "locales", "themes"],
  db: ["locales"],
  themes: [VOCABULARY],
  locales: [],
};

/** Within `server`, for all but tests, which also import what they test with. */
export const SERVER_LAYERS = {
  // A rule knows no caller and no SQL.
  "server/domain": ["locales", VOCABULARY],
  "server/contracts": ["server/domain", "locales", "themes", VOCABULARY],
  "server/words": ["server/domain", "locales", VOCABULARY],
  // A procedure does not know through which transport it was called.
  "server/procedures": [
    "db",
    "locales",
    "themes",
    "server/context",
    "server/contracts",
    "server/delivery",
    "server/documents",
    "server/domain",
    "server/hosts",
    "server/identity",
    "server/media",
    "server/sealing",
    "server/words",
  ],
};

const zonesOf = (layers) =>
  Object.entries(layers).map(([folder, allowed]) => ({
    target: `./${folder}`,
    from: "./",
    except: ["node_modules", folder, ...allowed],
    message: `${folder} may import ${allowed.join(", ") || "nothing"} (eslint.config.js).`,
  }));

export default tseslint.config(
  {
    ignores: [
      "build/",
      "node_modules/",
      ".data/",
      "test-results/",
      "playwright-report/",
      "public/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [createTypeScriptImportResolver({ project: "./tsconfig.json" })],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones: zonesOf(LAYERS) }],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "separate-type-imports" },
      ],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    files: ["server/**"],
    ignores: ["**/*.test.{ts,tsx}", "server/testing/**"],
    rules: {
      "import-x/no-restricted-paths": [
        "error",
        { zones: zonesOf({ ...LAYERS, ...SERVER_LAYERS }) },
      ],
    },
  },
  {
    files: ["app/**", "server/**/*.tsx"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y },
    rules: {
      ...jsxA11y.configs.recommended.rules,
      ...reactHooks.configs.recommended.rules,
      // A frame that scrolls must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["region", "tabpanel"], tags: [] }],
      // Remix routes answer early by throwing a Response.
      "@typescript-eslint/only-throw-error": "off",
    },
  },
  {
    // What is run from a terminal speaks to it.
    files: [
      "scripts/**",
      "bench/**",
      "db/seed/**",
      "server/operations/operator/**",
      "server/operations/verify-proof/**",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
