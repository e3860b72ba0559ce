/**
 * Settings of knip, by which `npm run lint` finds files, exports and dependencies that nothing
 * uses.
 */
export default {
  entry: [
    "app/entry.*.tsx",
    "app/routes.ts",
    "app/routes/**/route.{ts,tsx}",
    "ops/running/main.ts",
    // scripts/build.mjs bundles these.
    "ops/operator/main.ts",
    "ops/verify-proof/main.ts",
    "tools/bench/{pages,lighthouse/measure,memory,rest,lists,opening,launch,statements,risk}.ts",
    "tools/bench/harness/minimal-app.tsx",
    // Processes of their own load these.
    "server/access/sessions/password-worker.ts",
    "ops/running/file-worker.ts",
    // Another module stands for it in tests (vitest.config.ts).
    "server/platform/config/worker-file.ts",
    "server/testing/bundled-worker-file.ts",
    "db/testing/hold-embedded.ts",
    "tools/faults/{run.ts,harness/{hold-disk.ts,preload.mjs}}",
    "tools/attacks/run.ts",
    "tools/takeover/make-fixture.ts",
    "tools/cluster/{run-faults.ts,cluster.mjs}",
    "scripts/**/*.{mjs,ts}",
  ],
  project: ["{app,server,db,themes,locales,scripts,ops,tools,e2e}/**/*.{ts,tsx,js,mjs,css}"],
  vitest: {
    config: ["vitest.config.ts", "vitest.system.config.ts"],
    entry: ["**/*.test.{ts,tsx}", "**/*.system.ts", "db/testing/global-setup.ts"],
  },
  compilers: {
    css: (text) =>
      [...text.matchAll(/(?:@import |url\()"(?!data:)([^"]+)"/g)]
        .map(([, name]) => `import ${JSON.stringify(name)};`)
        .join("\n"),
  },
  // Programs that npm does not install are looked for when a test runs; a route's action may be its
  // loader.
  exclude: ["binaries", "duplicates"],
  // Programs read these by their path or name: a font, the list of bank branches, a linter's command
  // and a library of contracts.
  ignoreDependencies: [/^@expo-google-fonts\//, "ifsc", "squawk-cli", "@openzeppelin/contracts"],
  // A reader may need the type of an exported function's argument, whoever imports it.
  ignoreExportsUsedInFile: { interface: true, type: true },
};
