import { expect, test } from "vitest";
import { runProcess, COMMANDS, EXIT, helpFor, formatFailure } from "./run";

/** An unreachable database: syntax errors must be reported before a connection is made. */
const NOWHERE = { NODE_ENV: "test", DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };

async function refusal(...words: string[]): Promise<string> {
  const failure = await runProcess(NOWHERE, words).catch(formatFailure);
  expect(failure).toMatchObject({ code: EXIT.usage });
  const { text } = failure as { text: string };
  expect(text).not.toContain("\n");
  return text;
}

/** As many words as the command accepts. */
const wordsFor = (words: readonly string[]) => words.map((_, at) => `word${at}`);

test.each(COMMANDS)(
  "$name refuses an extra word, and an option that does not exist",
  async (one) => {
    const typed = [...one.name.split(" "), ...wordsFor(one.words)];
    const said = one.fields ? "extra should read name=value." : '"extra" is one word too many.';
    expect(await refusal(...typed, "extra")).toContain(said);
    expect(await refusal(...typed, "--forse")).toContain("forse");
  },
);

const isNeeded = (word: string) => word.startsWith("<");

test.each(COMMANDS.filter(({ words }) => words.some(isNeeded)))(
  "$name requires its words",
  async ({ name, words }) => {
    const fewer = [...name.split(" "), ...wordsFor(words.filter(isNeeded)).slice(1)];
    expect(await refusal(...fewer)).toContain(`Usage: ${name}`);
    expect(await refusal(...fewer, " ")).toContain(`Usage: ${name}`);
  },
);

test.each(COMMANDS.filter(({ fields }) => fields))(
  "$name suggests the nearest field for an unknown one",
  async ({ name, words, fields }) => {
    const typed = [...name.split(" "), ...wordsFor(words)];
    const names = [...(fields?.names.keys() ?? [])];
    for (const field of names) {
      // One letter longer, so that only this name is the nearest.
      expect(await refusal(...typed, `${field}_=1`)).toBe(
        `There is no field "${field}_". Did you mean "${field}"?`,
      );
      expect(await refusal(...typed, `--${field}_=1`)).toContain(`"${field}"?`);
    }
    const [first = ""] = names;
    expect(await refusal(...typed, `${first}=1`, `${first}=2`)).toContain("is given twice.");
    expect(await refusal(...typed, `${first}=`)).toBe(`${first} has no value.`);
    expect(await refusal(...typed, `--${first}`)).toBe(`${first} has no value.`);
    expect(await refusal(...typed)).toContain(`Usage: ${name}`);
  },
);

test("two aliases of a field count as a duplicate, and `id` is not a field", async () => {
  expect(await refusal("company", "set", "KITE", "name=A", "companyName=B")).toBe(
    "companyName is given twice.",
  );
  expect(await refusal("company", "set", "KITE", "id=another")).toContain('no field "id"');
});

test.each([
  ["company st KITE price=1", '"company set"'],
  ["compani set KITE price=1", '"company set"'],
  ["company", "Did you mean"],
  ["brand rollback KITE 1", '"brand roll-back"'],
  ["--force", "Did you mean"],
  ["compnay help", '"company"'],
])("%s is refused", async (line, said) => {
  if (line.endsWith("help")) expect(() => helpFor(line.split(" "))).toThrow(said);
  else expect(await refusal(...line.split(" "))).toContain(said);
});
