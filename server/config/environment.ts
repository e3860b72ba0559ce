import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { MAX_FILE_BYTES } from "@server/domain/media/file-size";

/** All settings from the environment (architecture.md §10), validated once. */
export interface Config {
  port: number;
  host: string;
  /** Processes that serve the port; each has its own pool, jobs and caches. */
  workers: number;
  /** Scheme, host and port of the platform's site. */
  appOrigin: string;
  /** The origin's host, lower case, without a port. */
  platformHost: string;
  /** What companies' hosts must resolve to: names or addresses of this installation. */
  publicAddress: readonly string[];
  databaseUrl: string | null;
  /** The role that owns the tables and migrates; null if that of `databaseUrl` does. */
  databaseOwnerUrl: string | null;
  /** A standby of the database for reads that may be old, and the oldest that they may be; null without one. */
  standby: { url: string; limitSeconds: number } | null;
  /** Maximum number of database connections of this process; the job queue has two more. */
  databasePoolSize: number;
  /** Maximum number of simultaneous transactions of one company in this process. */
  databaseCompanyTransactions: number;
  /** How long a transaction waits for another one's lock, and for its company's turn, in ms. */
  databaseLockMs: number;
  /** False behind a pooler that does not support prepared statements. */
  preparesStatements: boolean;
  dataDir: string;
  /** Empty where only the file has keys. */
  appSecret: string;
  /** What texts that it encrypts begin with. */
  appSecretNumber: number;
  /** Secrets of other numbers, which are read while texts are encrypted again. */
  otherSecrets: readonly { number: number; secret: string }[];
  /** The file of numbered keys, which replaces the three above where it exists; null without one. */
  appSecretsFile: string | null;
  /** 32 bytes in base64 that sign the logs (`server/sealing/signing-key.ts`). */
  sealingKey: string | null;
  superAdminEmail: string | null;
  smtpUrl: string | null;
  /** Whether `smtp:` must switch to TLS before it sends anything. */
  smtpNeedsTls: boolean;
  /** Mails that one process sends at the same time. */
  smtpConnections: number;
  mailFrom: string;
  demo: boolean;
  smsWebhookUrl: string | null;
  /** Text messages that one process sends at the same time. */
  smsConnections: number;
  storageDir: string;
  s3: S3Config | null;
  /** Where backups are kept, and by what they are encrypted; null without them. */
  backups: BackupConfig | null;
  /** Where clamd listens; null without one. */
  clamavAddress: { host: string; port: number } | { path: string } | null;
  trustedProxies: TrustedProxies;
  metricsToken: string | null;
  /** Where traces go, and how many requests of a hundred are traced; null without them. */
  traces: { url: string; percent: number } | null;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  limits: Limits;
}

/**
 * Proxies whose forwarded headers are trusted: a number of proxies in front of the server
 * (0: none), or their addresses (`10.0.0.0/8`, `::1`).
 */
export type TrustedProxies = number | readonly string[];

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long a download's address works at the store itself; 0 for none. */
  linkSeconds: number;
}

export interface BackupConfig {
  folder: string;
  /** At least 32 characters; without it no backup can be read. */
  key: string;
  /** Each backup is kept for so many days, and the first of each month for so many months. */
  days: number;
  months: number;
}

/** Configurable limits (architecture.md §9). */
export interface Limits {
  fileBytes: number;
  bodyBytes: number;
  /** What this process holds of all bodies at the same time. */
  bodiesBytes: number;
  /** How far a body may fall behind the least rate (`body-cap.ts`). */
  bodyPauseSeconds: number;
  codesPerAddressHour: number;
  codesPerIpHour: number;
  codesPerCompanyHour: number;
  wrongLoginsPerAccount: number;
  wrongLoginsPerIp: number;
  /** Wrong codes of an account in 30 days, and apart from them wrong codes of its authenticator app. */
  wrongCodesPerAccountMonth: number;
  requestSeconds: number;
  stopDelaySeconds: number;
  /** Uploads per member. */
  uploadsPerMemberHour: number;
  /** Kilobytes of stored uploads in a day. */
  uploadKbPerMemberDay: number;
  uploadKbPerCompanyDay: number;
  /** Processes that decode pictures, with the memory of each and the time of a picture. */
  pictureProcesses: number;
  pictureMemoryBytes: number;
  pictureSeconds: number;
  /** REST and tRPC calls per minute. */
  callsPerTokenMinute: number;
  callsPerAddressMinute: number;
  callsPerCompanyMinute: number;
  /** Pages per minute. */
  pagesPerSessionMinute: number;
  pagesPerAddressMinute: number;
}

