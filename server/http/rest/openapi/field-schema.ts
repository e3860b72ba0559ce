import { PASSWORD_LENGTH } from "@server/platform/contracts/fields";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";

/** The JSON Schema keywords used for fields. */
export interface FieldSchema {
  type: "string" | "number" | "integer" | "boolean" | readonly string[];
  format?: "uuid" | "email" | "date" | "date-time" | "binary";
  enum?: readonly (string | boolean)[];
  pattern?: string;
  items?: { type: "string"; pattern: string };
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  default?: number | boolean | string;
}

/** A request field: its description, example, limits and refusals. */
export interface WireField {
  means: string;
  example: string | number | boolean;
  schema: FieldSchema;
  refuses: readonly RefusalCode[];
}

export const field = (
  means: string,
  example: WireField["example"],
  schema: FieldSchema,
  ...refuses: RefusalCode[]
): WireField => ({ means, example, schema, refuses });

export const SAMPLE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
export const uuid = { type: "string", format: "uuid" } as const;
export const textOf = (maxLength: number) => ({ type: "string", minLength: 1, maxLength }) as const;
export const uuidSchema = (means: string) => field(means, SAMPLE_ID, uuid, "BAD_ID");
export const decimal = (maximum?: number): FieldSchema => ({
  type: ["string", "number"],
  minimum: 0,
  ...(maximum !== undefined && { maximum }),
  pattern: "^[0-9,]*\\.?[0-9]*$",
});
export const rupees = {
  type: ["string", "number"],
  exclusiveMinimum: 0,
  pattern: "^[0-9]*\\.?[0-9]*$",
};
export const bool = { type: ["boolean", "string"], enum: [true, false, "true", "false"] } as const;
export const newPassword = {
  type: "string",
  minLength: PASSWORD_LENGTH.min,
  maxLength: PASSWORD_LENGTH.max,
} as const;
export const presentPassword = { type: "string", minLength: 1, maxLength: 1000 } as const;
export const AGAINST_RULES = [
  "PASSWORD_TOO_SHORT",
  "PASSWORD_TOO_LONG",
  "PASSWORD_TOO_COMMON",
  "PASSWORD_IS_CONTACT",
  "PASSWORD_NAMES_SITE",
] as const;
