import { parseWithZod } from "@conform-to/zod/v4";
import type { ZodType } from "zod";

/** More fields than any form of ours has; a selection of a hundred is the largest. */
const MOST_FIELDS = 300;

/**
 * A form read by its contract, or null where it holds more than any form of ours: reading takes the
 * square of its fields' number, so that a megabyte of them would stop the product for minutes.
 */
export function readFields<Schema extends ZodType>(form: FormData, schema: Schema) {
  return [...form.keys()].length > MOST_FIELDS ? null : parseWithZod(form, { schema });
}
