import { z } from "zod";

/** The parts of JSON Schema that the page shows. */
const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
});
export type Schema = z.infer<typeof Schema>;

const Content = z.record(z.string(), z.object({ schema: Schema }));

const Parameter = z.object({
  name: z.string(),
  in: z.enum(["query", "header", "path"]),
  required: z.boolean(),
  description: z.string(),
  schema: Schema,
});

const Operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: Content.default({}) }),
  ),
});

const Document = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/** One field of a call's input, in any place. */
export interface Input {
  name: string;
  in: "query" | "header" | "path" | "body";
  isRequired: boolean;
  description: string;
  schema: Schema;
}

export interface Call {
  id: string;
  method: string;
  /** Under `/api/v1`, with parameters in braces. */
  path: string;
  summary: string;
  inputs: readonly Input[];
  /** Groups of inputs of which one is required. */
  alternatives: readonly (readonly string[])[];
  isMultipart: boolean;
  /** The body of a success; undefined if it is not JSON. */
  answer: Schema | undefined;
  answerDescription: string;
  /** Refusals by status, lowest first. */
  refusals: readonly { status: string; lines: readonly string[] }[];
}

export interface Section {
  name: string;
  description: string;
  calls: readonly Call[];
}

/** Converts the OpenAPI document into the page's sections and calls. */
export function readDocument(document: unknown): { introduction: string; sections: Section[] } {
  const { info, tags, paths } = Document.parse(document);
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map((tag) => ({
    ...tag,
    calls: all
      .filter(({ operation }) => operation.tags[0] === tag.name)
      .map(({ path, method, operation }) => callOf(path, method.toUpperCase(), operation)),
  }));
  return { introduction: info.description, sections };
}

function callOf(path: string, method: string, operation: z.infer<typeof Operation>): Call {
  const content = operation.requestBody?.content ?? {};
  const body = Object.values(content)[0]?.schema;
  const { "200": success, ...refusals } = operation.responses;
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    inputs: [
      ...operation.parameters.map(({ required, ...one }) => ({ ...one, isRequired: required })),
      ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: "body" as const,
        isRequired: body?.required?.includes(name) ?? false,
        description: schema.description ?? "",
        schema,
      })),
    ],
    alternatives: (body?.anyOf ?? []).map(({ required = [] }) => required),
    isMultipart: "multipart/form-data" in content,
    answer: success?.content["application/json"]?.schema,
    answerDescription: success?.description ?? "",
    refusals: Object.entries(refusals).map(([status, { description }]) => ({
      status,
      lines: description.split("\n\n"),
    })),
  };
}
