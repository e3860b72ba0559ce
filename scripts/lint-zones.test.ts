import { ESLint } from "eslint";
import { expect, test } from "vitest";

const eslint = new ESLint({
  // The rule of zones alone: the others take types, and time.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === "import-x/no-restricted-paths",
});

/** What the lint says of a file that imports something. */
async function complaints(filePath: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import * as x from "${imported}";\nvoid x;\n`, {
    filePath,
  });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const REFUSED = ["import-x/no-restricted-paths"];

test.each([
  ["app/root.tsx", "@db/client"],
  ["app/root.tsx", "@server/procedures/orders/router"],
  ["app/root.tsx", "@server/procedures/trpc"],
  ["app/root.tsx", "../scripts/chromium.mjs"],
  ["server/start.ts", "~/lib/paths"],
  ["server/start.ts", "../scripts/chromium.mjs"],
  ["server/domain/refusals/refuse.ts", "@db/client"],
  ["server/domain/refusals/refuse.ts", "@server/procedures/trpc"],
  ["server/domain/refusals/refuse.ts", "../../procedures/router"],
  ["server/contracts/orders.ts", "@server/procedures/router"],
  ["server/words/words.ts", "@db/client"],
  ["server/procedures/router.ts", "@server/transport/rest/row-table"],
  ["server/procedures/router.ts", "@server/transport/http/app"],
  ["server/procedures/router.ts", "@server/testing/member-harness"],
  ["server/procedures/router.test.ts", "~/lib/paths"],
  ["db/client.ts", "@server/procedures/trpc"],
  ["db/client.ts", "~/lib/paths"],
  ["db/client.ts", "@themes/registry"],
  ["db/client.test.ts", "@server/procedures/trpc"],
  ["themes/registry.ts", "@db/client"],
  ["themes/registry.ts", "@server/domain/refusals/refuse"],
  ["themes/registry.ts", "~/lib/paths"],
  ["themes/registry.ts", "@locales/languages"],
  ["locales/languages.ts", "@db/vocabulary"],
  ["locales/languages.ts", "@server/procedures/trpc"],
])("%s may not import %s", async (file, imported) => {
  expect(await complaints(file, imported)).toEqual(REFUSED);
});

test.each([
  ["app/root.tsx", "@db/vocabulary"],
  ["app/root.tsx", "@server/domain/refusals/refuse"],
  ["app/root.tsx", "@server/procedures/router"],
  ["app/root.tsx", "react"],
  ["server/start.ts", "@db/client"],
  ["server/domain/refusals/refuse.ts", "@db/vocabulary"],
  ["server/procedures/router.ts", "@server/procedures/trpc"],
  ["server/procedures/router.test.ts", "@server/testing/member-harness"],
  ["db/client.ts", "@locales/languages"],
  ["db/client.ts", "node:fs"],
  ["themes/registry.ts", "@db/vocabulary"],
  ["locales/languages.ts", "./en/visitor"],
  ["e2e/harness/server.ts", "@server/procedures/trpc"],
])("%s may import %s", async (file, imported) => {
  expect(await complaints(file, imported)).toEqual([]);
});
