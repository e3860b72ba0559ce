import path from "node:path";
import { isNear } from "@server/platform/rules/text/typos";
import type { Limits } from "./limits";
import { type Environment, environment, type TrustedProxies } from "./setting-formats";
import { isPublicHost, isThisMachine, plainConnection } from "./unsafe-settings";

/** All settings from the environment (operating.md, "Start"), validated once. */
export interface Config {
  port: number;
  host: string;
  /** Scheme, host and port of the platform's site. */
  appOrigin: string;
  /** The origin's host, lower case, without a port. */
  platformHost: string;
  /** Names or addresses of this installation, to which companies' hosts must resolve. */
  publicAddress: readonly string[];
  databaseUrl: string | null;
  /** The role that owns the tables and migrates; null if that of `databaseUrl` does. */
  databaseOwnerUrl: string | null;
  dataDir: string;
  appSecret: string;
  /** A secret that is only read: the coming or the previous one; null without it. */
  appSecretPrevious: string | null;
  /** 32 bytes in base64 that sign the logs (`server/ledger/sealing/signing-key.ts`). */
  sealingKey: string | null;
  superAdminEmail: string | null;
  smtpUrl: string | null;
  /** True if `smtp:` must switch to TLS before it sends anything. */
  smtpNeedsTls: boolean;
  mailFrom: string;
  demo: boolean;
  smsWebhookUrl: string | null;
  storageDir: string;
  s3: S3Config | null;
  /** The place of backups and their key; null without backups. */
  backups: BackupConfig | null;
  /** The address of clamd; null without a scanner. */
  clamavAddress: { host: string; port: number } | { path: string } | null;
  trustedProxies: TrustedProxies;
  metricsToken: string | null;
  /** True if OpenTelemetry's own variables name a collector of traces. */
  traces: boolean;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  limits: Limits;
}

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Seconds that a download's address works at the store itself; 0 for none. */
}

export interface BackupConfig {
  folder: string;
  /** It has at least 32 characters; without it no backup can be read. */
  key: string;
}

/** An invalid setting; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** A secret for the demo and the tests; elsewhere APP_SECRET is required. */
const DEMO_SECRET = "prelaunch demo secret, of no use where people pay";

/** OpenTelemetry's SDK finds the collector of traces by these variables, which switch traces on. */
const COLLECTORS = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] as const;

function isPlainHttp(name: string, address: string): boolean {
  if (!URL.canParse(address)) throw new ConfigError(`${name} must be an http or https address.`);
  const url = new URL(address);
  return url.protocol !== "https:" && !isThisMachine(url);
}

/** Required where people pay: what is missing is named at once. */
const REQUIRED = ["APP_SECRET", "SEALING_KEY", "SMTP_URL"] as const;
/** Names of fewer letters are too near to variables of other programs. */
const SHORTEST_MISSPELT = 7;

/** Says of each name that is no setting which one it is nearly called, if that is not given. */
function misspelt(given: Readonly<Record<string, unknown>>): string[] {
  const settings = Object.keys(environment.shape).filter((name) => given[name] === undefined);
  return Object.keys(given).flatMap((name) => {
    if (name.length < SHORTEST_MISSPELT || name in environment.shape) return [];
    const near = settings.find(
      (one) => isNear(one, name.toUpperCase(), 2) && one.length >= SHORTEST_MISSPELT,
    );
    return near ? [`${name} is no setting: ${near} is.`] : [];
  });
}

/** Names all settings that are missing, in one line. */
const isMissing = (names: readonly string[]): string =>
  names.length === 1
    ? `${names[0]} is required.`
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are required.`;

/** Signs in tests only. */
const TEST_SEALING_KEY = Buffer.alloc(32, "a key of tests").toString("base64");

/** Reads the settings. Throws ConfigError, whose message names the variable and the fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  // A server started without NODE_ENV must not use the built-in secret, so "development" is not
  // relaxed.
  const parsed = environment.safeParse(given);
  const relaxed = ["1", "true"].includes(given["DEMO"] ?? "") || env["NODE_ENV"] === "test";
  const missing = relaxed ? [] : REQUIRED.filter((name) => given[name] === undefined);
  // A command that signs nothing needs no SEALING_KEY; the server asks for it.
  const lacks = misspelt(given);
  if (missing.some((name) => name !== "SEALING_KEY")) lacks.push(isMissing(missing));
  const faults = parsed.error?.issues.map(
    ({ path: at, message }) => `${at.join(".") || "The environment"} ${message}.`,
  );
  if (!parsed.success || lacks.length > 0) {
    throw new ConfigError([...lacks, ...(faults ?? [])].join(" "));
  }
  const e = parsed.data;
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
  const collectors = COLLECTORS.filter((name) => given[name] !== undefined);
  const plain = e.PLAIN_CONNECTIONS
    ? undefined
    : (plainConnection(e) ?? collectors.find((name) => isPlainHttp(name, given[name] ?? "")));
  if (plain) {
    throw new ConfigError(
      `${plain} must be encrypted, since it leads to another machine; PLAIN_CONNECTIONS=1 allows it where nobody can listen.`,
    );
  }
  const appSecret = e.APP_SECRET ?? DEMO_SECRET;
  if (e.APP_SECRET_PREVIOUS === appSecret) {
    throw new ConfigError("APP_SECRET_PREVIOUS must be another secret than APP_SECRET.");
  }
  return {
    port: e.PORT,
    host: e.HOST,
    appOrigin: appOrigin.origin,
    platformHost: appOrigin.hostname,
    publicAddress: e.PUBLIC_ADDRESS ?? [appOrigin.hostname.replace(/^\[|\]$/g, "")],
    databaseUrl: e.DATABASE_URL ?? null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    dataDir: path.resolve(e.DATA_DIR),
    appSecret,
    appSecretPrevious: e.APP_SECRET_PREVIOUS ?? null,
    sealingKey: e.SEALING_KEY ?? (env["NODE_ENV"] === "test" ? TEST_SEALING_KEY : null),
    superAdminEmail: e.SUPER_ADMIN_EMAIL ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    smtpNeedsTls:
      e.SMTP_URL !== undefined && !e.PLAIN_CONNECTIONS && !isThisMachine(new URL(e.SMTP_URL)),
    mailFrom: e.MAIL_FROM,
    demo: e.DEMO,
    smsWebhookUrl: e.SMS_WEBHOOK_URL ?? null,
    storageDir: path.resolve(e.STORAGE_DIR ?? path.join(e.DATA_DIR, "files")),
    s3: s3Of(e),
    backups: backupsOf(e),
    clamavAddress: e.CLAMAV_ADDRESS ?? null,
    trustedProxies: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN ?? null,
    traces: collectors.length > 0,
    logLevel: e.LOG_LEVEL,
    limits: e.LIMITS,
  };
}

function backupsOf(e: Environment): BackupConfig | null {
  if (!e.BACKUP_DIR && !e.BACKUP_KEY) return null;
  if (!e.BACKUP_DIR || !e.BACKUP_KEY) {
    throw new ConfigError("BACKUP_DIR and BACKUP_KEY are needed together.");
  }
  return { folder: path.resolve(e.BACKUP_DIR), key: e.BACKUP_KEY };
}

function s3Of(e: Environment): S3Config | null {
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
  };
}
