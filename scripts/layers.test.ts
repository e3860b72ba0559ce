import { expect, test } from "vitest";
import { brokenImports } from "./layers.mjs";

type Import = [from: string, imported: string];

const REFUSED: Import[] = [
  ["app/root.tsx", "@db/client"],
  ["app/root.tsx", "@server/orders/router"],
  ["app/root.tsx", "@server/access/call/trpc"],
  ["app/root.tsx", "../scripts/test/chromium.mjs"],
  ["ops/running/start.ts", "~/lib/paths"],
  ["ops/running/start.ts", "../../scripts/test/chromium.mjs"],
  ["server/platform/rules/refusals/refuse.ts", "@db/client"],
  ["server/platform/rules/refusals/refuse.ts", "@server/access/call/trpc"],
  ["server/platform/rules/refusals/refuse.ts", "../../../http/router"],
  ["server/orders/contracts/orders.ts", "@server/http/router"],
  ["server/platform/rules/words.ts", "@server/platform/contracts/fields"],
  ["server/payments/payments.ts", "@server/orders/router"],
  ["server/orders/router.ts", "@server/http/rest/row-table"],
  ["server/orders/router.ts", "@ops/running/start"],
  ["server/orders/records/order-audit.ts", "@server/orders/buying/place-order"],
  ["server/orders/router.ts", "@server/access/call/trpc"],
  ["server/http/router.ts", "@server/testing/member-harness"],
  ["server/http/router.test.ts", "~/lib/paths"],
  ["db/client.ts", "@server/access/call/trpc"],
  ["db/client.ts", "~/lib/paths"],
  ["db/client.ts", "@themes/registry"],
  ["db/client.test.ts", "@server/access/call/trpc"],
  ["themes/registry.ts", "@db/client"],
  ["themes/registry.ts", "@server/platform/rules/refusals/refuse"],
  ["themes/registry.ts", "~/lib/paths"],
  ["themes/registry.ts", "@locales/languages"],
  ["locales/languages.ts", "@db/vocabulary"],
  ["locales/languages.ts", "@server/access/call/trpc"],
];

const ALLOWED: Import[] = [
  ["app/root.tsx", "@db/vocabulary"],
  ["app/root.tsx", "@server/platform/rules/refusals/refuse"],
  ["app/root.tsx", "@server/http/router"],
  ["app/root.tsx", "react"],
  ["ops/running/start.ts", "@db/client"],
  ["server/platform/rules/refusals/refuse.ts", "@db/vocabulary"],
  ["server/http/router.ts", "@server/access/index"],
  ["server/http/router.ts", "@server/orders/rules/lifecycle"],
  ["server/http/router.test.ts", "@server/testing/member-harness"],
  ["server/orders/buying/place-order.ts", "@server/orders/records/order-audit"],
  ["db/client.ts", "@locales/languages"],
  ["db/client.ts", "node:fs"],
  ["themes/registry.ts", "@db/vocabulary"],
  ["locales/languages.ts", "./en/visitor"],
  ["e2e/harness/server.ts", "@server/access/call/trpc"],
];

/** The faults of a file that imports one module by each way of the language. */
const faultsOf = (from: string, name: string): string[] =>
  brokenImports(
    from,
    [`import * as x from "${name}";`, `export * from "${name}";`, `void import("${name}");`].join(
      "\n",
    ),
  );

test.each(REFUSED)("%s may not import %s", (from, name) => {
  expect(faultsOf(from, name).length).toBeGreaterThanOrEqual(3);
});

test.each(ALLOWED)("%s may import %s", (from, name) => {
  expect(faultsOf(from, name)).toEqual([]);
});
