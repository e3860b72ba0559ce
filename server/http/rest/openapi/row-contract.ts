import { z } from "zod";
import { type Caller, appRouter } from "@server/http/router";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
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

/** The parts of a JSON Schema that are read here. */
export interface Schema extends Readonly<Record<string, unknown>> {
  type?: string | readonly string[];
  description?: string;
  examples?: readonly unknown[];
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
}

/** A request field, as its contract describes it. */
export interface TakenField {
  name: string;
  isNeeded: boolean;
  description: string;
  example: unknown;
  /** Its limits in JSON Schema. */
  schema: Schema;
  refuses: readonly RefusalCode[];
}

const known = new Map<Row, readonly TakenField[]>();

/** A row's request fields, as its procedure's contract names and requires them. */
export function fieldsOf(row: Row): readonly TakenField[] {
  let fields = known.get(row);
  if (!fields) known.set(row, (fields = readFields(row)));
  return fields;
}

function readFields(row: Row): TakenField[] {
  const shape: Record<string, z.ZodType> = {};
  for (const contract of row.takesFile ? [] : contractOf(row).contracts) {
    if (contract instanceof z.ZodObject) Object.assign(shape, contract.shape);
  }
  const taken = new Map<string, TakenField>();
  // A file beside fields is documented as `medias`.
  if (row.mayTakeFile) delete shape["files"];
  for (const [ours, schema] of Object.entries(shape)) {
    const renamed = Object.keys(row.rename).filter((wire) => row.rename[wire] === ours);
    // Clients may send the e-mail by its own name, too.
    const isEither = ours === "email" && renamed.length > 0;
    for (const name of isEither ? [...renamed, ours] : renamed.length > 0 ? renamed : [ours]) {
      const isNeeded = !schema.safeParse(undefined).success && !isEither;
      const field = read(name, row.takes[name] ?? schema, isNeeded);
      taken.set(name, name === "user" ? { ...field, description: OF_USER } : field);
    }
  }
  for (const [name, schema] of Object.entries(row.takes)) {
    if (!taken.has(name)) taken.set(name, read(name, schema, row.takesFile));
  }
  const alternatives = new Set(row.either.flat());
  return [...taken.values()].map((field) =>
    alternatives.has(field.name) ? { ...field, isNeeded: false } : field,
  );
}

const OF_USER = "The e-mail address; if absent, `email` is read.";

function read(name: string, schema: z.ZodType, isNeeded: boolean): TakenField {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const said: Schema & Meta = { ...(json as Schema), ...metaOf(schema) };
  const {
    $schema: _dialect,
    description = "",
    examples: [example] = [],
    refuses,
    ...limits
  } = said;
  return { name, isNeeded, description, example, schema: withoutRefuses(limits), refuses };
}

/** A schema without the refusals that fields inside it name, which are no keywords of JSON Schema. */
const withoutRefuses = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === "refuses" ? undefined : value)),
  ) as Schema;

interface Meta {
  description?: string;
  examples?: readonly unknown[];
  refuses: readonly RefusalCode[];
}

/** Reads what a schema and those inside it say of themselves; zod leaves out examples of what it converts. */
function metaOf(schema: z.core.$ZodType): Meta {
  const {
    innerType,
    in: from,
    out,
    defaultValue,
  } = schema._zod.def as {
    innerType?: z.core.$ZodType;
    in?: z.core.$ZodType;
    out?: z.core.$ZodType;
    defaultValue?: unknown;
  };
  const inner = [innerType, from, out].flatMap((one) => (one ? metaOf(one) : []));
  const own = (z.globalRegistry.get(schema) ?? {}) as Partial<Meta>;
  return {
    ...(Object.assign({}, ...inner) as Partial<Meta>),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...own,
    refuses: [...new Set([...(own.refuses ?? []), ...inner.flatMap(({ refuses }) => refuses)])],
  };
}

/** Groups of fields of which one is required. */
export function alternativesOf(row: Row): readonly (readonly string[])[] {
  return row.rename["user"] === "email" ? [["user"], ["email"]] : row.either;
}
