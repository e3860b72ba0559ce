const errors = (names, settings = {}) => ({
  ...Object.fromEntries(names.map((name) => [name, "error"])),
  ...settings,
});

/** Rules about values without a type. */
const UNSAFE = [
  "typescript/no-unsafe-argument",
  "typescript/no-unsafe-assignment",
  "typescript/no-unsafe-call",
  "typescript/no-unsafe-enum-comparison",
  "typescript/no-unsafe-function-type",
  "typescript/no-unsafe-member-access",
  "typescript/no-unsafe-return",
];

export default {
  ignorePatterns: ["build", "node_modules", ".data", "test-results", "playwright-report", "public"],
  env: { builtin: true, browser: true, node: true },
  // Types are read once, for the rules and for the errors of the compiler.
  options: { typeAware: true, typeCheck: true, denyWarnings: true },
  plugins: ["eslint", "typescript", "oxc", "react", "jsx-a11y", "unicorn"],
  categories: { correctness: "error" },
  rules: errors(
    [
      ...UNSAFE,
      "eqeqeq",
      "no-array-constructor",
      "no-case-declarations",
      "no-console",
      "no-empty",
      // Text never becomes code (ASVS 1.3.2).
      "no-eval",
      "no-new-func",
      "no-fallthrough",
      "no-prototype-builtins",
      "no-regex-spaces",
      "no-unexpected-multiline",
      "no-var",
      "prefer-const",
      "prefer-rest-params",
      "prefer-spread",
      "typescript/ban-ts-comment",
      "typescript/no-explicit-any",
      "typescript/no-misused-promises",
      "typescript/no-namespace",
      "typescript/no-require-imports",
      "typescript/no-unnecessary-type-assertion",
      "typescript/no-unnecessary-type-constraint",
      "typescript/only-throw-error",
      "typescript/prefer-promise-reject-errors",
      "typescript/require-await",
      "typescript/restrict-plus-operands",
      // The formatter decides the layout: a literal is spread only where it merges.
      "unicorn/no-useless-spread",
    ],
    {
      "no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "typescript/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "typescript/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
      // Without it, what follows in `catch` or `finally` does not wait.
      "typescript/return-await": ["error", "error-handling-correctness-only"],
      // A role on a plain element is styled alike everywhere; `output` and `search` are not.
      "jsx-a11y/prefer-tag-over-role": "off",
      // A row of a list of facts is a tuple of a name and an element.
      "react/jsx-key": "off",
      // The product counts code points, and sorts strings by them.
      "typescript/no-misused-spread": "off",
      // A text may be named `then`; a short pattern reads as well as a call.
      "unicorn/no-thenable": "off",
      "unicorn/prefer-string-starts-ends-with": "off",
      "typescript/require-array-sort-compare": "off",
    },
  ),
  overrides: [
    {
      // `transact` (db/client.ts) is the one way to a transaction.
      files: ["db/**", "server/**", "ops/**"],
      excludeFiles: [
        "**/*.{test,system}.ts",
        "server/testing/**",
        // A purchase is a `transaction` in answers of old clients.
        "server/http/rest/**",
        "server/orders/receipts/**",
      ],
      rules: { "no-restricted-properties": ["error", { property: "transaction" }] },
    },
    {
      // The files of a worker share modules (vitest.config.ts).
      files: ["**/*.test.{ts,tsx}"],
      excludeFiles: ["**/*.alone.test.{ts,tsx}"],
      rules: { "no-restricted-properties": ["error", { object: "vi", property: "mock" }] },
    },
    {
      files: ["app/**", "server/**/*.tsx"],
      rules: errors(["react/rules-of-hooks", "react/unsupported-syntax"], {
        // A frame that scrolls must be reachable by keyboard.
        "jsx-a11y/no-noninteractive-tabindex": [
          "error",
          { roles: ["region", "tabpanel"], tags: [] },
        ],
        // Remix routes answer early by throwing a Response.
        "typescript/only-throw-error": "off",
      }),
    },
    {
      // Programs that run in a terminal print to it.
      files: ["scripts/**", "ops/{operator,verify-proof}/**", "tools/{bench,cluster}/**"],
      rules: { "no-console": "off" },
    },
    {
      // JavaScript files have no types.
      files: ["**/*.{js,mjs}"],
      rules: Object.fromEntries(
        [...UNSAFE, "typescript/restrict-template-expressions"].map((name) => [name, "off"]),
      ),
    },
  ],
};
