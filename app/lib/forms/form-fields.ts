import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ZodType } from "zod";

/** More fields than any form of the product has; the largest is a selection of a hundred. */
const MOST_FIELDS = 300;

/** Longer than any field's name. */
const LONGEST_NAME = 100;

/**
 * Field names of conform's own controls. No form uses them, and conform throws on malformed ones.
 */
const CONTROLS = new Set(["__intent__", "__state__"]);

/**
 * Returns false for a form that takes too long to parse. Parsing time grows with the square of the
 * number of fields, with the highest list index, and by one call per level of a name: a form of one
 * megabyte would block the server for minutes.
 */
function isReadable(form: FormData): boolean {
  const names = [...form.keys()];
  return names.length <= MOST_FIELDS && names.every(isReadableName);
}

const isReadableName = (name: string): boolean =>
  name.length <= LONGEST_NAME &&
  !CONTROLS.has(name) &&
  [...name.matchAll(/\[(\d*)\]/g)].every(([, index]) => Number(index) < MOST_FIELDS);

/** Parses a form by its contract; null if it exceeds the limits of any form of the product. */
export const readFields = <Schema extends ZodType>(form: FormData, schema: Schema) =>
  isReadable(form) ? parseWithZod(form, { schema }) : null;

/** The input of a form that is refused without being parsed by a contract. */
export const unreadFields = (form: FormData) =>
  parse<null, string[]>(isReadable(form) ? form : new FormData(), {
    resolve: () => ({ value: null }),
  });
