import { TABLE } from "./table";

const ENVELOPE = {
  type: "object",
  required: ["status", "message", "data"],
  properties: {
    status: { type: "string", enum: ["success", "error"] },
    code: { type: "string", description: "Of a refusal." },
    message: { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    data: {},
  },
};

/** The OpenAPI 3.1 document of the table's rows. */
export function openApiDocument(origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of TABLE) {
    const answers = (description: string) => ({
      description,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } },
    });
    (paths[row.path] ??= {})[row.method.toLowerCase()] = {
      operationId: `${row.method.toLowerCase()}${row.path.replaceAll(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: [row.audience],
      ...(row.audience !== "anyone" && { security: [{ token: [] }] }),
      responses: { "200": answers(row.say({}) || "The answer."), default: answers("A refusal.") },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Prelaunch", version: "1" },
    servers: [{ url: `${origin}/api/v1` }],
    paths,
    components: {
      schemas: { Envelope: ENVELOPE },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}
