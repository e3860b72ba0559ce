import type { z } from "zod";
import type { Operator } from "./operator";

/** The syntax and the action of an operator command. */
export interface Command {
  /** The words that select it: "company add". */
  name: string;
  /** Positional arguments in help's notation: `<required>`, then `[optional]`. */
  words: readonly string[];
  /** Arguments of the form `name=value`, in any order. */
  fields?: Fields;
  does: string;
  /** True if the command fills an empty database itself: no migration and no initial data. */
  fillsDatabase?: true;
  /** True if the command uses no encrypted data, so that it works with any APP_SECRET. */
  needsNoSecret?: true;
  /** Runs instead of `run`, without starting the product; it reads the settings that it needs. */
  runsAlone?: (
    env: Readonly<Record<string, string | undefined>>,
    from: string,
  ) => string | Promise<string>;
  /** Returns the output. */
  run(
    operator: Operator,
    words: readonly string[],
    fields: Readonly<Record<string, string>>,
  ): Promise<string>;
}

/** Accepted field names, and the contract's name of each; aliases share one. */
export interface Fields {
  names: ReadonlyMap<string, string>;
  needed: readonly string[];
  optional: readonly string[];
}

/** A contract's fields; `short` defines aliases, which help shows instead. */
export function fieldsOf(
  contract: z.ZodObject<Record<string, z.ZodType>>,
  short: Readonly<Record<string, string>> = {},
): Fields {
  const shown = new Map(Object.entries(short).map(([name, field]) => [field, name]));
  // A positional argument replaces the contract's id.
  const fields = Object.entries(contract.shape).filter(([field]) => field !== "id");
  const named = (isOptional: boolean) =>
    fields
      .filter(([, schema]) => schema.safeParse(undefined).success === isOptional)
      .map(([field]) => shown.get(field) ?? field);
  return {
    names: new Map([...fields.map(([field]) => [field, field] as const), ...Object.entries(short)]),
    needed: named(false),
    optional: named(true),
  };
}

/** Returns the same fields, all optional; an absent field leaves its value unchanged. */
export const eachOptional = ({ names, needed, optional }: Fields): Fields => ({
  names,
  needed: [],
  optional: [...needed, ...optional],
});

/** Returns "company set <company> name=value …" for help. */
export function usageOf({ name, words, fields }: Command): string {
  const needed = fields?.needed.map((field) => `${field}=…`) ?? [];
  const optional = fields?.optional.length ? [`[${fields.optional.join("=… ")}=…]`] : [];
  return [name, ...words, ...needed, ...optional].join(" ");
}

export const countFaults = (count: number): string =>
  count === 1 ? "1 fault." : `${count} faults.`;

/** Prints rows for people and for `cut`: one per line, separated by tabs. */
export const formatRows = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => cell ?? "-").join("\t")).join("\n");
