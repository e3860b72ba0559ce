import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "@server/http/rest/openapi/openapi";

/** Creates a validator of the document's JSON Schema, with the formats in use. */
export const newAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
  ajv.addFormat("uri", /^https?:\/\//);
  ajv.addFormat("email", /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat("binary", true);
  return ajv;
};

/** Reads a nested property of untyped JSON. */
export const inside = (value: unknown, ...names: string[]): unknown =>
  names.reduce((inner, name) => Reflect.get(Object(inner), name) as unknown, value);

const documented = openApiDocument("https://api.example");
const ajv = newAjv();
const validators = new Map<string, ValidateFunction>();

/**
 * Compares an answer with the OpenAPI document; empty if they match. Skips paths and methods that are
 * not in the document.
 */
export function faultsOf(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; body: unknown },
): string[] {
  const [pathname = ""] = path.split("?");
  const operation = inside(
    documented,
    "paths",
    pathname.replace(/(.)\/$/, "$1"),
    method.toLowerCase(),
  );
  if (operation === undefined || pathname.startsWith("/media/")) return [];
  const response = inside(operation, "responses", String(answer.status));
  const key = `${method} ${pathname} ${answer.status}`;
  if (response === undefined)
    return [`${key} ${JSON.stringify(answer.body)} is not in the document`];
  const schema = inside(response, "content", "application/json", "schema");
  let validate = validators.get(key);
  if (!validate) validators.set(key, (validate = ajv.compile(Object(schema) as object)));
  const faults = validate(answer.body)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message }) =>
          `${key} ${instancePath} ${message} ${JSON.stringify(answer.body)}`,
      );
  const asksToWait = inside(response, "headers", "Retry-After") !== undefined;
  if (asksToWait && !/^[1-9]\d*$/.test(answer.headers.get("retry-after") ?? "")) {
    faults.push(`${key} has no Retry-After`);
  }
  return faults;
}
