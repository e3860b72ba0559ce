/** How values travel: what postgres.js would learn by a query on every connection is said here. */

/** Dates and times are text on the wire; drizzle parses them by the column's mode. */
const TIME_TYPES = [1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231];
const JSON_TYPES = [114, 3802];

interface Element {
  array: number;
  parse: (text: string) => unknown;
}

const asText = (text: string) => text;
const ARRAYS: readonly Element[] = [
  { array: 1000, parse: (text) => text === "t" }, // boolean[]
  { array: 1005, parse: Number }, // smallint[]
  { array: 1007, parse: Number }, // integer[]
  { array: 1009, parse: asText }, // text[]
  { array: 1015, parse: asText }, // varchar[]
  { array: 1016, parse: asText }, // bigint[]: text, as a single bigint is
  { array: 2951, parse: asText }, // uuid[]
];

interface TypeTables {
  parsers: Record<number, (value: string) => unknown>;
  serializers: Record<number, (value: unknown) => unknown>;
}

/** Teaches one client's tables. */
export function teachTypes(tables: TypeTables): void {
  for (const type of TIME_TYPES) {
    tables.parsers[type] = asText;
    tables.serializers[type] = (value) => (value instanceof Date ? value.toISOString() : value);
  }
  for (const type of JSON_TYPES) {
    tables.serializers[type] = (value) =>
      typeof value === "string" ? value : JSON.stringify(value);
  }
  for (const { array, parse } of ARRAYS) {
    tables.parsers[array] = (text) => parseArray(text, parse);
    tables.serializers[array] = (value) => (isPlainArray(value) ? arrayLiteral(value) : value);
  }
}

function isPlainArray(value: unknown): value is (string | number | boolean | null)[] {
  return Array.isArray(value);
}

/** The literal of a one-dimensional array. */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  const items = values.map((value) =>
    value === null ? "NULL" : `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
  );
  return `{${items.join(",")}}`;
}

/** Reads the literal of a one-dimensional array. */
export function parseArray(text: string, parse: (item: string) => unknown): unknown[] {
  const items: unknown[] = [];
  const item = /\s*(?:"((?:[^"\\]|\\.)*)"|([^,"{}]+))\s*(?:,|$)/gsy;
  const inner = text.slice(text.indexOf("{") + 1, text.lastIndexOf("}"));
  while (item.lastIndex < inner.length) {
    const match = item.exec(inner);
    if (!match) throw new Error(`Not a one-dimensional array: ${text}`);
    const [, quoted, plain] = match;
    if (quoted !== undefined) items.push(parse(quoted.replace(/\\(.)/gs, "$1")));
    else items.push(plain === "NULL" ? null : parse(plain ?? ""));
  }
  return items;
}
