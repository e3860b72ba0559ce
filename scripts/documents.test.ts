import path from "node:path";
import routes from "../app/routes";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "@ops/operator/run";
import { PAGES } from "@tools/attacks/harness/crawl";

const SOURCES = ["app", "ops", "tools", "server", "db", "themes", "locales", "e2e", "scripts"];
/** First parts of paths to check; any other path in a document is an example or a URL. */
const TOP = new Set([...SOURCES, "docs", "deploy", ".ci", ".github"]);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const DOCUMENTS = [
  ...readdirSync("."),
  ...["docs", "deploy", "locales", "ops", "tools"].flatMap(filesIn),
].filter((file) => file.endsWith(".md"));
const textOf = (file: string): string => readFileSync(file, "utf8");

/** Returns the inline code and code blocks of a document. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, code = ""]) => code);
  const spans = [...text.replace(/^```.*?^```/gms, "").matchAll(/`([^`\n]+)`/g)];
  return [...blocks, ...spans.map(([, code = ""]) => code)];
}

/** Returns the ids that GitHub gives to a document's headings. */
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

/** Returns the repository paths in a piece of code; a `*` stands for a part of a name. */
const pathsIn = (code: string): string[] =>
  code
    .split(/\s+/)
    .filter((word) => /^[.\w][\w.{},/*-]*$/.test(word) && TOP.has(word.split("/")[0] ?? ""))
    .filter((word) => word.includes("/"))
    .flatMap(unfolded);

/** Tells whether a path exists, or some file that its `*` may stand for. */
function isThere(name: string): boolean {
  const star = name.split("/").findIndex((part) => part.includes("*"));
  if (star === -1) return existsSync(name);
  const parts = name.split("/");
  const folder = parts.slice(0, star).join("/");
  const [before = "", after = ""] = (parts[star] ?? "").split("*");
  return (
    existsSync(folder) &&
    readdirSync(folder)
      .filter((one) => one.startsWith(before) && one.endsWith(after))
      .some((one) => isThere([folder, one, ...parts.slice(star + 1)].join("/")))
  );
}

const words = new Set(
  [
    ...[...TOP].filter((one) => existsSync(one)).flatMap(filesIn),
    ...readdirSync(".").filter((one) => /\.(?:[jt]s|json|yaml|example)$|^Dockerfile$/.test(one)),
  ]
    .filter((file) =>
      /\.(?:[jt]sx?|mjs|sql|css|json|ya?ml|sh|cfg|conf|service)$|\/\.?\w+$/.test(file),
    )
    .flatMap((file) => textOf(file).match(/[A-Za-z_]\w+/g) ?? []),
);

/** Names of PostgreSQL, of ClamAV and of the first specification. */
const OTHERS =
  "hot_standby_feedback max_standby_streaming_delay pg_dump pg_wal pg_upgrade StreamMaxLength gstPercentage gstAmount".split(
    " ",
  );

/** Returns the names in inline code: `holdTokens`, `STEP_UP`, `orders.create`. */
const namesIn = (text: string): string[] =>
  [...text.replace(/^```.*?^```/gms, "").matchAll(/`([A-Za-z_][\w.]*[A-Za-z_][\w.]*)`/g)]
    .flatMap(([, code = ""]) => code.split("."))
    .filter((name) => /[a-z][A-Z]|_/.test(name));

/** Returns a document's paragraphs, bullets and cells. */
function blocksOf(text: string): string[] {
  const lines = text.replace(/^```.*?^```/gms, "").split("\n");
  const marked = lines.map((line) =>
    /^\s*\|/.test(line)
      ? line.replaceAll("|", "\n\n")
      : line.replace(/^(?=\s*(?:[-*]|\d+\.) )/, "\n").replace(/^(#.*)$/, "\n$1\n"),
  );
  return marked.join("\n").split(/\n\s*\n/);
}

const isCommand = (words: string): boolean => COMMANDS.some(({ name }) => name === words);

test("each package that the product runs with has a line that says what it is for", () => {
  const { dependencies } = JSON.parse(textOf("package.json")) as { dependencies: object };
  const rows = [...textOf("docs/dependencies.md").matchAll(/^\| `(\S+)`\s*\|\s*\S.*\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies));
});

describe.each(DOCUMENTS)("%s", (file) => {
  const text = textOf(file);

  test("every link of a document refers to an existing file or heading", () => {
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

  test("every path that a document names exists", () => {
    expect(
      codeIn(text)
        .flatMap(pathsIn)
        .filter((name) => !isThere(name)),
    ).toEqual([]);
  });

  test("every name in code that a document has is in the code", () => {
    expect(namesIn(text).filter((name) => !words.has(name) && !OTHERS.includes(name))).toEqual([]);
  });

  test("no paragraph, bullet or cell of a document has more than sixty words", () => {
    // It answers another standard's requirements, each in one cell.
    if (file === "docs/asvs.md") return;
    const long = blocksOf(text).filter((block) => block.trim().split(/\s+/).length > 60);
    expect(long).toEqual([]);
  });

  test("every npm command that a document names exists", () => {
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

  test("every operator command that a document names exists", () => {
    const typed = codeIn(text).flatMap((code) =>
      [...code.matchAll(/npm run operator -- ([a-z-]+)(?: ([a-z-]+))?/g)].map((found) =>
        found.slice(1).filter(Boolean).join(" "),
      ),
    );
    const dead = typed.filter((words) => !words.endsWith("help") && !isCommand(words));
    expect(dead).toEqual([]);
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

test("the sections and decisions that comments refer to exist", { tags: ["full"] }, () => {
  const dead: string[] = [];
  for (const file of SOURCES.flatMap(filesIn)) {
    if (!/\.(ts|tsx|mjs|css)$/.test(file)) continue;
    const text = textOf(file);
    for (const [reference, name = "", section = ""] of text.matchAll(/\b([a-z]+)\.md §(\d+)/g)) {
      const document = `docs/${name}.md`;
      const isKnown =
        existsSync(document) && new RegExp(`^## §${section} `, "m").test(textOf(document));
      if (!isKnown) dead.push(`${file}: ${reference}`);
    }
    for (const [reference, number = ""] of text.matchAll(/docs\/decisions\/(\d{4})/g)) {
      const isKnown = readdirSync("docs/decisions").some((one) => one.startsWith(`${number}-`));
      if (!isKnown) dead.push(`${file}: ${reference}`);
    }
  }
  expect(dead).toEqual([]);
});

/** The text of the documents that prove a protection by a test's title or a symbol's file. */
const text = ["docs/security.md", "docs/asvs.md"]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Test files with the titles that follow them: `a.test.ts` "one", "two". */
const quoted = [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:,? (?:and )?"[^"]+")*)/g)].map(
  ([, file = "", titles = ""]) => ({
    file,
    // Markdown escapes its own signs.
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title.replaceAll("\\", "")),
  }),
);

const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

test("the security documents quote tests by titles that exist", () => {
  expect(quoted.length).toBeGreaterThan(100);
  const dead = quoted.flatMap(({ file, titles }) =>
    titles
      .filter((title) => ['"', "'", "`"].every((q) => !contentOf(file).includes(q + title + q)))
      .map((title) => `${file}: ${title}`),
  );
  expect(dead).toEqual([]);
});

test("the security documents name symbols that are in their files", () => {
  const dead = [...text.matchAll(/`([A-Za-z_][\w-]*)` in `([^`]+\.tsx?)`/g)]
    .filter(([, symbol = "", file = ""]) => !new RegExp(`\\b${symbol}\\b`).test(contentOf(file)))
    .map(([named]) => named);
  expect(dead).toEqual([]);
});

interface Entry {
  path?: string | undefined;
  children?: readonly Entry[] | undefined;
}

const pathsOf = (entries: readonly Entry[], above = ""): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [here || "/", ...pathsOf(children, here)];
  });

test("the attacks read every page: a new one is added to their list", () => {
  const missed = pathsOf(routes).filter((path) => !path.endsWith("*") && !PAGES.includes(path));
  expect(missed).toEqual([]);
});
