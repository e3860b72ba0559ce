import { isIP } from "node:net";
import { z } from "zod";
import { DEFAULT_LIMITS, readLimits } from "./limits";

/**
 * Proxies whose forwarded headers are trusted: a number of proxies in front of the server
 * (0: none), or their addresses (`10.0.0.0/8`, `::1`).
 */
export type TrustedProxies = number | readonly string[];

const whole = (fallback: number, min = 1, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`)
    .default(fallback);

const flag = (fallback: boolean) =>
  z
    .enum(["0", "1", "true", "false", ""], { error: "must be 1 or 0" })
    .transform((value) => value === "1" || value === "true")
    .default(fallback);

const webAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

/** A path, query or credentials are refused: they would be dropped silently. */
const origin = webAddress
  .refine(
    (value) => /^https?:\/\/[^/?#@]+\/?$/i.test(value),
    "must be a scheme and a host alone, such as https://sale.example",
  )
  .transform((value) => new URL(value));

const trustedProxies = z
  .string()
  .transform((value) => {
    if (value === "true") return 1;
    if (value === "false") return 0;
    return /^\d$/.test(value) ? Number(value) : value.split(",").map((part) => part.trim());
  })
  .refine(
    (value) => typeof value === "number" || value.every(isNetwork),
    "must be true, false, a number of proxies, or their addresses with commas between",
  )
  .default(0);

/** A host name, or addresses separated by commas. */
const publicAddress = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim().toLowerCase()))
  .refine(
    (parts) =>
      parts.every((part) => isIP(part) > 0) ||
      (parts.length === 1 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(parts[0] ?? "")),
    "must be a host name, or IP addresses with commas between",
  );

/** `192.0.2.7`, `10.0.0.0/8`, `fd00::/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** `127.0.0.1:3310`, `[::1]:3310`, or the absolute path of a socket. */
const clamavAddress = z
  .string()
  .regex(
    /^(\/.+|(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9.-]+):\d{1,5})$/,
    "must be a host with a port, or the absolute path of a socket",
  )
  .transform((value) => {
    if (value.startsWith("/")) return { path: value };
    const at = value.lastIndexOf(":");
    return { host: value.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(value.slice(at + 1)) };
  });

const limits = z
  .string()
  .transform((value, context) => {
    const read = readLimits(value);
    if (typeof read === "string") context.addIssue(read);
    return typeof read === "string" ? z.NEVER : read;
  })
  .default(DEFAULT_LIMITS);

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const secret = z.string().min(32, "must have at least 32 characters");

/** The name, format and default of each setting. */
export const environment = z.object({
  PORT: whole(3000, 0, 65_535),
  HOST: z.string().min(1).default("127.0.0.1"),
  APP_ORIGIN: origin.optional(),
  PUBLIC_ADDRESS: publicAddress.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .optional(),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  APP_SECRET: secret.optional(),
  APP_SECRET_PREVIOUS: secret.optional(),
  SEALING_KEY: z
    .string()
    .refine(
      (value) => /^[A-Za-z0-9+/]{43}=$/.test(value),
      "must be 32 bytes in base64: npm run operator -- sealing-key new prints one",
    )
    .optional(),
  SUPER_ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .optional(),
  MAIL_FROM: z.email("must be an e-mail address").default("no-reply@prelaunch.example"),
  DEMO: flag(false),
  SMS_WEBHOOK_URL: webAddress.optional(),
  STORAGE_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().min(1).default("auto"),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: secret.optional(),
  CLAMAV_ADDRESS: clamavAddress.optional(),
  PLAIN_CONNECTIONS: flag(false),
  TRUST_PROXY: trustedProxies,
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  LIMITS: limits,
});

export type Environment = z.output<typeof environment>;

/**
 * Returns a default as it is typed in the environment: `0` for a disabled flag, nothing for
 * unchanged limits.
 */
const defaultText = (value: unknown): string => {
  if (typeof value === "object") return "";
  return typeof value === "string" ? value : String(Number(value));
};

export type SettingName = keyof typeof environment.shape;

/** Defaults of the settings that have one; the others are optional or required. */
export const SETTING_DEFAULTS = Object.fromEntries(
  Object.entries(environment.shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodDefault ? defaultText(schema.def.defaultValue) : null,
  ]),
);
