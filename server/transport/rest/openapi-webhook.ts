import { MAX_NOTICE_BYTES } from "@server/contracts/webhooks";
import { envelope, type Json, refusedResponses } from "./openapi-parts";
import { byStatus } from "./row-refusals";

/** The call that takes signed notices of payments (docs/api.md). It is no row of the table. */
export const NOTICE_PATH = "/webhooks/payments/{companyId}/{accountId}";

/** In the order in which they are asked for. */
const REFUSALS = byStatus([
  ...(["UNKNOWN_HOST", "HTTPS_REQUIRED", "THROTTLED", "SERVER_BUSY", "REQUEST_TIMED_OUT"] as const),
  ...(["DATABASE_AWAY", "DATA_BUSY", "UNEXPECTED", "METHOD_NOT_ALLOWED"] as const),
  ...(["UNSUPPORTED_MEDIA_TYPE", "BODY_TOO_LARGE", "BODY_TOO_SLOW"] as const),
  ...(["COMPANY_MISMATCH", "COMPANY_NOT_FOUND", "COMPANY_SUSPENDED"] as const),
  ...(["WEBHOOK_UNVERIFIED", "WEBHOOK_TOO_OLD", "WEBHOOK_EVENT_REUSED"] as const),
  ...(["MALFORMED_BODY", "FIELD_REQUIRED", "FIELD_INVALID", "AMOUNT_INVALID"] as const),
  ...(["AMOUNT_TOO_LARGE", "BAD_DATE", "NOTICE_REFERENCE_INVALID", "NOTICE_CURRENCY"] as const),
  ...(["NOTICE_OTHER_ACCOUNT", "TEXT_TOO_LONG"] as const),
]);

const pathId = (name: string, description: string, example: string): Json => ({
  ...{ name, in: "path", required: true, description },
  schema: { type: "string", format: "uuid", description, examples: [example] },
});

const header = (name: string, description: string, schema: Json): Json => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string", ...schema, description },
});

const text = (description: string, example: string, maxLength: number): Json => ({
  ...{ type: "string", maxLength, description, examples: [example] },
});

const DATA: Json = {
  amount: {
    description: "Rupees, with at most two decimals.",
    anyOf: [
      { type: "string", maxLength: 24 },
      { type: "number", exclusiveMinimum: 0 },
    ],
    examples: ["1025.00"],
  },
  reference: text(
    "The payment's number as the bank's statement shows it: the UTR, or the twelve digits of UPI and IMPS.",
    "630512345678",
    60,
  ),
  receivedAt: {
    ...{ type: "string", format: "date-time", examples: ["2026-11-21T08:35:33Z"] },
    description: "When the bank took the payment in, with the zone; at most 45 days ago.",
  },
  payerName: text("The payer, as in the bank's narration.", "RAHUL SHARMA", 200),
  payerAccount: text("The payer's account or UPI address.", "rahul@okbank", 200),
  remarks: text("What the payer wrote, such as the order's number.", "PUR-004512", 500),
  accountNumber: text(
    "The account that the payment came to; another one is refused.",
    "50100123456789",
    200,
  ),
  currency: { const: "INR", description: "Other currencies are refused.", examples: ["INR"] },
};

const BODY: Json = {
  type: "object",
  properties: {
    type: { const: "payment.received", description: "The only kind of notice." },
    data: {
      type: "object",
      description: "The payment. Other fields are passed over.",
      properties: DATA,
      required: ["amount", "reference", "receivedAt"],
    },
  },
  required: ["type", "data"],
};

export const noticeOperation = (tag: string): Json => ({
  operationId: "postWebhooksPayments",
  tags: [tag],
  summary: `A signed notice of a payment, by Standard Webhooks, of at most ${MAX_NOTICE_BYTES / 1024} KB.`,
  security: [],
  parameters: [
    pathId("companyId", "The company's id.", "01890a5d-ac96-774b-bcce-b302099a8056"),
    pathId(
      "accountId",
      "The account's id, as in the address that the settings show.",
      "01890a5d-ac96-774b-bcce-b302099a8057",
    ),
    header("webhook-id", "The event's id; a repeated delivery has the same one.", {
      pattern: "^[\\x21-\\x7e]+$",
      maxLength: 200,
      examples: ["5f0c1c9e-77aa-4d0e-9a41-0b6f5a2f4c11"],
    }),
    header("webhook-timestamp", "Seconds since 1970, within five minutes of the server's clock.", {
      pattern: "^\\d+$",
      maxLength: 20,
      examples: ["1795400000"],
    }),
    header(
      "webhook-signature",
      "The base64 of HMAC-SHA256 over id.timestamp.body by the account's secret, after v1 and a comma; several are separated by blanks.",
      { maxLength: 1000, examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="] },
    ),
  ],
  requestBody: { required: true, content: { "application/json": { schema: BODY } } },
  responses: {
    "200": {
      description: "Notice received; also for an event that was known, which changes nothing.",
      content: {
        "application/json": {
          schema: envelope({
            status: { const: "success", description: "The call succeeded." },
            message: { enum: ["Notice received"], description: "A text to show to the user." },
            data: { type: "null", description: "Nothing." },
          }),
        },
      },
    },
    ...refusedResponses(REFUSALS),
  },
});
