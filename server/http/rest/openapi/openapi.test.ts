import { brotliDecompressSync } from "node:zlib";
import { validate } from "@readme/openapi-parser";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isRefusalCode } from "@server/platform/rules/refusals/kinds";
import { inside, newAjv } from "@server/testing/documented/validate-response";
import { alternativesOf, contractOf, fieldsOf, type Schema } from "./row-contract";
import { openApiAnswer, openApiDocument } from "./openapi";
import { shareShapes } from "./share-shapes";
import type { Row } from "@server/http/rest/rows/row";
import { TABLE } from "@server/http/rest/rows/row-table";

const document = openApiDocument("https://api.example");
const shared = shareShapes(document);
const rows = TABLE.map((row) => [`${row.method} ${row.path}`, row] as const);

test("the API's document is valid OpenAPI 3.1", { tags: ["full"] }, async () => {
  const result = await validate(
    JSON.parse(JSON.stringify(shared)) as Parameters<typeof validate>[0],
  );
  expect(result).toMatchObject({ valid: true, specification: "OpenAPI" });
});

/** Returns a document with each reference replaced by what it refers to. */
function writtenOut(value: unknown, whole: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => writtenOut(one, whole));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as Record<string, unknown>;
  const fields = Object.entries(rest).map(([key, one]) => [key, writtenOut(one, whole)]);
  if (typeof $ref !== "string") return Object.fromEntries(fields);
  const target = writtenOut(inside(whole, ...$ref.slice(2).split("/")), whole);
  return { ...Object(target), ...Object.fromEntries(fields) };
}

/** Returns every schema of an object, without its description, where it stands. */
function shapesIn(value: unknown, way = ""): [shape: string, way: string][] {
  if (typeof value !== "object" || value === null) return [];
  const { description: _words, ...part } = value as Record<string, unknown>;
  const isShape = typeof part["properties"] === "object" && part["type"] === "object";
  const own: [string, string][] = isShape ? [[JSON.stringify(part), way]] : [];
  return [...own, ...Object.entries(value).flatMap(([key, one]) => shapesIn(one, `${way}/${key}`))];
}

test("a shape that calls share stands once in the document, as a component that they refer to", () => {
  const found = new Map<string, string>();
  for (const [shape, way] of shapesIn(shared)) {
    // A part that only narrows the codes of a refusal is no shape of its own.
    if (/allOf\/1$/.test(way)) continue;
    expect(found.get(shape), `${way} has a twin`).toBeUndefined();
    found.set(shape, way);
  }
  const names = Object.keys(Object(inside(shared, "components", "schemas")) as object);
  expect(names).toEqual(expect.arrayContaining(["Refusal", "PostUserAuthLoginBody"]));
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+(_\d+)?$/.test(name))).toEqual([]);
  const references = new Set(JSON.stringify(shared).match(/#\/components\/schemas\/\w+/g));
  expect([...references].map((one) => one.split("/").at(-1)).toSorted()).toEqual(names.toSorted());
});

test(
  "the shared document says of each call what the written out one says",
  { tags: ["full"] },
  () => {
    const withoutRefusals = (paths: unknown) =>
      JSON.parse(
        JSON.stringify(writtenOut(paths, shared), (key, value: unknown) =>
          /^[45]\d\d$/.test(key) ? Object.keys(Object(value) as object) : value,
        ),
      ) as unknown;
    expect(withoutRefusals(inside(shared, "paths"))).toEqual(
      withoutRefusals(inside(document, "paths")),
    );
    const login = inside(shared, "paths", "/user/auth/login", "post", "responses", "401");
    const refusal = inside(writtenOut(login, shared), "content", "application/json", "schema");
    expect(JSON.stringify(refusal)).toContain('"enum":["WRONG_LOGIN"');
  },
);

test(
  "the document is made once, and answered with the caller's own origin, plain and compressed",
  { tags: ["full"] },
  async () => {
    const ask = (origin: string, encoding: string) =>
      openApiAnswer(new Request(origin, { headers: { "accept-encoding": encoding } }), origin);
    const text = JSON.stringify(shared);
    for (const origin of ["https://api.example", "http://shop.example:8080"]) {
      const own = text.replaceAll("https://api.example", origin);
      expect(await (await ask(origin, "identity")).text()).toBe(own);
      const compressed = Buffer.from(await (await ask(origin, "br")).arrayBuffer());
      expect(brotliDecompressSync(compressed).toString()).toBe(own);
    }
  },
);

test("the document has every row, and no other calls", () => {
  const operations = Object.entries(Object(inside(document, "paths")) as object).flatMap(
    ([path, methods]) =>
      Object.keys(Object(methods) as object).map((method) => `${method} ${path}`),
  );
  const wanted = TABLE.map((row) => `${row.method.toLowerCase()} ${row.path}`);
  const others = ["get /media/{id}", "get /openapi.json"];
  expect(operations.sort()).toEqual([...wanted, ...others].sort());
});

const valuesOf = (json: unknown) => Object.values(Object(json) as Record<string, unknown>);

