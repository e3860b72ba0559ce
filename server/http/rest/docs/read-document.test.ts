import { expect, test } from "vitest";
import { openApiDocument } from "@server/http/rest/openapi/openapi";
import { TABLE } from "@server/http/rest/rows/row-table";
import { readDocument } from "./read-document";
import { exampleOf, fieldsIn, limitsOf, typeOf } from "./docs-call";

const { sections } = readDocument(openApiDocument("https://api.example"));
const calls = sections.flatMap((section) => section.calls);
const callOf = (name: string) => {
  const call = calls.find(({ method, path }) => `${method} ${path}` === name);
  if (!call) throw new Error(`The document has no ${name}.`);
  return call;
};

test("the documentation includes every call of the table, the files and the document itself", () => {
  const names = calls.map(({ method, path }) => `${method} ${path}`);
  const expected = TABLE.map(({ method, path }) => `${method} ${path}`);
  const others = ["GET /media/{id}", "GET /openapi.json"];
  expect(names.sort()).toEqual([...expected, ...others].sort());
});

test("the documentation shows each input with its place and whether it is required", () => {
  const { inputs, isMultipart } = callOf("POST /user/package/purchase");
  expect(inputs.map(({ name, in: place, isRequired }) => [name, place, isRequired])).toContainEqual(
    ["Idempotency-Key", "header", false],
  );
  expect(inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual([
    "paymentMethod",
    "amount",
  ]);
  expect(isMultipart).toBe(false);
  expect(callOf("POST /superadmin/media/add").isMultipart).toBe(true);
  expect(callOf("GET /media/{id}").inputs[0]).toMatchObject({ name: "id", in: "path" });
});

test("the documentation names groups of inputs of which one is required", () => {
  expect(callOf("POST /user/auth/login").alternatives).toEqual([["user"], ["email"]]);
});

test("the documentation lists refusals by status, each with its text", () => {
  const { refusals } = callOf("POST /user/package/purchase");
  expect(refusals.map(({ status }) => Number(status))).toEqual(
    refusals.map(({ status }) => Number(status)).sort((a, b) => a - b),
  );
  const lines = refusals.flatMap((refusal) => refusal.lines);
  expect(lines.find((line) => line.startsWith("`REFERENCE_USED` "))).toMatch(/ \S+/);
});

test("the documentation describes a schema in words, with nested fields and an example", () => {
  const text = { type: "string", examples: ["x"] };
  const schema = {
    type: "object",
    properties: {
      list: { type: "array", items: { type: "object", properties: { id: text } } },
      either: { anyOf: [{ type: "integer" }, { type: "null" }] },
      fixed: { const: "success" },
      kind: { type: "string", enum: ["A", "B"] },
    },
  };
  expect(fieldsIn(schema).map(({ name, schema: one }) => [name, typeOf(one)])).toEqual([
    ["list", "list"],
    ["list[].id", "text"],
    ["either", "whole number or null"],
    ["fixed", "text"],
    ["kind", "text"],
  ]);
  expect(exampleOf(schema)).toEqual({
    list: [{ id: "x" }],
    either: null,
    fixed: "success",
    kind: "A",
  });
  expect(limitsOf({ type: "string", minLength: 8, maxLength: 200 })).toEqual([
    "at least 8 characters",
    "at most 200 characters",
  ]);
  expect(limitsOf({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual([
    "from 0",
  ]);
  expect(limitsOf({ type: "string", enum: ["A", "B"] })).toEqual(["one of A, B"]);
});
