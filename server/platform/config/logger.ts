import { type DestinationStream, pino, type Logger, type LoggerOptions } from "pino";
import type { Config } from "./environment";

/** These fields of an error are logged; they hold no personal data. */
const PLAIN = ["code", "constraint", "table", "column", "syscall"] as const;

const MOST_CAUSES = 8;

/**
 * Returns an error as it is logged: message, stack and causes. The values of a failed statement and
 * the conflicting row are removed because they are personal data.
 */
function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const chain = chainOf(error);
  // A wrapping error may repeat the message of its cause, so values are removed everywhere.
  const values = chain.flatMap(valuesIn);
  const clean = (text: string) =>
    values.reduce((kept, value) => kept.replaceAll(value, "\nparams: [removed]"), text);
  const stacks = chain.map((at) => clean(at.stack ?? at.message));
  const fields = Object.assign({}, ...chain.toReversed().map(plainFields)) as object;
  return {
    type: error.name,
    message: clean(error.message),
    ...fields,
    stack: stacks.join("\ncaused by: "),
  };
}

function chainOf(error: Error): Error[] {
  const chain: Error[] = [];
  for (
    let at: unknown = error;
    at instanceof Error && chain.length < MOST_CAUSES && !chain.includes(at);
    at = at.cause
  ) {
    chain.push(at);
  }
  return chain;
}

/** Drizzle appends a statement's values to its text. */
const valuesIn = (error: Error): string[] =>
  "query" in error && "params" in error ? [`\nparams: ${String(error.params)}`] : [];

const plainFields = (error: Error): object =>
  Object.fromEntries(
    PLAIN.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

/** Logs one JSON line per event, by default to standard output. Credentials are removed. */
export function createLogger(
  level: Config["logLevel"],
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "password",
        "otp",
        "token",
        "authorization",
        "cookie",
        "*.password",
        "*.otp",
        "*.token",
        "*.authorization",
        "*.cookie",
      ],
      censor: "[removed]",
    },
    serializers: { err: errorInLog },
  };
  return pino(options, destination);
}
