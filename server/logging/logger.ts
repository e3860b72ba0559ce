import { type DestinationStream, pino, type Logger, type LoggerOptions } from "pino";
import type { Config } from "@server/config/environment";
import { errorInLog } from "./error-in-log";

/** One line of JSON per event, to standard output unless told. What could open an account is never in it. */
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
