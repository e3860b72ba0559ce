import { pino, type Logger } from "pino";
import type { Config } from "@server/config/environment";

/** One line of JSON per event. What could open an account is never in it. */
export function createLogger(level: Config["logLevel"]): Logger {
  return pino({
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
    serializers: { err: pino.stdSerializers.err },
  });
}
