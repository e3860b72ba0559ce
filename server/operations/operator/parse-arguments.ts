import { parseArgs } from "node:util";
import { closest } from "fastest-levenshtein";
import { type Command, type Fields, usageOf } from "./command";
import { UsageError } from "./operator";

/** Arguments after a command's name. */
export interface ParsedArguments {
  words: string[];
  /** By the contract's names. */
  fields: Record<string, string>;
}

/** Suggests the name nearest to an unknown one. */
export const didYouMean = (typed: string, names: readonly string[]): string =>
  `Did you mean "${closest(typed, [...names])}"?`;

/**
 * Parses the arguments of a command. `name=value` is passed as `--name=value` to Node's parser,
 * which separates names from values; it has no suggestions and does not detect duplicates. Throws
 * UsageError for an extra word, a duplicate or unknown field, and a missing or empty value.
 */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { fields } = command;
  const { tokens } = parseArgs({
    args: args.map((arg) => (fields && isPair(arg) ? `--${arg}` : arg)),
    options: Object.fromEntries(
      [...(fields?.names.keys() ?? [])].map((name) => [name, { type: "string" as const }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const typed: ParsedArguments = { words: [], fields: {} };
  for (const token of tokens) {
    if (token.kind === "positional") typed.words.push(token.value);
    if (token.kind === "option") addField(typed, command, token);
  }
  refuseWrongWords(command, typed.words);
  if (fields && Object.keys(typed.fields).length === 0) throw usage(command);
  return typed;
}

const isPair = (word: string): boolean => /^[^-=\s][^=\s]*=/.test(word);

const usage = (command: Command) => new UsageError(`Usage: ${usageOf(command)}`);

function addField(
  { fields }: ParsedArguments,
  command: Command,
  { name, rawName, value }: { name: string; rawName: string; value?: string | undefined },
): void {
  const field = command.fields?.names.get(name);
  if (field === undefined) throw unknownField(command.fields, name, rawName);
  if (value === undefined || value.trim() === "") throw new UsageError(`${name} has no value.`);
  if (fields[field] !== undefined) throw new UsageError(`${name} is given twice.`);
  fields[field] = value;
}

function unknownField(fields: Fields | undefined, name: string, rawName: string): UsageError {
  if (!fields) return new UsageError(`There is no option "${rawName}": the command takes none.`);
  const nearest = didYouMean(name, [...fields.names.keys()]);
  return new UsageError(`There is no field "${name}". ${nearest}`);
}

function refuseWrongWords(command: Command, words: readonly string[]): void {
  const extra = words[command.words.length];
  if (extra !== undefined && command.fields)
    throw new UsageError(`${extra} should read name=value.`);
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one word too many. Usage: ${usageOf(command)}`);
  const needed = command.words.filter((word) => word.startsWith("<")).length;
  if (words.length < needed || words.some((word) => word.trim() === "")) throw usage(command);
}
