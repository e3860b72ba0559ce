/** A part of the document. */
type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names a part by its content; its own description does not count, since a use may add one. */
function contentOf({ description: _words, ...part }: Json): string {
  return JSON.stringify(part);
}

const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) =>
    letter.toUpperCase(),
  );

type Kind = "schemas" | "parameters" | "responses";

/** Tells what a part of an operation is; null for one that is no component. */
function kindOf(key: string, parent: string, part: Json): Kind | null {
  if (isObject(part["properties"])) return "schemas";
  if (parent === "parameters") return "parameters";
  return parent === "responses" && /^\d{3}$/.test(key) ? "responses" : null;
}

/** Names a component after its first use. */
function nameOf(kind: Kind, key: string, part: Json, operation: string): string {
  if (kind === "parameters") return pascal(String(part["name"]));
  if (kind === "responses") {
    return key === "200" ? pascal(String(part["description"])) : `Refused${key}`;
  }
  if (key === "schema") return `${pascal(operation)}Body`;
  if (["", "items", "data"].includes(key))
    return pascal(operation.replace(/^(get|post|put|delete)/, ""));
  return pascal(key);
}

/**
 * Returns the document with each schema of an object, each parameter and each response that stands in
 * it several times as one component, which its uses refer to. All refusals have one shape, `Refusal`,
 * of which each narrows the codes.
 */
export function shareShapes(document: Json): Json {
  const uses = new Map<string, number>();
  const components: Record<Kind, Record<string, unknown>> = {
    schemas: {},
    parameters: {},
    responses: {},
  };
  const names = new Map<string, string>();

  const parts = (part: Json) => Object.entries(part);
  function count(value: unknown, key: string, parent: string): void {
    if (Array.isArray(value)) for (const one of value) count(one, "", key);
    if (!isObject(value)) return;
    const kind = kindOf(key, parent, value);
    const content = kind && `${kind} ${contentOf(value)}`;
    if (content) uses.set(content, (uses.get(content) ?? 0) + 1);
    for (const [name, inner] of parts(value)) count(inner, name, key);
  }

  /** A use of a schema keeps its own description. */
  const refer = (kind: Kind, name: string, { description }: Json): Json => ({
    $ref: `#/components/${kind}/${name}`,
    ...(kind === "schemas" && description !== undefined && { description }),
  });

  function share(value: unknown, key: string, parent: string, operation: string): unknown {
    if (Array.isArray(value)) return value.map((one) => share(one, "", key, operation));
    if (!isObject(value)) return value;
    const within = typeof value["operationId"] === "string" ? value["operationId"] : operation;
    const inside = (): Record<string, unknown> =>
      Object.fromEntries(parts(value).map(([name, one]) => [name, share(one, name, key, within)]));
    const codes = refusedCodes(value);
    if (codes) {
      components.schemas["Refusal"] ??= anyRefusal(value);
      const narrowed = { type: "object", properties: { code: { enum: codes } } };
      return { allOf: [{ $ref: "#/components/schemas/Refusal" }, narrowed] };
    }
    const kind = kindOf(key, parent, value);
    const content = `${kind} ${contentOf(value)}`;
    if (!kind || (uses.get(content) ?? 0) < 2) return inside();
    let name = names.get(content);
    if (name === undefined) {
      const wanted = nameOf(kind, key, value, within);
      name = wanted;
      for (let at = 2; name in components[kind]; at += 1) name = `${wanted}_${at}`;
      names.set(content, name);
      // It takes its place before those inside it.
      components[kind][name] = null;
      const { description, ...component } = inside();
      components[kind][name] = kind === "schemas" ? component : { description, ...component };
    }
    return refer(kind, name, value);
  }

  const { paths, components: own, ...rest } = document;
  count(paths, "paths", "");
  const shared = share(paths, "paths", "", "");
  return { ...rest, paths: shared, components: { ...(isObject(own) && own), ...components } };
}

/** Returns the codes of a refusal's schema; null for any other part. */
function refusedCodes({ properties }: Json): unknown[] | null {
  if (!isObject(properties) || !isObject(properties["status"])) return null;
  const { code } = properties;
  const isRefusal = properties["status"]["const"] === "error" && isObject(code);
  return isRefusal && Array.isArray(code["enum"]) ? code["enum"] : null;
}

/** Returns the schema of a refusal with any code. */
function anyRefusal(refusal: Json): Json {
  const properties = isObject(refusal["properties"]) ? refusal["properties"] : {};
  const { enum: _codes, ...code } = isObject(properties["code"]) ? properties["code"] : {};
  return { ...refusal, properties: { ...properties, code } };
}
