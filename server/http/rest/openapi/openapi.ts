import { z } from "zod";
import { alternativesOf, fieldsOf, type Schema, type TakenField } from "./row-contract";
import { refusalsByStatus } from "./row-refusals";
import type { Audience, Row } from "@server/http/rest/rows/row";
import { TABLE } from "@server/http/rest/rows/row-table";
import { FALLBACK_LANGUAGE } from "@locales/languages";
import { translateRefusal } from "@server/platform";
import { memoize } from "@themes/memoize";
import { shareShapes } from "./share-shapes";
import { compressed, respondWith } from "@server/http/pages/representations";

/** Stands in the text that is made once for the origin of each site. */
const ANY_ORIGIN = "https://any-origin.invalid";

let pieces: string[] | undefined;

/** The document as JSON, made once for all sites. */
function textFor(origin: string): string {
  pieces ??= JSON.stringify(shareShapes(openApiDocument(ANY_ORIGIN))).split(ANY_ORIGIN);
  // An origin has no characters that JSON escapes.
  return pieces.join(origin);
}

/** Origins whose compressed text is remembered; a client can make up a port. */
const MOST_ORIGINS = 20;

const document = memoize(
  (origin: string) => compressed(textFor(origin)),
  (origin) => origin,
  MOST_ORIGINS,
);

/** `/api/v1/openapi.json`, with the caller's own origin as its server. */
export const openApiAnswer = async (request: Request, origin: string): Promise<Response> =>
  respondWith(request, await document(origin), {
    "content-type": "application/json",
    "cache-control": "no-cache",
  });

type Json = Readonly<Record<string, unknown>>;

type Content = Readonly<Record<string, { schema: Schema }>>;

interface Parameter {
  name: string;
  in: "query" | "header" | "path";
  required: boolean;
  description: string;
  schema: Schema;
}

interface Answer {
  description: string;
  headers?: Json;
  content?: Content;
}

/** A call in the document. */
export interface Operation extends Json {
  operationId: string;
  tags: readonly string[];
  summary: string;
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, Answer>>;
}

interface Document extends Json {
  info: { description: string } & Json;
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The schema of an object with exactly these fields, of which the others may be absent. */
const envelope = (
  properties: Record<string, Schema>,
  others: Record<string, Schema> = {},
): Schema => ({
  type: "object",
  properties: { ...properties, ...others },
  required: Object.keys(properties),
  additionalProperties: false,
});

const refusal = (codes: readonly string[]): Schema =>
  envelope(
    {
      status: { const: "error", description: "The call was refused; nothing has changed." },
      code: {
        type: "string",
        enum: codes,
        description: "The reason, for programs.",
        examples: [codes[0]],
      },
      message: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 2 }],
        description: "The reason, for people: a text, or a list of them.",
        examples: [plainWords(codes[0] ?? "")],
      },
      data: { type: "null", description: "Nothing." },
    },
    {
      field: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 2 }],
        description: "The field that the refusal is about, or a list of them; absent for no field.",
        examples: ["amount"],
      },
    },
  );

const RETRY_AFTER: Json = {
  description: "The seconds to wait before the next attempt.",
  required: true,
  schema: { type: "integer", minimum: 1, examples: [30] },
};

/** A code's text, with its placeholders. */
const plainWords = (code: string): string =>
  translateRefusal(FALLBACK_LANGUAGE, code, {}).replaceAll(/\{\w+\}/g, "…");

const refusedResponses = (
  byStatus: readonly [number, readonly string[]][],
): Operation["responses"] =>
  Object.fromEntries(
    byStatus.map(([status, codes]): [string, Answer] => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\` ${plainWords(code)}`).join("\n\n"),
        ...((status === 429 || status === 503) && { headers: { "Retry-After": RETRY_AFTER } }),
        content: { "application/json": { schema: refusal(codes) } },
      },
    ]),
  );

/** The audiences of calls, with their descriptions. */
const SECTIONS = {
  anyone: ["Visitors", "Anyone may call these."],
  USER: ["Members", "With a member's token."],
  ADMIN: ["Company admins", "With the token of a company's admin."],
  SUPER_ADMIN: ["Super admins", "With a super admin's token, on the platform's own host."],
  "signed in": ["Files", "With any token."],
} as const satisfies Record<Audience, readonly [string, string]>;

/** Rules that hold for every call. */
const INTRODUCTION = `Every answer is an envelope. A success is \`{ "status": "success", "message", "data" }\` with status 200. A refusal is \`{ "status": "error", "code", "message", "data": null }\`; its message is a text, or a list where there are several reasons, in the language of \`Accept-Language\` (English or Hindi). \`field\` names the field that it is about, or a list of them; it is absent where it is about none.

Send the token of a login, or an API key within its scopes, in \`Authorization\`, with or without the word Bearer. Cookies are ignored. Unknown fields are ignored. Bodies are JSON or form-urlencoded.

Every call that changes data accepts an \`Idempotency-Key\`: the same key and input get the same answer, and another input with the same key is refused.

A 429 and a 503 have \`Retry-After\`: the seconds to wait before the next attempt.`;

