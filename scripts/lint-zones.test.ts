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
];

const ALLOWED: Import[] = [
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
];

const ALIASES: Record<string, string> = {
  "~": "app",
  "@db": "db",
  "@server": "server",
  "@themes": "themes",
  "@locales": "locales",
};

/** The file of the project that a file imports; null for a package. */
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
/** The importing files of which the rule of zones complains. */
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
    // It ends with an error where it has complaints.
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
