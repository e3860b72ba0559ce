import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "@server/operations/operator/run";

const SOURCES = [
  "app",
  "server",
  "db",
  "themes",
  "locales",
  "e2e",
  "bench",
  "faults",
  "attacks",
  "scripts",
];
/** First parts of paths to check; any other path in a document is an example or a URL. */
const TOP = new Set([...SOURCES, "docs", "deploy", ".ci", ".github"]);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const DOCUMENTS = [...readdirSync("."), ...filesIn("docs")].filter((file) => file.endsWith(".md"));
const textOf = (file: string): string => readFileSync(file, "utf8");

/** The inline code and code blocks of a document. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, code = ""]) => code);
  const spans = [...text.replace(/^```.*?^```/gms, "").matchAll(/`([^`\n]+)`/g)];
  return [...blocks, ...spans.map(([, code = ""]) => code)];
}

/** The ids that GitHub gives to a document's headings. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Expands `a/{b,c}` to `a/b` and `a/c`. */
function unfolded(name: string): string[] {
  const [, before = "", choices, after = ""] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (choices === undefined) return [name];
  return choices.split(",").flatMap((choice) => unfolded(before + choice + after));
}

/** The repository paths in a piece of code. */
const pathsIn = (code: string): string[] =>
  code
    .split(/\s+/)
    .filter((word) => /^[.\w][\w.{},/-]*$/.test(word) && TOP.has(word.split("/")[0] ?? ""))
    .filter((word) => word.includes("/"))
    .flatMap(unfolded);

const isCommand = (words: string): boolean => COMMANDS.some(({ name }) => name === words);

describe.each(DOCUMENTS)("%s", (file) => {
  const text = textOf(file);

  test("its links refer to existing files and headings", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to);
    const dead = links.filter((to) => {
      if (/^[a-z]+:/.test(to)) return false;
      const [name = "", anchor] = to.split("#");
      const target = name ? path.join(path.dirname(file), name) : file;
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test("the paths it names exist", () => {
    expect(
      codeIn(text)
        .flatMap(pathsIn)
        .filter((name) => !existsSync(name)),
    ).toEqual([]);
  });

  test("the npm commands it names exist", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const known = new Set([...Object.keys(scripts), "ci", "install", "prune", "audit"]);
    const named = [
      ...codeIn(text)
        .join("\n")
        .matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g),
    ];
    const dead = named.map(([, name = ""]) => name).filter((name) => !known.has(name));
    expect(dead).toEqual([]);
  });

  test("the operator commands it names exist", () => {
    const typed = codeIn(text).flatMap((code) =>
      [...code.matchAll(/npm run operator -- ([a-z-]+)(?: ([a-z-]+))?/g)].map((found) =>
        found.slice(1).filter(Boolean).join(" "),
      ),
    );
    const dead = typed.filter((words) => !words.endsWith("help") && !isCommand(words));
    expect(dead).toEqual([]);
  });
});

/** A command line of a document starts with one of these. */
const PROGRAMS =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|docker|caddy|patronictl|deploy\/\S+\.sh|systemctl|openssl|curl|useradd|install|apt-get|kill) /;