/** An invalid setting; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

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

/** No path, query or credentials: they would be dropped silently. */
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

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** A number and a secret of 32 characters or more, without spaces. */
const OTHER_SECRET = /^[1-9]\d{0,2}:\S{32,}$/;

const environment = z.object({
  PORT: whole(3000, 0, 65_535),
  HOST: z.string().min(1).default("127.0.0.1"),
  WORKERS: whole(1, 1, 64),
  APP_ORIGIN: origin.optional(),
  PUBLIC_ADDRESS: publicAddress.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .optional(),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .optional(),
  DATABASE_STANDBY_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })
    .optional(),
  DATABASE_STANDBY_SECONDS: whole(60, 5, 3600),
  DATABASE_POOL_SIZE: whole(10, 1, 1000),
  DATABASE_COMPANY_TRANSACTIONS: whole(0, 0, 1000),
  DATABASE_LOCK_SECONDS: whole(5, 1, 25),
  DATABASE_PREPARED_STATEMENTS: flag(true),
  DATA_DIR: z.string().min(1).default(".data"),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  APP_SECRET_NUMBER: whole(1, 1, 999),
  APP_SECRETS_READ: z
    .string()
    .refine(
      (value) => value.split(/\s+/).every((one) => OTHER_SECRET.test(one)),
      "must be number:secret, with spaces between several; a secret has at least 32 characters",
    )
    .optional(),
  APP_SECRETS_FILE: z.string().min(1).optional(),
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
  SMTP_CONNECTIONS: whole(5, 1, 100),
  MAIL_FROM: z.email("must be an e-mail address").default("no-reply@prelaunch.example"),
  DEMO: flag(false),
  SMS_WEBHOOK_URL: webAddress.optional(),
  SMS_CONNECTIONS: whole(2, 1, 100),
  STORAGE_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().min(1).default("auto"),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_LINK_SECONDS: whole(0, 0, 300),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  BACKUP_DAYS: whole(14, 1, 3650),
  BACKUP_MONTHS: whole(12, 0, 1200),
  CLAMAV_ADDRESS: clamavAddress.optional(),
  PLAIN_CONNECTIONS: flag(false),
  TRUST_PROXY: trustedProxies,
  TRACES_URL: webAddress.optional(),
  TRACES_PERCENT: whole(10, 1, 100),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  NODE_ENV: z.string().default("production"),
  // Pages refuse larger files before upload.
  MAX_FILE_BYTES: whole(MAX_FILE_BYTES, 1024, MAX_FILE_BYTES),
  MAX_BODY_BYTES: whole(1024 * 1024),
  BODIES_MB: whole(96, 16, 65_536),
  BODY_PAUSE_SECONDS: whole(20, 1, 600),
  CODES_PER_ADDRESS_HOUR: whole(5),
  CODES_PER_IP_HOUR: whole(30),
  CODES_PER_COMPANY_HOUR: whole(1000),
  WRONG_LOGINS_PER_ACCOUNT: whole(10),
  WRONG_LOGINS_PER_IP: whole(100),
  WRONG_CODES_PER_ACCOUNT_MONTH: whole(50),
  REQUEST_SECONDS: whole(120, 1, 3600),
  STOP_DELAY_SECONDS: whole(0, 0, 10),
  UPLOADS_PER_MEMBER_HOUR: whole(100),
  UPLOAD_MB_PER_MEMBER_DAY: whole(200, 1, 1_000_000),
  UPLOAD_MB_PER_COMPANY_DAY: whole(10_000, 1, 1_000_000),
  PICTURE_PROCESSES: whole(2, 1, 64),
  PICTURE_MEMORY_MB: whole(768, 128, 65_536),
  PICTURE_SECONDS: whole(30, 1, 600),
  CALLS_PER_TOKEN_MINUTE: whole(600, 1, 1_000_000),
  CALLS_PER_ADDRESS_MINUTE: whole(1200, 1, 1_000_000),
  CALLS_PER_COMPANY_MINUTE: whole(12_000, 1, 100_000_000),
  PAGES_PER_SESSION_MINUTE: whole(600, 1, 1_000_000),
  PAGES_PER_ADDRESS_MINUTE: whole(6000, 1, 100_000_000),
});

