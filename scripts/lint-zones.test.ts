/** @module-tag full */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");

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
  ["db/client.ts", "@locales/languages"],
  ["db/client.ts", "node:fs"],
  ["themes/registry.ts", "@db/vocabulary"],
  ["locales/languages.ts", "./en/visitor"],
  ["e2e/harness/server.ts", "@server/access/call/trpc"],
];

const ALIASES: Record<string, string> = {
  "~": "app",
  "@db": "db",
  "@ops": "ops",
  "@server": "server",
  "@themes": "themes",
  "@locales": "locales",
};

/** Returns the file of the project that a file imports; null for a package. */
function imported(from: string, name: string): string | null {
  const [alias = "", ...rest] = name.split("/");
  const base = name.startsWith(".") ? path.join(path.dirname(from), name) : ALIASES[alias];
  if (!base) return null;
  const file = name.startsWith(".") ? base : path.join(base, ...rest);
  return path.extname(file) ? file : `${file}.ts`;
}

interface Report {
  diagnostics: { code: string; filename: string }[];
}

let folder: string;
/** The importing files that violate the rule of zones. */
let refused: Set<string>;

const fileOf = (index: number, from: string): string =>
  path.join(path.dirname(from), `case-${index}-${path.basename(from)}`);

// A project of empty files with the product's settings: one run of the linter serves all cases.
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "prelaunch-zones-")));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const [index, [from, name]] of [...REFUSED, ...ALLOWED].entries()) {
    write(fileOf(index, from), `import * as x from "${name}";\nvoid x;\n`);
    const file = imported(from, name);
    if (file) write(file, "");
  }
  for (const file of ["package.json", "tsconfig.json", "oxlint.config.js"]) {
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
  write(
    "zones.config.js",
    'import config from "./oxlint.config.js";\nexport default { ...config, options: {} };\n',
  );
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  refused = new Set(
    lint()
      .diagnostics.filter(({ code }) => code === "layers(no-restricted-paths)")
      .map(({ filename }) => filename),
  );
});

function lint(): Report {
  const oxlint = path.join(ROOT, "node_modules", ".bin", "oxlint");
  const run = () =>
    execFileSync(oxlint, ["--config", "zones.config.js", "--format", "json"], {
      cwd: folder,
      encoding: "utf8",
    });
  try {
    return JSON.parse(run()) as Report;
  } catch (error) {
    // The linter ends with an error if it has findings.
    return JSON.parse((error as { stdout: string }).stdout) as Report;
  }
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(REFUSED.map((one, index) => [...one, index] as const))(
  "%s may not import %s",
  (from, _imported, index) => {
    expect([...refused]).toContain(fileOf(index, from));
  },
);

test.each(ALLOWED.map((one, index) => [...one, index] as const))(
  "%s may import %s",
  (from, _imported, index) => {
    expect([...refused]).not.toContain(fileOf(REFUSED.length + index, from));
  },
);
