/** PostgreSQL and socket codes that say the server cannot be used now, though it may be soon. */
const AWAY = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "CONNECTION_WAIT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ERR_STREAM_DESTROYED",
  "25P03", // idle_in_transaction_session_timeout
  "25006", // read-only: a failover is under way
  "53300", // too_many_connections
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
]);

/** A connection that was lost, or that there never was. Its `code` is one of `isDatabaseAway`'s. */
export class ConnectionError extends Error {
  override name = "ConnectionError";

  constructor(
    readonly code:
      "CONNECTION_CLOSED" | "CONNECTION_ENDED" | "CONNECTION_WAIT_TIMEOUT" | "CONNECT_TIMEOUT",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error and what caused it, outermost first: drizzle wraps the driver's errors. */
function* chain(error: unknown): Generator<object> {
  let at = error;
  for (let depth = 0; depth < 8 && typeof at === "object" && at !== null; depth += 1) {
    yield at;
    at = "cause" in at ? at.cause : null;
  }
}

function textField(at: object, name: string): string | null {
  const value: unknown = Reflect.get(at, name);
  return typeof value === "string" ? value : null;
}

/** The SQLSTATE or system code of an error, found through its causes; null where there is none. */
export function errorCode(error: unknown): string | null {
  for (const at of chain(error)) {
    const code = textField(at, "code");
    if (code !== null) return code;
  }
  return null;
}

/** Whether the database cannot be reached at the moment; trying again later may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && (AWAY.has(code) || code.startsWith("08"));
}

/** The name of the unique constraint or index that refused a row; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  return violation(error, "23505");
}

/** The name of the CHECK that refused a row; null for any other error. */
export function violatedCheck(error: unknown): string | null {
  return violation(error, "23514");
}

function violation(error: unknown, sqlState: string): string | null {
  for (const at of chain(error)) {
    if (textField(at, "code") === sqlState) return textField(at, "constraint_name");
  }
  return null;
}

/** Whether two transactions stood in each other's way, so that running this one again may succeed. */
export function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === "40001" || code === "40P01";
}
