import type { Schema } from "./read-document";

/** One field of an answer by its full name, such as `records[].user.name`. */
export interface AnswerField {
  name: string;
  schema: Schema;
}

/** All fields inside a schema, parents first. */
export function fieldsIn(schema: Schema, prefix = ""): AnswerField[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    return [{ name, schema: inner }, ...fieldsIn(inner, name)];
  });
  const items = schema.items ? fieldsIn(schema.items, `${prefix}[]`) : [];
  const alternatives = (schema.anyOf ?? []).flatMap((one) => fieldsIn(one, prefix));
  return [...own, ...items, ...alternatives];
}

/** The type in words: "text", "whole number or text", "list". */
export function typeOf(schema: Schema): string {
  const types = schema.anyOf
    ? schema.anyOf.map(typeOf)
    : [schema.type ?? typeof (schema.const ?? schema.enum?.[0])].flat().map(typeName);
  return [...new Set(types)].join(" or ");
}

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
  array: "list",
};

const typeName = (type: string): string => NAMES[type] ?? type;

/** Allowed values: "one of A, B", "at most 200 characters". */
export function limitsOf(schema: Schema): string[] {
  const { minLength = 0, maxLength, minimum, maximum } = schema;
  // zod adds the bounds of safe integers, which say nothing about the field.
  const isSafe = (bound: number) => Math.abs(bound) === Number.MAX_SAFE_INTEGER;
  return [
    schema.enum ? `one of ${[...new Set(schema.enum.map(String))].join(", ")}` : "",
    schema.format === "uuid" ? "a UUID" : "",
    minLength > 1 ? `at least ${minLength} characters` : "",
    maxLength === undefined ? "" : `at most ${maxLength} characters`,
    minimum === undefined || isSafe(minimum) ? "" : `from ${minimum}`,
    maximum === undefined || isSafe(maximum) ? "" : `to ${maximum}`,
  ].filter((limit) => limit !== "");
}

/** A value that fits a schema, built from the examples inside it. */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, inner]) => [name, exampleOf(inner)]));
  }
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  return null;
}