/** As typed in the environment: `0` for a disabled flag. */
const defaultText = (value: unknown): string =>
  typeof value === "boolean" ? String(Number(value)) : String(value);

export type SettingName = keyof typeof environment.shape;

/** Defaults of the settings that have one; the others are optional or required. */
export const SETTING_DEFAULTS = Object.fromEntries(
  Object.entries(environment.shape).map(([name, schema]) => [
    name,
    schema instanceof z.ZodDefault ? defaultText(schema.def.defaultValue) : null,
  ]),
);

/** A secret for the demo and the tests; elsewhere APP_SECRET is required. */
const DEMO_SECRET = "prelaunch demo secret, of no use where people pay";

/** Signs in tests only. */
const TEST_SEALING_KEY = Buffer.alloc(32, "a key of tests").toString("base64");

/** "1:secret 3:another" */
const otherSecretsIn = (text: string | undefined): { number: number; secret: string }[] =>
  (text?.split(/\s+/) ?? []).map((one) => {
    const at = one.indexOf(":");
    return { number: Number(one.slice(0, at)), secret: one.slice(at + 1) };
  });

/** A number with two secrets, or a secret with two numbers, is a mistake. */
function refuseSameSecrets(given: readonly { number: number; secret: string }[]): void {
  for (const part of ["number", "secret"] as const) {
    if (new Set(given.map((one) => one[part])).size < given.length) {
      throw new ConfigError(
        `APP_SECRETS_READ has a ${part} that APP_SECRET or another of its entries has.`,
      );
    }
  }
}

