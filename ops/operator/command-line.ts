import { Argument, Command as Cli, CommanderError, InvalidArgumentError, Option } from "commander";
import { type Command, usageOf } from "./command";
import { UsageError } from "./operator";

/** Runs a command with its positional arguments, and its fields by the contract's names. */
type Run = (command: Command, words: string[], fields: Record<string, string>) => Promise<string>;

/** Turns `price=5` into `--price 5`; other words stay as they are. */
function asOption(word: string): string[] {
  const [, name, value = ""] = /^([^-=\s][^=\s]*)=([^]*)$/.exec(word) ?? [];
  return name === undefined ? [word] : [`--${name}`, value];
}

function filled(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
  return value;
}

/** Adds a command; each of its fields is an option, which `price=5` gives. */
function addCommand(parent: Cli, verb: string, command: Command, run: Run): void {
  const cli = parent.command(verb).description(command.does);
  for (const word of command.words) cli.addArgument(new Argument(word).argParser(filled));
  const typed: Record<string, string> = {};
  const { names, needed, optional } = command.fields ?? { names: [], needed: [], optional: [] };
  for (const [name, field] of names) {
    const option = new Option(`--${name} <value>`).argParser((value: string) => {
      if (typed[field] !== undefined) throw new InvalidArgumentError("It is given twice.");
      return (typed[field] = filled(value));
    });
    // Help shows the shorter one of two names.
    cli.addOption(option.hideHelp(![...needed, ...optional].includes(name)));
  }
  cli.action(async () => {
    if (command.fields && Object.keys(typed).length === 0) cli.error("A name=value is missing.");
    await run(command, [...(cli.processedArgs as string[])].filter(Boolean), typed);
  });
}

/**
 * Parses the command line and runs the command. Returns its output, or the help that was asked for.
 * Throws UsageError, in one line, for wrong syntax.
 */
export async function runTyped(
  commands: readonly Command[],
  words: readonly string[],
  run: Run,
): Promise<string> {
  let said = "";
  const program = new Cli("npm run operator --")
    .exitOverride()
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => (said += text), writeErr: () => undefined })
    .addHelpText("after", () => `\n${commands.map((one) => `  ${usageOf(one)}`).join("\n")}\n`)
    .addHelpText("after", "A company is named by its id, or by its symbol where only one sells it.")
    .addHelpText(
      "after",
      "--env-file <file> names the settings; without it they are found (docs/install.md).",
    )
    .addHelpText("after", "Ends with 0 when done, 1 when refused or failed, 2 when typed wrongly.");
  const keep: Run = async (...given) => (said = await run(...given));
  const nouns = new Map<string, Cli>();
  for (const command of commands) {
    const [noun = "", verb] = command.name.split(" ");
    if (verb === undefined) {
      addCommand(program, noun, command, keep);
      continue;
    }
    const parent = nouns.get(noun) ?? program.command(noun);
    nouns.set(noun, parent.description([parent.description(), verb].filter(Boolean).join(", ")));
    addCommand(parent, verb, command, keep);
  }
  const asked = helpAsked(words);
  if (asked || words.length === 0 || (words.length === 1 && nouns.has(words[0] ?? ""))) {
    const help = helpOf(program, asked ?? words);
    if (help !== null) return help;
  }
  const hasFields = commands.some(
    ({ name, fields }) => fields && name === words.slice(0, 2).join(" "),
  );
  // The parser names the nearest command where help is asked of an unknown one.
  const typed = hasFields ? words.flatMap(asOption) : (asked ?? words);
  try {
    await program.parseAsync(typed, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const line = error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, " ");
    throw new UsageError(`${line} Try: npm run operator -- help`);
  }
  return said;
}

const HELP = /^(--help|-h|help)$/;

/** Returns the words besides `help`, which is typed first or last; null if it is not asked for. */
function helpAsked(words: readonly string[]): readonly string[] | null {
  if (HELP.test(words[0] ?? "")) return words.slice(1);
  if (HELP.test(words.at(-1) ?? "")) return words.slice(0, -1);
  return null;
}

/** Returns the help of the command that the words name, whatever follows it; null for an unknown one. */
function helpOf(program: Cli, words: readonly string[]): string | null {
  let at = program;
  for (const word of words) {
    if (at.commands.length === 0) break;
    const next = at.commands.find((one) => one.name() === word);
    if (!next) return null;
    at = next;
  }
  let said = "";
  at.configureOutput({ writeOut: (text) => (said += text) }).outputHelp();
  return said.trimEnd();
}
