import { z } from "zod";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";

export const SAMPLE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
export const SAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const A_TIME = "2026-03-31T09:30:00.000Z";

/**
 * Describes a field of a call or of an answer for REST's document, with an example; a call's field
 * also with the codes that refuse it, beside those that the schema has in its `refuses`.
 */
export const described = <S extends z.ZodType>(
  schema: S,
  description: string,
  example: unknown,
  ...refuses: RefusalCode[]
): S => {
  const known = (schema.meta()?.["refuses"] ?? []) as RefusalCode[];
  const all = [...known, ...refuses];
  return schema.meta({ description, examples: [example], ...(all.length > 0 && { refuses: all }) });
};

// Fields of answers.
export const text = (means: string, example: string) => described(z.string(), means, example);
export const textOrNull = (means: string, example: string) =>
  described(z.string().nullable(), means, example);
/** An unmasked number is not sent. */
export const masked = (means: string, example: string) =>
  described(z.string().regex(/X/).nullable(), `Masked. ${means}`, example);
export const id = (means: string) => described(z.guid(), means, SAMPLE_ID);
export const instant = (means: string) => described(z.iso.datetime(), means, A_TIME);
export const flag = (means: string, example = true) => described(z.boolean(), means, example);
export const tokens = (means: string, example = 1000) => described(z.int().min(0), means, example);
export const rupees = (means: string, example = 1000.5) => described(z.number(), means, example);
export const percent = (means: string, example = 2.5) =>
  described(z.number().min(0).max(100), means, example);
export const total = tokens("How many there are on all pages.", 42);
export const address = (means: string) =>
  described(
    z.url(),
    `${means} It opens for ten minutes without a token.`,
    "https://sale.example.com/api/v1/media/01890a5d-ac96-774b-bcce-b302099a8057?signature=…",
  );

export const ofCompany = z
  .object({ id: id("The company's id."), companyName: text("Its name.", "House Labs") })
  .describe("The company it belongs to.");

/** A page of a list. */
export const listOf = <Row extends z.ZodType>(row: Row, which: string) =>
  z.object({ records: z.array(row).describe(which), total });

export const orNull = <S extends z.ZodType>(schema: S) =>
  schema.nullable().meta({ ...schema.meta(), description: `${schema.description} Null: none.` });
