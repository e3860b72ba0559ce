import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { LEAST_ADMIN_ROLE, STEP_UP } from "@server/access/rules/calls";
import { contractOf, fieldsOf } from "./row-contract";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import type { Row } from "@server/http/rest/rows/row";

/** Possible for every call. */
const ANY: readonly RefusalCode[] = [
  "UNKNOWN_HOST",
  "HTTPS_REQUIRED",
  "PASSWORD_IN_ADDRESS",
  "KEY_SCOPE",
  "THROTTLED",
  "SERVER_BUSY",
  "SALE_BUSY",
  "REQUEST_TIMED_OUT",
  "DATABASE_AWAY",
  "DATA_BUSY",
  "UNEXPECTED",
];

/** Anonymous calls that mail, log in or write, from a page of another site. */
const FROM_OTHER_SITES: readonly RefusalCode[] = ["CROSS_SITE"];
/** Calls that require authentication. */
const SIGNED_IN: readonly RefusalCode[] = ["NOT_SIGNED_IN"];
const OF_A_COMPANY: readonly RefusalCode[] = ["COMPANY_SUSPENDED"];
/** Admins of a company that requires a second factor, and super admins, without one. */
const OF_STAFF: readonly RefusalCode[] = ["SECOND_STEP_NEEDED"];
const WITH_A_BODY: readonly RefusalCode[] = [
  "MALFORMED_BODY",
  "BODY_TOO_LARGE",
  "BODY_TOO_SLOW",
  "UNSUPPORTED_MEDIA_TYPE",
  // A truncated form, or one with too many parts.
  "UPLOAD_INCOMPLETE",
  "FILE_ONE_ONLY",
  "FILE_TOO_LARGE",
];
const WITH_A_KEY: readonly RefusalCode[] = [
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_KEY_IN_USE",
  "IDEMPOTENCY_KEY_MISMATCH",
];

const asksStepUp = (row: Row): boolean => {
  const need = STEP_UP.get(contractOf(row).procedure);
  return need === "always" || need === "sometimes";
};

const needsMoreThanViewer = (row: Row): boolean => {
  const least = LEAST_ADMIN_ROLE.get(contractOf(row).procedure);
  return least !== undefined && least !== "VIEWER";
};

/** All codes that can refuse a call of this row. */
function refusalsOf(row: Row): RefusalCode[] {
  const fields = fieldsOf(row);
  const isSignedIn = row.audience !== "anyone";
  const codes: RefusalCode[] = [
    ...fields.flatMap(({ refuses }) => refuses),
    ...row.refuses,
    // A duplicate name in the query, or several invalid fields.
    "INVALID_INPUT",
    ...(row.method === "GET" ? [] : WITH_A_BODY),
    ...(row.changes ? WITH_A_KEY : []),
    ...(!isSignedIn && row.changes ? FROM_OTHER_SITES : []),
    ...(isSignedIn ? SIGNED_IN : []),
    ...(isSignedIn && row.audience !== "signed in" ? (["WRONG_ROLE"] as const) : []),
    ...(isSignedIn && row.audience !== "SUPER_ADMIN" ? OF_A_COMPANY : []),
    ...(needsMoreThanViewer(row) ? (["ADMIN_ROLE_TOO_LOW"] as const) : []),
    ...(asksStepUp(row) ? (["STEP_UP_REQUIRED"] as const) : []),
    ...(isSignedIn && row.audience !== "USER" ? OF_STAFF : []),
    ...ANY,
  ];
  return [...new Set(codes)];
}

/**
 * Returns the fields of a row that a refusal is about, under the names that clients send: those that
 * failed their contract, else the only one whose documentation has the code.
 */
export function fieldsRefused(row: Row, { code, fields = {} }: Refusal): string[] {
  const wireOf = (ours: string) =>
    Object.keys(row.rename).find((wire) => row.rename[wire] === ours) ?? ours;
  const failed = Object.keys(fields).map((path) => path.split(".")[0] ?? "");
  const named = new Set(failed.filter((name) => name !== "").map(wireOf));
  if (named.size > 0) return [...named];
  const known = fieldsOf(row).filter(({ refuses }) => refuses.includes(code));
  const alike = new Set(known.map(({ name }) => row.rename[name] ?? name));
  return alike.size === 1 && known[0] ? [known[0].name] : [];
}

/** The codes of a row's refusals by HTTP status, lowest first. */
export function refusalsByStatus(row: Row): [status: number, codes: RefusalCode[]][] {
  const found = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(row)) {
    const status = httpStatusOf(code);
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return [...found].sort(([a], [b]) => a - b);
}
