/** Timeouts on the server, in milliseconds; 0 for none. */
export interface Timeouts {
  /** Of a statement; 30 s by default. */
  statementTimeoutMs?: number;
  /** Of waiting for a lock that another transaction holds; 5 s by default. */
  lockTimeoutMs?: number;
  /** Of an open transaction that sends nothing; 30 s by default. */
  idleInTransactionTimeoutMs?: number;
}

export const STATEMENT_MS = 30_000;
export const LOCK_MS = 5000;
export const IDLE_MS = 30_000;

/** The timeouts of one transaction. */
export interface Settings {
  /** Several commands, to be sent in one message with BEGIN. */
  text: string;
  /** One statement with values, to be sent in one batch with BEGIN. */
  statement: { text: string; values: string[] };
}

/**
 * What sets the timeouts of one transaction. Sent with BEGIN, so it costs no round trip. Behind a
 * transaction-mode pooler a session's settings would be refused, or reach other clients.
 */
export function settingsOf({
  statementTimeoutMs = STATEMENT_MS,
  lockTimeoutMs = LOCK_MS,
  idleInTransactionTimeoutMs = IDLE_MS,
}: Timeouts): Settings {
  const settings = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  const names = Object.keys(settings);
  return {
    text: Object.entries(settings)
      .map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
      .join("; "),
    statement: {
      text: `SELECT ${names.map((name, place) => `set_config('${name}', $${place + 1}, true)`).join(", ")}`,
      values: Object.values(settings).map(String),
    },
  };
}