/** Reads the settings. Throws ConfigError, whose message names the variable and the fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(
      `${issue?.path.join(".") ?? "The environment"} ${issue?.message ?? "cannot be read"}.`,
    );
  }
  const e = parsed.data;
  // Not "development": a server started without NODE_ENV must not use the built-in secret.
  const relaxed = e.DEMO || e.NODE_ENV === "test";
  if (!relaxed && !e.APP_SECRET && !e.APP_SECRETS_FILE)
    throw new ConfigError("APP_SECRET is required: 32 characters or more.");
  if (!relaxed && !e.SMTP_URL)
    throw new ConfigError("SMTP_URL is required: without it no code reaches anyone.");
  const appOrigin = e.APP_ORIGIN ?? new URL(`http://localhost:${e.PORT}`);
  if (e.DEMO && isPublicHost(appOrigin.hostname)) {
    throw new ConfigError(
      "DEMO must not be 1 where APP_ORIGIN is public: the demo shows every message and has known passwords.",
    );
  }
  if (appOrigin.protocol === "https:" && e.TRUST_PROXY === 0) {
    throw new ConfigError(
      "TRUST_PROXY is required with an https APP_ORIGIN: the addresses of the proxies that receive https.",
    );
  }
  if (e.DATABASE_OWNER_URL && !e.DATABASE_URL) {
    throw new ConfigError("DATABASE_OWNER_URL must be beside a DATABASE_URL, whose role serves.");
  }
  if (e.DATABASE_STANDBY_URL && !e.DATABASE_URL) {
    throw new ConfigError("DATABASE_STANDBY_URL must be beside the DATABASE_URL that it follows.");
  }
  const plain = e.PLAIN_CONNECTIONS ? undefined : plainConnection(e);
  if (plain) {
    throw new ConfigError(
      `${plain} must be encrypted, since it leads to another machine; PLAIN_CONNECTIONS=1 allows it where nobody can listen.`,
    );
  }
  const otherSecrets = otherSecretsIn(e.APP_SECRETS_READ);
  const appSecret = e.APP_SECRET ?? (e.APP_SECRETS_FILE ? "" : DEMO_SECRET);
  refuseSameSecrets([{ number: e.APP_SECRET_NUMBER, secret: appSecret }, ...otherSecrets]);
  return {
    port: e.PORT,
    host: e.HOST,
    // Vite serves one process.
    workers: e.NODE_ENV === "development" ? 1 : e.WORKERS,
    appOrigin: appOrigin.origin,
    platformHost: appOrigin.hostname,
    publicAddress: e.PUBLIC_ADDRESS ?? [appOrigin.hostname.replace(/^\[|\]$/g, "")],
    databaseUrl: e.DATABASE_URL ?? null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    standby: e.DATABASE_STANDBY_URL
      ? { url: e.DATABASE_STANDBY_URL, limitSeconds: e.DATABASE_STANDBY_SECONDS }
      : null,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    databaseCompanyTransactions:
      e.DATABASE_COMPANY_TRANSACTIONS || Math.ceil(e.DATABASE_POOL_SIZE / 2),
    databaseLockMs: e.DATABASE_LOCK_SECONDS * 1000,
    preparesStatements: e.DATABASE_PREPARED_STATEMENTS,
    dataDir: path.resolve(e.DATA_DIR),
    appSecret,
    appSecretNumber: e.APP_SECRET_NUMBER,
    otherSecrets,
    appSecretsFile: e.APP_SECRETS_FILE ? path.resolve(e.APP_SECRETS_FILE) : null,
    sealingKey: e.SEALING_KEY ?? (e.NODE_ENV === "test" ? TEST_SEALING_KEY : null),
    superAdminEmail: e.SUPER_ADMIN_EMAIL ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    smtpNeedsTls:
      e.SMTP_URL !== undefined && !e.PLAIN_CONNECTIONS && !isThisMachine(new URL(e.SMTP_URL)),
    smtpConnections: e.SMTP_CONNECTIONS,
    mailFrom: e.MAIL_FROM,
    demo: e.DEMO,
    smsWebhookUrl: e.SMS_WEBHOOK_URL ?? null,
    smsConnections: e.SMS_CONNECTIONS,
    storageDir: path.resolve(e.STORAGE_DIR ?? path.join(e.DATA_DIR, "files")),
    s3: s3Of(e),
    backups: backupsOf(e),
    clamavAddress: e.CLAMAV_ADDRESS ?? null,
    trustedProxies: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN ?? null,
    traces: e.TRACES_URL ? { url: e.TRACES_URL, percent: e.TRACES_PERCENT } : null,
    logLevel: e.LOG_LEVEL,
    limits: {
      fileBytes: e.MAX_FILE_BYTES,
      bodyBytes: e.MAX_BODY_BYTES,
      bodiesBytes: e.BODIES_MB * 1024 * 1024,
      bodyPauseSeconds: e.BODY_PAUSE_SECONDS,
      codesPerAddressHour: e.CODES_PER_ADDRESS_HOUR,
      codesPerIpHour: e.CODES_PER_IP_HOUR,
      codesPerCompanyHour: e.CODES_PER_COMPANY_HOUR,
      wrongLoginsPerAccount: e.WRONG_LOGINS_PER_ACCOUNT,
      wrongLoginsPerIp: e.WRONG_LOGINS_PER_IP,
      wrongCodesPerAccountMonth: e.WRONG_CODES_PER_ACCOUNT_MONTH,
      requestSeconds: e.REQUEST_SECONDS,
      stopDelaySeconds: e.STOP_DELAY_SECONDS,
      uploadsPerMemberHour: e.UPLOADS_PER_MEMBER_HOUR,
      uploadKbPerMemberDay: e.UPLOAD_MB_PER_MEMBER_DAY * 1024,
      uploadKbPerCompanyDay: e.UPLOAD_MB_PER_COMPANY_DAY * 1024,
      pictureProcesses: e.PICTURE_PROCESSES,
      pictureMemoryBytes: e.PICTURE_MEMORY_MB * 1024 * 1024,
      pictureSeconds: e.PICTURE_SECONDS,
      callsPerTokenMinute: e.CALLS_PER_TOKEN_MINUTE,
      callsPerAddressMinute: e.CALLS_PER_ADDRESS_MINUTE,
      callsPerCompanyMinute: e.CALLS_PER_COMPANY_MINUTE,
      pagesPerSessionMinute: e.PAGES_PER_SESSION_MINUTE,
      pagesPerAddressMinute: e.PAGES_PER_ADDRESS_MINUTE,
    },
  };
}

/** Whether a host is this machine: its loopback, or a socket. */
const isLocal = (host: string): boolean => /^(|\/.*|localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

const isThisMachine = ({ hostname, searchParams }: URL): boolean =>
  isLocal(searchParams.get("host") ?? hostname);

/** Modes in which node-postgres encrypts, and none falls back to a plain connection. */
const TLS_MODES = ["prefer", "require", "verify-ca", "verify-full", "no-verify"];

/** Addresses that lead to other machines by TLS alone. */
const ENCRYPTED = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_STANDBY_URL",
  "SMS_WEBHOOK_URL",
  "S3_ENDPOINT",
  "TRACES_URL",
] as const;

