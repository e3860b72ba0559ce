import { z } from "zod";
import { type Caller, appRouter } from "@server/http/router";
import { FIELDS } from "@server/http/rest/fields/request-fields";
import type { WireField } from "./field-schema";
import type { Row } from "@server/http/rest/rows/row";

/** A row's procedure by name, and the contracts of its input. */
export interface RowContract {
  /** `orders.create`. */
  procedure: string;
  contracts: readonly z.ZodType[];
}

/** The procedure that a row calls with this input, and its contracts; empty if it has no input. */
export function contractOf(row: Row, input: Record<string, unknown> = {}): RowContract {
  let path: readonly string[] = [];
  // A caller that only records the procedure's name: its calls never settle.
  const recorder = (names: readonly string[]): object =>
    new Proxy(() => undefined, {
      get: (_target, name) => recorder([...names, String(name)]),
      apply() {
        path = names;
        return new Promise(() => undefined);
      },
    });
  void row.call(recorder([]) as Caller, input);
  let at: unknown = appRouter._def.record;
  for (const name of path) at = Reflect.get(Object(at), name);
  const definition: unknown = Reflect.get(Object(at), "_def");
  const inputs: unknown = Reflect.get(Object(definition), "inputs");
  const contracts = Array.isArray(inputs) ? inputs.filter((one) => one instanceof z.ZodType) : [];
  return { procedure: path.join("."), contracts };
}

/** A request field: its documentation, and whether it is required. */
export interface TakenField extends WireField {
  name: string;
  isNeeded: boolean;
}

/** A row's request fields, as its procedure's contract names and requires them. */
export function fieldsOf(row: Row): TakenField[] {
  if (row.takesFile) {
    return Object.entries(row.takes).map(([name, field]) => ({ ...field, name, isNeeded: true }));
  }
  const shape: Record<string, z.core.$ZodType> = {};
  for (const contract of contractOf(row).contracts) {
    if (contract instanceof z.ZodObject) Object.assign(shape, contract.shape);
  }
  const alternatives = new Set(row.either.flat());
  const taken = Object.entries(shape).flatMap(([ours, schema]) => {
    const isNeeded = !z.safeParse(schema, undefined).success;
    const renamed = Object.keys(row.rename).filter((wire) => row.rename[wire] === ours);
    const names = ours === "email" ? [...renamed, ours] : renamed.length > 0 ? renamed : [ours];
    return names.map((name) => ({
      ...described(row, name),
      name,
      isNeeded: isNeeded && names.length === 1 && !alternatives.has(name),
    }));
  });
  const known = new Set(taken.map(({ name }) => name));
  const extra = Object.keys(row.takes)
    .filter((name) => !known.has(name))
    .map((name) => ({ ...described(row, name), name, isNeeded: false }));
  return [...taken, ...extra];
}

/** Groups of fields of which one is required. */
export function alternativesOf(row: Row): readonly (readonly string[])[] {
  return row.rename["user"] === "email" ? [["user"], ["email"]] : row.either;
}

function described(row: Row, name: string): WireField {
  const field = row.takes[name] ?? (FIELDS as Readonly<Record<string, WireField>>)[name];
  // A missing description fails the document's test, but not the document.
  return field ?? { means: "", example: "", schema: { type: "string" }, refuses: [] };
}
