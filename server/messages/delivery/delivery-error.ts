/**
 * The verdict on a failed delivery. `refused`: the message is refused for good. `deferred`: this
 * message later. `away`: the server takes no message now, so all of them wait.
 */
export type Verdict = "refused" | "deferred" | "away";

/** The server did not accept a message. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly verdict: Verdict;
  /** The server's answer as one line, for the admin; it may contain the address. */
  readonly reply: string;
  /** Its number, without an address; null without an answer. */
  readonly status: number | null;

  constructor(
    verdict: Verdict,
    cause: Error,
    answer: { reply?: string; status?: number; most?: number } = {},
  ) {
    super(cause.message, { cause });
    this.verdict = verdict;
    this.reply = (answer.reply ?? cause.message)
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, answer.most ?? 300);
    this.status = answer.status ?? null;
  }
}

/** An unknown error, as of a lost connection, says nothing about the message. */
export const deliveryErrorOf = (error: unknown): DeliveryError =>
  error instanceof DeliveryError
    ? error
    : new DeliveryError("away", error instanceof Error ? error : new Error(String(error)));

/** Answers about our login at the mail server, which no message is to blame for. */
const LOGIN_REPLIES = new Set([530, 534, 535, 538]);
const SHUTTING_DOWN = 421;
const BAD_SEQUENCE = 503;
const TOO_LARGE = 552;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** An error of nodemailer. 5xx about the recipient or the contents is final, 4xx is not. */
export function smtpError(error: SmtpError): DeliveryError {
  const { code, command = "", response, responseCode: status } = error;
  const answer = { ...(response && { reply: response }), ...(status && { status }) };
  const isAboutMessage = code === "EENVELOPE" || code === "EMESSAGE";
  const verdict = ((): Verdict => {
    if (!isAboutMessage) return "away";
    // Nodemailer's own checks: an address that cannot be written, or a mail above the server's limit.
    if (status === undefined) return "refused";
    if (status === SHUTTING_DOWN || LOGIN_REPLIES.has(status)) return "away";
    // The sender's address is the same in every mail.
    if (command === "MAIL FROM") return status === TOO_LARGE ? "refused" : "away";
    return status >= 500 && status !== BAD_SEQUENCE ? "refused" : "deferred";
  })();
  return new DeliveryError(verdict, error, answer);
}

/** Statuses of an SMS provider that refuse this message, rather than our account or any message. */
const REFUSED_TEXTS = new Set([400, 413, 422]);

/** A status of an SMS provider that is not a 2xx. */
export function smsError(status: number): DeliveryError {
  const verdict = REFUSED_TEXTS.has(status) ? "refused" : "away";
  const error = new Error(`The SMS provider answered ${status}.`);
  return new DeliveryError(verdict, error, { status });
}

/** The first wait after a failed try, in seconds, and the longest one. */
const WAITS = { code: { first: 2, most: 30 }, notice: { first: 5, most: 3600 } } as const;

/**
 * Seconds until the next try of a message: doubled with each failed try up to a limit, and shortened
 * by up to a half by `random` (0 to 1), so that messages do not return together.
 */
export function retryDelaySeconds(
  kind: keyof typeof WAITS,
  failedTries: number,
  random: number,
): number {
  const { first, most } = WAITS[kind];
  return Math.min(most, first * 2 ** Math.min(failedTries - 1, 20)) * (1 - random / 2);
}

/** The first pause while a server is away, in milliseconds, and the longest one. */
const PAUSES = {
  away: { first: 500, most: 15_000 },
  deferring: { first: 500, most: 1000 },
} as const;

/**
 * Milliseconds until a server is tried again: `failures` in a row before. A server that answers but
 * accepts nothing is tried again soon, because the next recipient may be another.
 */
export function pauseMs(kind: keyof typeof PAUSES, failures: number, random: number): number {
  const { first, most } = PAUSES[kind];
  return Math.min(most, first * 2 ** Math.min(failures - 1, 20)) * (1 - random / 4);
}

/** Messages in a row that a server may defer before it counts as unable to accept any. */
export const DEFERRALS_BEFORE_PAUSE = 5;