/** The first setting by which data would leave this machine unencrypted (ASVS 12.3.1). */
function plainConnection(
  e: Pick<z.output<typeof environment>, (typeof ENCRYPTED)[number] | "CLAMAV_ADDRESS">,
): SettingName | undefined {
  // clamd's protocol has no encryption.
  if (!isLocal(e.CLAMAV_ADDRESS?.host ?? "")) return "CLAMAV_ADDRESS";
  const isPlain = (name: (typeof ENCRYPTED)[number]) => {
    const given = e[name];
    if (given === undefined) return false;
    const url = new URL(given);
    if (isThisMachine(url)) return false;
    if (!name.startsWith("DATABASE_")) return url.protocol === "http:";
    const mode = url.searchParams.get("sslmode");
    const isOn = ["true", "1"].includes(url.searchParams.get("ssl") ?? "");
    return mode === null ? !isOn : !TLS_MODES.includes(mode);
  };
  return ENCRYPTED.find(isPlain);
}

/**
 * Whether others may reach a host by this name. Names without a dot, reserved names and private
 * addresses are this machine's or its network's.
 */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0) {
    return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^::1?$|^f[cd]|^fe80:/.test(
      host,
    );
  }
  return host.includes(".") && !/\.(localhost|local|internal|test|example|invalid)$/.test(host);
}

/**
 * What to say loudly at the start about whom the server believes; null if nothing is wrong. A number
 * of proxies trusts whoever connects, so it is safe only where nobody else can reach the port.
 */
export function proxyWarning({
  trustedProxies,
  host,
  port,
}: Pick<Config, "trustedProxies" | "host" | "port">): string | null {
  if (typeof trustedProxies !== "number" || trustedProxies === 0 || isLocal(host)) return null;
  return (
    `TRUST_PROXY=${trustedProxies} believes whoever reaches port ${port} of ${host}, who then chooses ` +
    "the address that limits count and logs show. Set TRUST_PROXY to the proxies' addresses, or HOST to 127.0.0.1."
  );
}

function backupsOf(e: z.output<typeof environment>): BackupConfig | null {
  if (!e.BACKUP_DIR && !e.BACKUP_KEY) return null;
  if (!e.BACKUP_DIR || !e.BACKUP_KEY) {
    throw new ConfigError("BACKUP_DIR and BACKUP_KEY are needed together.");
  }
  return {
    folder: path.resolve(e.BACKUP_DIR),
    key: e.BACKUP_KEY,
    days: e.BACKUP_DAYS,
    months: e.BACKUP_MONTHS,
  };
}

function s3Of(e: z.output<typeof environment>): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = e;
  const some = [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY];
  if (some.every((value) => value === undefined)) return null;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new ConfigError(
      "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed together.",
    );
  }
  return {
    endpoint: S3_ENDPOINT,
    region: e.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    linkSeconds: e.S3_LINK_SECONDS,
  };
}
