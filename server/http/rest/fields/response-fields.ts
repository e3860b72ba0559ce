import { z } from "zod";

/** Building blocks of answer fields: a schema, a description and an example. */

export const SAMPLE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const A_TIME = "2026-03-31T09:30:00.000Z";
export const SAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const is = <S extends z.ZodType>(schema: S, description: string, example: unknown): S =>
  schema.meta({ description, examples: [example] });

export const text = (means: string, example: string) => is(z.string(), means, example);
export const textOrNull = (means: string, example: string) =>
  is(z.string().nullable(), means, example);
export const id = (means: string) => is(z.uuid(), means, SAMPLE_ID);
export const instant = (means: string) => is(z.iso.datetime(), means, A_TIME);
export const flag = (means: string, example = true) => is(z.boolean(), means, example);
export const tokens = (means: string, example = 1000) => is(z.int().min(0), means, example);
export const rupees = (means: string, example = 1000.5) => is(z.number(), means, example);
export const percent = (means: string, example = 2.5) =>
  is(z.number().min(0).max(100), means, example);
export const total = tokens("How many there are on all pages.", 42);
export const address = (means: string) =>
  is(
    z.url(),
    `${means} It opens for ten minutes without a token.`,
    "https://sale.example.com/api/v1/media/01890a5d-ac96-774b-bcce-b302099a8057?signature=…",
  );

export const orNull = <S extends z.ZodType>(schema: S) =>
  schema.nullable().meta({ ...schema.meta(), description: `${schema.description} Null: none.` });
