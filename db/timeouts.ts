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

/**
 * Sets the timeouts of one transaction. Sent in one message with BEGIN, so it costs no round trip.
 * Behind a transaction-mode pooler a session's settings would be refused, or reach other clients.
 */
export function localTimeouts({
  statementTimeoutMs = STATEMENT_MS,
  lockTimeoutMs = LOCK_MS,
  idleInTransactionTimeoutMs = IDLE_MS,
}: Timeouts): string {
  return [
    `SET LOCAL statement_timeout = ${statementTimeoutMs}`,
    `SET LOCAL lock_timeout = ${lockTimeoutMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`,
  ].join("; ");
}