/** The commands of blocks, of indented lines and of inline code. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^[ ]*```[^\n]*\n(.*?)^[ ]*```/gms)].map(
    ([, code = ""]) => code,
  );
  const rest = text.replace(/^[ ]*```.*?^[ ]*```/gms, "");
  const indented = [...rest.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = ""]) => line);
  const spans = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...blocks.flatMap((code) => code.split("\n")), ...indented, ...spans]
    .map((line) => line.trim().replace(/\s+#.*$/, ""))
    .filter((line) => PROGRAMS.test(line));
}

const WEBHOOKS = "server/procedures/webhooks/webhooks.test.ts";
const PROOFS = "server/procedures/proof/proof.test.ts";
const SYSTEM = "server/system/installation.system.ts";
const CHECKOUT = "server/system/commands.system.ts";
const CLUSTER = "server/system/cluster.system.ts";

/** Which test runs a command, and the words by which it does. */
const RUN_BY: readonly (readonly [command: RegExp, file: string, words: string])[] = [
  [/^npm ci( && npm run build( && npm start)?)?$/, SYSTEM, '"npm", "ci"'],
  [/^npm run build$/, SYSTEM, '"npm", "run", "build"'],
  [/^npm start$/, SYSTEM, '"npm", "start"'],
  [/^node --env-file=\.env build\/main\.js$/, SYSTEM, '"--env-file=.env", "build/main.js"'],
  [/^caddy run /, SYSTEM, '"caddy", "run", "--config", "deploy/Caddyfile", "--adapter"'],
  [/^openssl rand -base64 48$/, SYSTEM, '"openssl", "rand", "-base64", "48"'],
  [/^npm run (dev|demo)$/, CHECKOUT, '["npm run dev", "npm run demo"]'],
  [/^npm run hooks$/, CHECKOUT, '"npm run hooks"'],
  [/^npm run format$/, CHECKOUT, '"npm run format"'],
  [/^npm run env-example$/, CHECKOUT, '"npm run env-example"'],
  [/^npm run lint$/, CHECKOUT, '"npm run lint"'],
  [/^npm run sbom$/, CHECKOUT, '"npm run --silent sbom"'],
  [/^npm run bench( -- [A-Za-z]+)?$/, CHECKOUT, '"npm run bench -- statements"'],
  [/^npx drizzle-kit generate --name /, CHECKOUT, "npx drizzle-kit generate --name"],
  [/^npx drizzle-kit generate --custom --name /, CHECKOUT, "npx drizzle-kit generate --custom"],
  [/^npx vitest run server\/domain\/money$/, CHECKOUT, "npx vitest run server/domain/money"],
  [/^MODIFICATIONS=\d+ npx vitest run /, CHECKOUT, "npx vitest run server/operations/modific"],
  [/^npm run build && npx playwright test e2e\//, CHECKOUT, "npx playwright test e2e/"],
  [/^npm run test:faults/, "scripts/test.mjs", '"faults.mjs"'],
  [/^npm run test:attacks/, "scripts/test.mjs", '"attacks.mjs"'],
  [/^npm test$/, ".ci/run", "npm test"],
  [/^(WEBHOOK_SECRET=\S+ )?node scripts\/send-notice\.mjs/, WEBHOOKS, "scripts/send-notice.mjs"],
  [/^(npm run verify-proof --|node verify-proof\.mjs) /, PROOFS, '"verify-proof.mjs"'],
  [/^deploy\/release\.sh (use|roll-back|show)/, "scripts/release.test.ts", '"release.sh"'],
  [
    /^npm run build && node deploy\/cluster\/cluster\.mjs$/,
    CLUSTER,
    '"deploy/cluster/cluster.mjs"',
  ],
  [/^curl -X POST \S+\/api\/v1\/user\/auth\/login/, "e2e/api/story.spec.ts", "/user/auth/login"],
];

/** Commands that no test can run here, and why. */
const NOT_RUN: readonly (readonly [command: RegExp, reason: string])[] = [
  [
    /^apt-get install /,
    "Whoever runs the tests installs Debian's packages; they name what is missing.",
  ],
  [
    /^(docker|docker compose) /,
    "There is no container engine: the image's steps and compose.yaml are tested.",
  ],
  [
    /^(systemctl|useradd|install) /,
    "They change the machine: scripts/release.test.ts has stubs of systemctl.",
  ],
  [/^(curl -I|kill -USR2)/, "They look at an installation that is in trouble."],
  [/^patronictl /, "They change a cluster by hand."],
  [/^npm run test:(full|system|cluster|nodes)/, "They run the tests themselves."],
  [/^npm (audit|install|prune)/, "They ask a registry."],
];

describe("every command of the documents is run by a test", () => {
  const commands = new Set(
    [...DOCUMENTS, ...filesIn("deploy"), ...filesIn("bench")]
      .filter((file) => file.endsWith(".md") && !file.includes("decisions/"))
      .filter((file) => file !== "CHANGELOG.md")
      .flatMap((file) => commandsIn(textOf(file))),
  );
  const tests = [
    ...["server/operations/operator", "e2e/white-label", "server/system", "scripts"].flatMap(
      filesIn,
    ),
  ]
    .filter((file) => /\.(test|spec|system)\.ts$/.test(file) && !file.endsWith("documents.test.ts"))
    .map(textOf)
    .join("\n");

  test("or has a reason not to be", () => {
    const unknown = [...commands].filter((command) => {
      if (command.startsWith("npm run operator")) return false;
      return ![...RUN_BY, ...NOT_RUN].some(([pattern]) => pattern.test(command));
    });
    expect(unknown).toEqual([]);
  });

  test("which is there", () => {
    expect(commands.size).toBeGreaterThan(60);
    const dead = RUN_BY.filter(([, file, words]) => !textOf(file).includes(words));
    expect(dead).toEqual([]);
    const unused = [...RUN_BY, ...NOT_RUN].filter(
      ([pattern]) => ![...commands].some((command) => pattern.test(command)),
    );
    expect(unused.map(([pattern]) => pattern.source)).toEqual([]);
  });

  test("and so is each command of npm run operator", () => {
    const untested = COMMANDS.map(({ name }) => name).filter((name) => {
      const listed = name.split(" ").map((word) => `"${word}"`);
      return !tests.includes(name) && !tests.includes(listed.join(", "));
    });
    expect(untested).toEqual([]);
  });
});

test("docs/operating.md lists every command of npm run operator, and no other", () => {
  const [, table = ""] = /^\| commands .*?\n((?:\|.*\n)+)/m.exec(textOf("docs/operating.md")) ?? [];
  // A row has its noun once: `domain list`, `add <host>`.
  const listed = table.split("\n").flatMap((row) => {
    const [, cell = ""] = row.split("|");
    let noun = "";
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, typed = ""]) => {
      const [first = "", second = ""] = typed.split(" ");
      if (!typed.includes(" ") && isCommand(typed)) return typed;
      const startsWithNoun = COMMANDS.some(({ name }) => name.startsWith(`${first} `));
      if (startsWithNoun) noun = first;
      return startsWithNoun ? `${first} ${second}` : `${noun} ${first}`;
    });
  });
  expect(listed.sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

test("the sections and decisions that comments refer to exist", () => {
  const dead: string[] = [];
  for (const file of SOURCES.flatMap(filesIn)) {
    if (!/\.(ts|tsx|mjs|css)$/.test(file)) continue;
    const text = textOf(file);
    for (const [reference, name = "", section = ""] of text.matchAll(/\b([a-z]+)\.md §(\d+)/g)) {
      const document = `docs/${name}.md`;
      const isThere =
        existsSync(document) && new RegExp(`^## §${section} `, "m").test(textOf(document));
      if (!isThere) dead.push(`${file}: ${reference}`);
    }
    for (const [reference, number = ""] of text.matchAll(/docs\/decisions\/(\d{4})/g)) {
      const isThere = readdirSync("docs/decisions").some((one) => one.startsWith(`${number}-`));
      if (!isThere) dead.push(`${file}: ${reference}`);
    }
  }
  expect(dead).toEqual([]);
});

test("decisions are numbered without gaps, and their titles begin with their numbers", () => {
  const files = readdirSync("docs/decisions").sort();
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
  const titles = files.map((file) => textOf(`docs/decisions/${file}`).split("\n")[0] ?? "");
  expect(titles.map((title) => parseInt(title.slice(2), 10))).toEqual(numbers);
});
