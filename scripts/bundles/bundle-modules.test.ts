/** @module-tag full */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "vite";
import { afterAll, expect, test } from "vitest";
import { allowOnly, BROWSER, PAGES } from "./bundle-modules";

const root = mkdtempSync(path.join(tmpdir(), "bundle-modules-"));
afterAll(() => rmSync(root, { recursive: true }));

const FILES = [
  "app/lib/paths.ts",
  "app/lib/messages/toasts.server.ts",
  "db/client.ts",
  "db/vocabulary.ts",
  "locales/languages.ts",
  "scripts/tool.ts",
  "server/orders/contracts/orders.ts",
  "server/orders/rules/rule.ts",
  "server/http/router.ts",
  "ops/running/start.ts",
  "themes/registry.ts",
  "node_modules/@radix-ui/react-tabs/index.js",
  "node_modules/@conform-to/zod/index.js",
  "node_modules/cjs/index.js",
  "node_modules/react/index.js",
  "node_modules/react-of-somebody/index.js",
  "node_modules/zod/index.js",
];
for (const file of FILES) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), "export default 1;\n");
  if (file.startsWith("node_modules/")) {
    writeFileSync(path.join(root, path.dirname(file), "package.json"), '{ "main": "index.js" }\n');
  }
}

/** Bundles one page that imports something; returns the message of the build. */
async function buildPage(imported: string, isForPages = false): Promise<string> {
  const input = path.join(root, "app/page.ts");
  writeFileSync(input, `import one from "${imported}";\nexport const page = one;\n`);
  try {
    await build({
      root,
      configFile: false,
      logLevel: "silent",
      plugins: [allowOnly(BROWSER, PAGES)],
      build: {
        write: false,
        ssr: isForPages,
        rollupOptions: { input, external: (id) => isForPages && id.startsWith(`${root}/server/`) },
      },
    });
    return "built";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("the import that is named is the first of a chain of wrong ones", async () => {
  writeFileSync(
    path.join(root, "node_modules/zod/index.js"),
    'export { default } from "./core";\n',
  );
  writeFileSync(path.join(root, "node_modules/zod/core.js"), "export default 1;\n");
  expect(await buildPage("zod")).toContain("app/page.ts imports node_modules/zod/index.js");
});

test("a CommonJS package is a package like any other", async () => {
  writeFileSync(path.join(root, "node_modules/cjs/index.js"), "module.exports = 1;\n");
  expect(await buildPage("cjs")).toContain("app/page.ts imports node_modules/cjs/index.js");
});

test.each([
  ["zod", "node_modules/zod/index.js"],
  ["@conform-to/zod", "node_modules/@conform-to/zod/index.js"],
  ["react-of-somebody", "node_modules/react-of-somebody/index.js"],
  ["node:fs", "a module of Node"],
  ["../db/client", "db/client.ts"],
  ["../ops/running/start", "ops/running/start.ts"],
  ["../server/http/router", "server/http/router.ts"],
  ["../server/orders/contracts/orders", "server/orders/contracts/orders.ts"],
  ["./lib/messages/toasts.server", "app/lib/messages/toasts.server.ts"],
  ["../scripts/tool", "scripts/tool.ts"],
])("a build for the browser ends at an import of %s", async (imported, named) => {
  expect(await buildPage(imported)).toContain(
    `app/page.ts imports ${named}, which may not reach the browser`,
  );
});

test.each([
  "react",
  "@radix-ui/react-tabs",
  "./lib/paths",
  "../db/vocabulary",
  "../locales/languages",
  "../server/orders/rules/rule",
  "../themes/registry",
])("a build for the browser takes %s", async (imported) => {
  expect(await buildPage(imported)).toBe("built");
});

test("a page on the server takes contracts and its own pieces, and no procedure and no query", async () => {
  expect(await buildPage("../server/orders/contracts/orders", true)).toBe("built");
  expect(await buildPage("./lib/messages/toasts.server", true)).toBe("built");
  for (const imported of ["../server/http/router", "../ops/running/start", "../db/client"]) {
    expect(await buildPage(imported, true)).toContain("may not reach the pages on the server");
  }
});
