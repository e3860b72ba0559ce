import { refuse } from "@server/platform/rules/refusals/refuse";
import { readMultipart } from "@server/files";
import type { Row } from "@server/http/rest/rows/row";

type Input = Record<string, unknown>;

/** A request's input under the procedure's names; the body takes precedence over the query. */
export async function readInput(row: Row, request: Request, maxFileBytes: number): Promise<Input> {
  const query = uniqueValues(new URL(request.url).searchParams, "INVALID_INPUT");
  // An address is kept in histories and logs on its way.
  if (Object.keys(query).some((name) => /password/i.test(name)))
    throw refuse("PASSWORD_IN_ADDRESS");
  const body = row.method === "GET" ? {} : await readBody(row, request, maxFileBytes);
  const input: Input = {};
  for (const [name, value] of Object.entries({ ...query, ...body })) {
    const ours = row.rename[name] ?? name;
    // If a client sends both names, the documented one takes precedence.
    if (
      ours === name &&
      Object.keys(row.rename).some((wire) => row.rename[wire] === name && wire in body)
    )
      continue;
    input[ours] = value;
  }
  return input;
}

async function readBody(row: Row, request: Request, maxFileBytes: number): Promise<Input> {
  const contentType = (request.headers.get("content-type") ?? "").toLowerCase();
  if (contentType.startsWith("multipart/form-data")) {
    const { fields, files, tooLarge } = await readMultipart(request, maxFileBytes);
    if (tooLarge) throw tooLarge;
    const input: Input = uniqueValues(fields, "MALFORMED_BODY");
    if (row.takesFile || row.mayTakeFile) {
      input["files"] = files.filter((file) => file.fieldName === "medias");
    }
    return input;
  }
  if (row.takesFile) throw refuse("UNSUPPORTED_MEDIA_TYPE");
  const text = await readText(request);
  if (text === "") return {};
  if (contentType.startsWith("application/x-www-form-urlencoded")) {
    return uniqueValues(new URLSearchParams(text), "MALFORMED_BODY");
  }
  // Old clients send JSON, some without a content type.
  if (contentType !== "" && !/^(application\/json|text\/plain)/.test(contentType)) {
    throw refuse("UNSUPPORTED_MEDIA_TYPE");
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) {
      // Copies own properties only.
      if (isPlain(text)) return Object.fromEntries(Object.entries(parsed));
    }
  } catch {
    throw refuse("MALFORMED_BODY");
  }
  throw refuse("MALFORMED_BODY");
}

/** Refuses duplicate names: validation and use could read different values. */
function uniqueValues<V>(
  fields: Iterable<[string, V]>,
  code: "MALFORMED_BODY" | "INVALID_INPUT",
): Record<string, V> {
  const pairs = [...fields];
  const object = Object.fromEntries(pairs);
  if (Object.keys(object).length !== pairs.length) throw refuse(code);
  return object;
}

/** Deeper than any valid input; limits recursion. */
const MOST_LEVELS = 32;

/**
 * True if a valid JSON object has no duplicate name at its top level and is not nested too deeply.
 */
function isPlain(text: string): boolean {
  const names = new Set<string>();
  let depth = 0;
  // Matches complete strings, with the colon after a name, and all brackets.
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/gs)) {
    if (string !== undefined) {
      if (depth !== 1 || colon === undefined) continue;
      const name = String(JSON.parse(string));
      if (names.has(name)) return false;
      names.add(name);
    } else depth += token === "{" || token === "[" ? 1 : -1;
    if (depth > MOST_LEVELS) return false;
  }
  return true;
}

async function readText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("MALFORMED_BODY");
  }
}
