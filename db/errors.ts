/** PostgreSQL and system error codes for a server that is temporarily unavailable. */
const AWAY = new Set([
  "TRANSACTION_OVER",
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
  "53100", // disk_full
  "53300", // too_many_connections
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "58030", // io_error
]);

/** insufficient_privilege */
export const NO_RIGHT = "42501";

/** Messages of node-postgres, without a code, for a connection that was lost or never opened. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout|timeout e|Cannot use a pool after calling end)/;

/** A statement was sent after the end of its transaction. */
export class TransactionOverError extends Error {
  override readonly name = "TransactionOverError";
  readonly code = "TRANSACTION_OVER";
}

/** Yields the error and its causes, outermost first: Drizzle wraps the driver's errors. */
function* chain(error: unknown): Generator<object> {
  let at = error;
  for (let depth = 0; depth < 8 && typeof at === "object" && at !== null; depth += 1) {
    yield at;
    at = "cause" in at ? at.cause : null;
  }
}

/** Returns the message of the innermost cause, in one line: the outer ones only name the operation. */
export function reasonOf(error: unknown): string {
  let at: unknown = [...chain(error)].at(-1) ?? error;
  if (at instanceof AggregateError) at = at.errors[0];
  const message = at instanceof Error ? at.message : String(at);
  const text = message.replace(/\s+/g, " ").trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function textField(at: object, name: string): string | null {
  const value: unknown = Reflect.get(at, name);
  return typeof value === "string" ? value : null;
}

/** Returns the SQLSTATE or system code of an error or of its causes; null if there is none. */
export function errorCode(error: unknown): string | null {
  for (const at of chain(error)) {
    const code = textField(at, "code");
    if (code !== null) return code;
  }
  return null;
}

/** Recognises a connection attempt to a Unix socket without a server, or with a full queue. */
const lacksSocket = (error: unknown): boolean =>
  [...chain(error)].some(
    (at) =>
      textField(at, "syscall") === "connect" &&
      /^(ENOENT|EAGAIN)$/.test(textField(at, "code") ?? ""),
  );

/** Tells that the database is unavailable at the moment; a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== null) return AWAY.has(code) || code.startsWith("08") || lacksSocket(error);
  return [...chain(error)].some((at) => AWAY_MESSAGE.test(textField(at, "message") ?? ""));
}

/**
 * Tells that a statement gave up because other transactions kept its rows locked, or because it
 * took too long. Its transaction is rolled back; a retry may succeed.
 */
export function isTimedOut(error: unknown): boolean {
  const code = errorCode(error);
  return code === "55P03" || code === "57014";
}

/** Tells that a transaction gave up waiting for a lock, or met a deadlock. */
export function isLockRefused(error: unknown): boolean {
  return errorCode(error) === "55P03" || isConflict(error);
}

/** Tells that a connection was refused for a setting of its session, as poolers do. */
export function isSettingRefused(error: unknown): boolean {
  return [...chain(error)].some((at) =>
    textField(at, "message")?.includes("unsupported startup parameter"),
  );
}

/** Returns the name of the violated unique constraint or index; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  return violation(error, "23505");
}

/** Returns the name of the violated foreign key; null for any other error. */
export function violatedReference(error: unknown): string | null {
  return violation(error, "23503");
}

/** Returns the name of the violated CHECK; null for any other error. */
export function violatedCheck(error: unknown): string | null {
  return violation(error, "23514");
}

function violation(error: unknown, sqlState: string): string | null {
  for (const at of chain(error)) {
    if (textField(at, "code") === sqlState) return textField(at, "constraint");
  }
  return null;
}

/** Tells that a transaction failed on a serialization conflict or deadlock; a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === "40001" || code === "40P01";
}
