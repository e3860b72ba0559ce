import { expect, test } from "vitest";
import { runProcess, COMMANDS, EXIT, formatFailure } from "./run";

/** An unreachable database: syntax errors must be reported before a connection is made. */
const NOWHERE = { NODE_ENV: "test", DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };

async function refusal(...words: string[]): Promise<string> {
  const failure = await runProcess(NOWHERE, words).catch(formatFailure);
  expect(failure).toMatchObject({ code: EXIT.usage });
  const { text } = failure as { text: string };
  expect(text).not.toContain("\n");
  return text;
}

/** Returns as many words as the command accepts. */
const wordsFor = (words: readonly string[]) => words.map((_, at) => `word${at}`);

test.each(COMMANDS)(
  "the command $name refuses an extra word, and an option that does not exist",
  async (one) => {
    const typed = [...one.name.split(" "), ...wordsFor(one.words)];
    expect(await refusal(...typed, "extra")).toContain("too many arguments");
    expect(await refusal(...typed, "--forse")).toContain("unknown option '--forse'");
  },
);

const isNeeded = (word: string) => word.startsWith("<");

test.each(COMMANDS.filter(({ words }) => words.some(isNeeded)))(
  "the command $name requires its words",
  async ({ name, words }) => {
    const fewer = [...name.split(" "), ...wordsFor(words.filter(isNeeded)).slice(1)];
    expect(await refusal(...fewer)).toContain("missing required argument");
    expect(await refusal(...fewer, " ")).toContain("It is empty.");
  },
);

test.each(COMMANDS.filter(({ fields }) => fields))(
  "the command $name refuses an unknown field, one that is given twice or is empty, and no field at all",
  async ({ name, words, fields }) => {
    const typed = [...name.split(" "), ...wordsFor(words)];
    for (const field of fields?.names.keys() ?? []) {
      expect(await refusal(...typed, `${field}_=1`)).toContain(`unknown option '--${field}_'`);
      expect(await refusal(...typed, `${field}=1`, `${field}=2`)).toContain("It is given twice.");
      expect(await refusal(...typed, `${field}=`)).toContain("It is empty.");
      expect(await refusal(...typed, `--${field}`)).toContain("argument missing");
    }
    expect(await refusal(...typed)).toContain("A name=value is missing.");
  },
);

test("two aliases of a field count as a duplicate, and `id` is not a field", async () => {
  expect(await refusal("company", "set", "KITE", "name=A", "companyName=B")).toContain(
    "It is given twice.",
  );
  expect(await refusal("company", "set", "KITE", "id=another")).toContain("unknown option '--id");
});

test.each([
  ["company st KITE price=1", "(Did you mean set?)"],
  ["compani set KITE price=1", "(Did you mean company?)"],
  ["company set KITE prise=1", "(Did you mean --price?)"],
  ["company", "No such command."],
  ["help compnay", "No such command."],
  ["brand rollback KITE 1", "(Did you mean roll-back?)"],
  ["--force", "unknown option"],
  ["compnay help", "(Did you mean company?)"],
])("the command line `%s` is refused", async (line, said) => {
  expect(await refusal(...line.split(" "))).toContain(said);
});

test("help lists every command, or those of one noun, and needs no database", async () => {
  const help = (line: string) => runProcess(NOWHERE, line.split(" ").filter(Boolean));
  for (const line of ["", "help", "--help", "-h"]) {
    const all = await help(line);
    for (const { name } of COMMANDS) expect(all).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
  }
  for (const line of ["help domain", "domain help", "domain --help"]) {
    expect(await help(line)).toContain("check <host>");
    expect(await help(line)).not.toContain("company add");
  }
  expect(await help("company set --help")).toContain("--price <value>");
});
