import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** Dependencies run one way: app → server → db; themes is a leaf (docs/decisions/0005). */
const zones = [
  {
    target: "./app",
    from: "./server",
    except: [
      "./contracts",
      "./domain",
      "./words",
      // Types alone: the load context says what a page may reach.
      "./context/load-context.ts",
      "./context/actor.ts",
      "./context/site.ts",
      "./procedures/router.ts",
    ],
    message: "A screen reaches the service layer through its load context.",
  },
  {
    target: "./app",
    from: "./db",
    except: ["./vocabulary.ts"],
    message: "A screen knows the vocabulary, not the database.",
  },
  { target: "./server", from: "./app", message: "The service layer knows no screens." },
  { target: "./db", from: "./app", message: "The database knows no screens." },
  {
    target: "./themes",
    from: ["./app", "./server"],
    message: "Themes is a leaf.",
  },
  {
    target: "./themes",
    from: "./db",
    except: ["./vocabulary.ts"],
    message: "Themes is a leaf.",
  },
  {
    target: "./server/domain",
    from: [
      "./server/procedures",
      "./server/rest",
      "./server/context",
      "./server/adapters",
      "./server/jobs",
      "./server/http",
    ],
    message: "A rule knows no caller.",
  },
  {
    target: "./server/domain",
    from: "./db",
    except: ["./vocabulary.ts"],
    message: "A rule knows no SQL.",
  },
  {
    target: "./server/procedures",
    from: ["./server/rest", "./server/http"],
    message: "A procedure does not know through which door it was called.",
  },
];

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
      "import-x/no-restricted-paths": ["error", { zones }],
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
    files: ["app/**"],
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
    files: ["scripts/**", "bench/**", "db/seed/**", "server/operator/**"],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
