import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ASVS_LEVELS } from "./asvs-requirements";

/** docs/security.md, where each requirement has a row: numbers, topic, state, text. */
const text = readFileSync("docs/security.md", "utf8");

interface Entry {
  numbers: { number: string; level: string }[];
  state: string;
  shown: string;
}

/** The rows whose first cell holds numbers with their levels: `1.2.6 L2, 1.2.7 L2`. */
const entries: Entry[] = text
  .split("\n")
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .filter(([, first = ""]) => /^\d+\.\d+\.\d+ L[12]\b/.test(first))
  .map(([, first = "", , state = "", shown = ""]) => ({
    numbers: first.split(", ").map((one) => {
      const [number = "", level = ""] = one.split(" L");
      return { number, level };
    }),
    state,
    shown,
  }));

const nameOf = ({ numbers }: Entry): string => numbers.map(({ number }) => number).join(", ");

/** Files in code: `scripts/x.ts`, `Dockerfile`. */
const filesIn = (shown: string): string[] =>
  [...shown.matchAll(/`([\w$.-]+(?:\/[\w$.-]+)*)`/g)]
    .map(([, file = ""]) => file)
    .filter((file) => /\/.*\.\w+$/.test(file) || existsSync(file));

/** Test files with the titles that follow them: `a.test.ts` "one", "two". */
const testsIn = (shown: string): { file: string; titles: string[] }[] =>
  [...shown.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:,? (?:and )?"[^"]+")*)/g)].map(
    ([, file = "", titles = ""]) => ({
      file,
      // Markdown escapes signs of its own.
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) =>
        title.replaceAll("\\", ""),
      ),
    }),
  );

const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

const hasTest = (content: string, title: string): boolean =>
  ['"', "'", "`"].some((sign) => content.includes(`${sign}${title}${sign},`));

test("the record has each requirement of ASVS 5.0.0 of levels 1 and 2 once, with its level", () => {
  const recorded = entries.flatMap(({ numbers }) => numbers.map((n) => `${n.number} L${n.level}`));
  const due = (["1", "2"] as const).flatMap((level) =>
    ASVS_LEVELS[level].map((number) => `${number} L${level}`),
  );
  expect(due).toHaveLength(253);
  expect(recorded.toSorted()).toEqual(due.toSorted());
});

describe("each entry", () => {
  test("has a known state, with the reason or the place that it needs", () => {
    const isComplete = ({ state, shown }: Entry): boolean => {
      switch (state) {
        case "met":
        case "operator":
          return (
            !shown.includes("Missing:") &&
            (filesIn(shown).length > 0 || /\]\(|product\.md|architecture\.md|same test/.test(shown))
          );
        case "open":
          return /Missing: \S|^As \d/.test(shown);
        case "waived":
          return shown.length > 100;
        default:
          return state === "none" && shown.length > 0;
      }
    };
    expect(entries.filter((entry) => !isComplete(entry)).map(nameOf)).toEqual([]);
  });

  test("names files that exist", () => {
    const dead = entries
      .flatMap((entry) => filesIn(entry.shown))
      .filter((file) => !existsSync(file));
    expect(dead).toEqual([]);
  });

  test("quotes tests by titles that exist", () => {
    const dead = testsIn(text).flatMap(({ file, titles }) =>
      titles.length === 0
        ? [`${file}: no title`]
        : titles.filter((title) => !hasTest(contentOf(file), title)).map((t) => `${file}: ${t}`),
    );
    // Those of the header name the file alone.
    expect(dead.filter((one) => one !== "scripts/security-record.test.ts: no title")).toEqual([]);
  });

  test("names symbols and attacks that are in their files", () => {
    const dead = [...text.matchAll(/`([A-Za-z_][\w-]*)` in `([^`]+\.tsx?)`/g)]
      .filter(([, symbol = "", file = ""]) => !new RegExp(`\\b${symbol}\\b`).test(contentOf(file)))
      .map(([named]) => named);
    expect(dead).toEqual([]);
  });
});

test("an invented number, file, title or symbol would be found", () => {
  expect(filesIn("`no/such.ts` and `Dockerfile`")).toEqual(["no/such.ts", "Dockerfile"]);
  expect(testsIn('`a/b.test.ts` "one", "two"; `c.spec.ts` "three"')).toEqual([
    { file: "a/b.test.ts", titles: ["one", "two"] },
    { file: "c.spec.ts", titles: ["three"] },
  ]);
  expect(hasTest(contentOf("scripts/security-record.test.ts"), "no such title")).toBe(false);
});