/** The OpenAPI 3.1 document, generated from the table's rows; every shape is written out. */
export function openApiDocument(origin: string): Document {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const row of TABLE) (paths[row.path] ??= {})[row.method.toLowerCase()] = operationOf(row);
  return {
    openapi: "3.1.0",
    info: {
      title: "Prelaunch",
      version: "1",
      summary: "All calls of the product.",
      description: INTRODUCTION,
    },
    servers: [{ url: `${origin}/api/v1`, description: "This site." }],
    tags: Object.values(SECTIONS).map(([name, description]) => ({ name, description })),
    paths: {
      ...paths,
      "/media/{id}": { get: MEDIA },
      "/openapi.json": { get: DOCUMENT },
    },
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "The token of a login." },
      },
    },
  };
}

function operationOf(row: Row): Operation {
  const fields = fieldsOf(row);
  const parameters = [
    ...(row.method === "GET" ? fields.map(queryParameter) : []),
    ...(row.changes ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: operationIdOf(row),
    tags: [SECTIONS[row.audience][0]],
    summary: row.about,
    security: row.audience === "anyone" ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(row.method !== "GET" && fields.length > 0 && { requestBody: bodyOf(row, fields) }),
    responses: responsesOf(row),
  };
}

const operationIdOf = (row: Row): string =>
  row.method.toLowerCase() +
  row.path.replaceAll(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

const schemaOf = ({ schema, description, example }: TakenField): Schema => ({
  ...schema,
  description,
  examples: [example],
});

const queryParameter = (field: TakenField): Parameter => ({
  name: field.name,
  in: "query",
  required: field.isNeeded,
  description: field.description,
  schema: schemaOf(field),
});

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes the call safe to repeat: the same key and input get the same answer.",
  schema: {
    type: "string",
    pattern: "^[\\x21-\\x7e]{1,200}$",
    maxLength: 200,
    description: "Chosen by the client, for example a UUID.",
    examples: ["0f8b6c1e-5d3a-4c2e-9a41-7b8d2f6e1c90"],
  },
};

function bodyOf(row: Row, fields: readonly TakenField[]): NonNullable<Operation["requestBody"]> {
  const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
  const groups = alternativesOf(row);
  const schema: Schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    ...(needed.length > 0 && { required: needed }),
    ...(groups.length > 0 && { anyOf: groups.map((required) => ({ required })) }),
  };
  const asFile: Content = { "multipart/form-data": { schema } };
  const asText: Content = {
    "application/json": { schema },
    "application/x-www-form-urlencoded": { schema },
  };
  const content = row.takesFile ? asFile : row.mayTakeFile ? { ...asText, ...asFile } : asText;
  return { required: needed.length > 0 || groups.length > 0, content };
}

function responsesOf(row: Row): Operation["responses"] {
  const data: Json = z.toJSONSchema(row.answer, { io: "output" });
  const { $schema: _dialect, ...dataSchema } = data;
  const messages = [...new Set([row.message({}), row.message({ isApproved: true })])];
  const success = envelope({
    status: { const: "success", description: "The call succeeded." },
    message: { enum: messages, description: "A text to show to the user." },
    data: { description: "The answer.", ...dataSchema },
  });
  return {
    "200": {
      description: messages.filter(Boolean).join(" · ") || "The answer.",
      content: { "application/json": { schema: success } },
    },
    ...refusedResponses(refusalsByStatus(row)),
  };
}

const MEDIA: Operation = {
  operationId: "getMedia",
  tags: [SECTIONS["signed in"][0]],
  summary: "The file, for its owner, that company's admins, super admins and signed URLs.",
  security: [{ token: [] }, {}],
  parameters: [
    {
      name: "id",
      in: "path",
      required: true,
      description: "The file's id.",
      schema: {
        type: "string",
        format: "uuid",
        description: "The file's id.",
        examples: ["01890a5d-ac96-774b-bcce-b302099a8057"],
      },
    },
    {
      name: "signature",
      in: "query",
      required: false,
      description:
        "Part of URLs in answers: it gives access to the file for ten minutes without a token.",
      schema: {
        type: "string",
        maxLength: 500,
        description: "The signature, unchanged.",
        examples: ["…"],
      },
    },
  ],
  responses: {
    "200": {
      description: "The file.",
      content: { "*/*": { schema: { type: "string", format: "binary" } } },
    },
    "401": {
      description: "`NOT_SIGNED_IN`",
      content: { "application/json": { schema: refusal(["NOT_SIGNED_IN"]) } },
    },
    "404": {
      description: "`MEDIA_NOT_FOUND` `MEDIA_LINK_DEAD`",
      content: { "application/json": { schema: refusal(["MEDIA_NOT_FOUND", "MEDIA_LINK_DEAD"]) } },
    },
  },
};

const DOCUMENT: Operation = {
  operationId: "getOpenapiJson",
  tags: [SECTIONS.anyone[0]],
  summary: "This document.",
  security: [],
  responses: {
    "200": {
      description: "OpenAPI 3.1, without an envelope.",
      content: { "application/json": { schema: { type: "object" } } },
    },
  },
};
