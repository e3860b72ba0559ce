import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { isDatabaseAway, isTimedOut, violatedConstraint, violatedReference } from "@db/client";
import type { RefusalKind } from "@server/platform/rules/refusals/kinds";
import { isRefusalCode, REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import {
  isRefusal,
  type PlainRefusalCode,
  Refusal,
  refuse,
} from "@server/platform/rules/refusals/refuse";

/** These foreign keys lead to the proof of an order or a payment. */
const PROOFS = new Set(["orders_proof", "payments_proof", "payment_evidence_proof"]);

/**
 * Returns the refusal inside an error, or null when the error is unexpected. Input that fails its
 * contract is a refusal with codes per field; an unreachable database is DATABASE_AWAY, rows that
 * stay locked are DATA_BUSY.
 */
export function refusalFrom(error: unknown): Refusal | null {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 5;
    at = at.cause, depth++
  ) {
    if (isRefusal(at)) return at;
    if (at instanceof ZodError) return refusedInput(at);
    if (isDatabaseAway(at)) return refuse("DATABASE_AWAY");
    if (isTimedOut(at)) return refuse("DATA_BUSY");
    // The sweep of unattached files deleted the proof first.
    const missing = violatedReference(at);
    if (missing === "users_avatar") return refuse("MEDIA_NOT_FOUND");
    if (missing && PROOFS.has(missing)) return refuse("RECEIPT_NOT_FOUND");
    // Another payment has begun to count with the number since it was looked for.
    if (violatedConstraint(at) === "payment_keys_once") return refuse("REFERENCE_USED");
  }
  const code = error instanceof TRPCError && TRANSPORT_REFUSALS[error.code];
  return code ? refuse(code) : null;
}

/** The refusals of tRPC itself, before a procedure runs. */
const TRANSPORT_REFUSALS: { readonly [code in TRPCError["code"]]?: PlainRefusalCode } = {
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_SUPPORTED: "METHOD_NOT_ALLOWED",
  BAD_REQUEST: "MALFORMED_BODY",
  PARSE_ERROR: "MALFORMED_BODY",
  UNSUPPORTED_MEDIA_TYPE: "MALFORMED_BODY",
};

/** A single reason keeps its own code; several become INVALID_INPUT with codes per field. */
function refusedInput(error: ZodError): Refusal {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) (fields[issue.path.join(".")] ??= []).push(issue.message);
  const reasons = new Set(error.issues.map((issue) => issue.message));
  const [only] = reasons;
  const code = reasons.size === 1 && only && isRefusalCode(only) ? only : "INVALID_INPUT";
  return new Refusal(code, {}, { fields });
}

const TRPC_CODE = {
  input: "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  "not-found": "NOT_FOUND",
  method: "METHOD_NOT_SUPPORTED",
  timeout: "TIMEOUT",
  conflict: "CONFLICT",
  "too-large": "PAYLOAD_TOO_LARGE",
  unsupported: "UNSUPPORTED_MEDIA_TYPE",
  mismatch: "UNPROCESSABLE_CONTENT",
  throttled: "TOO_MANY_REQUESTS",
  internal: "INTERNAL_SERVER_ERROR",
  unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<RefusalKind, TRPCError["code"]>;

export const toTrpcError = (refusal: Refusal): TRPCError =>
  new TRPCError({
    code: TRPC_CODE[REFUSAL_KINDS[refusal.code]],
    message: refusal.code,
    cause: refusal,
  });