/** All field schemas, by path. */
function fieldsIn(schema: unknown, way: string): [way: string, schema: unknown][] {
  const found: [string, unknown][] = [];
  const properties = Object(inside(schema, "properties")) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(properties)) {
    found.push([`${way}.${name}`, inner], ...fieldsIn(inner, `${way}.${name}`));
  }
  const either = (inside(schema, "anyOf") ?? []) as readonly unknown[];
  const others = [inside(schema, "items"), ...either];
  return [...found, ...others.flatMap((one) => (one ? fieldsIn(one, way) : []))];
}

describe.each(rows)("%s", (name, row) => {
  const operation = inside(document, "paths", row.path, row.method.toLowerCase());

  test(`the document has a description and an example for each field of ${name}`, () => {
    const bodies = valuesOf(inside(operation, "requestBody", "content"));
    const responses = valuesOf(inside(operation, "responses"));
    const answers = responses.map((one) => inside(one, "content", "application/json"));
    const parameters = (inside(operation, "parameters") ?? []) as unknown[];
    const fields = [...bodies, ...answers].flatMap((one) => fieldsIn(inside(one, "schema"), name));
    for (const one of parameters) {
      fields.push([`${name}?${String(inside(one, "name"))}`, inside(one, "schema")]);
    }
    for (const [way, field] of fields) {
      expect(`${way}: ${String(inside(field, "description"))}`).toMatch(/: \S.*\.$/);
      const isWhole =
        inside(field, "properties") ?? inside(field, "anyOf") ?? inside(field, "items");
      const says = inside(field, "examples") ?? inside(field, "const") ?? inside(field, "enum");
      const isNull = inside(field, "type") === "null";
      expect(`${way}: ${(says ?? isWhole ?? isNull) ? "example" : "none"}`).toMatch(/example$/);
    }
    expect(String(inside(operation, "summary"))).toMatch(/\.$/);
  });

  test(`the document has exactly the fields and limits of the contract of ${name}`, () => {
    const ajv = newAjv();
    const schemas = contractFields(row);
    const renamed = (wire: string) => row.rename[wire] ?? wire;
    for (const field of fieldsOf(row)) {
      const way = `${name} ${field.name}`;
      const accepts = ajv.compile(field.schema);
      if (!row.takesFile) {
        const contract = schemas.get(renamed(field.name)) ?? schemas.get(field.name);
        if (!contract) {
          // The table defines fields that only some of the row's contracts have.
          expect(Object.keys(row.takes)).toContain(field.name);
          continue;
        }
        expect(accepts(field.example), `${way}: its example`).toBe(true);
        expect(z.safeParse(contract, field.example).error?.issues ?? []).toEqual([]);
        for (const wrong of beyond(field.schema)) {
          const told = z.safeParse(contract, wrong).error?.issues.map(({ message }) => message);
          const what = `${way}: ${JSON.stringify(wrong)?.slice(0, 60)}`;
          expect(accepts(wrong), what).toBe(false);
          expect(told?.filter(isRefusalCode) ?? [], what).not.toEqual([]);
          for (const code of told ?? []) expect(field.refuses, what).toContain(code);
        }
      }
      expect(Object.keys(field.schema).length, `${way}: its limits`).toBeGreaterThan(
        field.schema.type === "string" ? 1 : 0,
      );
    }
    expect(new Set(fieldsOf(row).map((field) => renamed(field.name)))).toEqual(
      new Set(
        [
          ...schemas.keys(),
          ...(row.takesFile ? ["medias"] : []),
          ...Object.keys(row.takes).map(renamed),
        ].filter((one) => one !== "files"),
      ),
    );
    for (const one of alternativesOf(row).flat()) {
      expect(fieldsOf(row).map((field) => field.name)).toContain(one);
    }
  });
});

function contractFields(row: Row): Map<string, z.core.$ZodType> {
  const fields = new Map<string, z.core.$ZodType>();
  for (const contract of contractOf(row).contracts) {
    if (!(contract instanceof z.ZodObject)) continue;
    for (const [name, schema] of Object.entries(contract.shape))
      fields.set(name, schema as z.ZodType);
  }
  return fields;
}

/** Values just outside a schema's limits. */
function beyond({ maxLength, minimum, exclusiveMinimum, maximum, ...schema }: Schema): unknown[] {
  const values: unknown[] = [["x"], { x: 1 }];
  if (maxLength !== undefined) {
    const tail = schema.format === "email" ? "@example.com" : "";
    values.push("a".repeat(maxLength + 1 - tail.length) + tail);
  }
  if (minimum !== undefined && schema.type !== "string") values.push(minimum - 1);
  if (exclusiveMinimum !== undefined) values.push(exclusiveMinimum);
  if (maximum !== undefined) values.push(maximum + 1);
  if (schema.enum) values.push("something else");
  if (schema.pattern !== undefined) values.push("!!");
  if (schema.format === "uuid" || schema.format === "date") values.push("no such thing");
  return values;
}
