import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Links and paths of the answers are checked by scripts/documents.test.ts. */
test.each([
  ...["docs/product.md", "docs/architecture.md", "docs/operating.md", "docs/api.md"],
  ...["docs/brands.md", "docs/security.md", "CONTRIBUTING.md"],
])("%s begins with the questions of its reader, at least ten, each with an answer", (file) => {
  const text = readFileSync(file, "utf8");
  const section = /^## First questions\n(.*?)(?=^## |$(?![^]))/ms.exec(text)?.[1] ?? "";
  const rows = [...section.matchAll(/^\| (?!question |-)(.+?) +\| (.+?) +\|$/gm)];
  const headings = [...section.matchAll(/^\*\*(.+?)\*\* (.+)$/gm)];
  const answers = [...rows, ...headings].map(([, question = "", answer = ""]) => {
    return { question, words: answer.split(/\s+/).length };
  });
  expect(answers.length).toBeGreaterThanOrEqual(10);
  expect(new Set(answers.map(({ question }) => question)).size).toBe(answers.length);
  // Read in a minute.
  for (const { question, words } of answers) expect(words, question).toBeLessThan(100);
});
