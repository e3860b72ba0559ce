import { SETTING_DEFAULTS, type SettingName } from "./setting-formats";

/** Each setting's purpose in one sentence. */
const MEANINGS: Record<SettingName, string> = {
  PORT: "The port to listen on.",
  HOST: "The address to listen on; 0.0.0.0 listens on all.",
  APP_ORIGIN: "The platform's own site as browsers reach it; without it http://localhost:PORT.",
  PUBLIC_ADDRESS:
    "Where companies' domains must lead: a host name, or IP addresses with commas between; without it APP_ORIGIN's host.",
  DATABASE_URL:
    "A PostgreSQL 15 or newer, postgres://…; without it an embedded server runs in DATA_DIR. On another machine it needs ?sslmode=require, which checks the certificate; ?uselibpqcompat=true&sslmode=require does not.",
  DATABASE_OWNER_URL:
    "The same database by the role that owns its tables: it migrates and grants, and that of DATABASE_URL only serves.",
  DATA_DIR: "The folder of the embedded database, and of uploaded files unless STORAGE_DIR is set.",
  APP_SECRET:
    "At least 32 characters that sign and encrypt; a database refuses any other than its first, or that of its last rotation.",
  APP_SECRET_PREVIOUS:
    "A secret that is only read while it is exchanged: the coming one before, the previous one after.",
  SEALING_KEY:
    "The Ed25519 key that signs the logs, 32 bytes in base64; npm run operator -- sealing-key new prints one.",
  SUPER_ADMIN_EMAIL: "A super admin who is ensured at every start.",
  SMTP_URL: "The mail server, smtp://… (which must switch to TLS on another machine) or smtps://….",
  MAIL_FROM: "The address that mails come from.",
  DEMO: "1 loads demo data and shows its messages; npm run demo sets it, and nothing else should.",
  SMS_WEBHOOK_URL: "Receives { to, body } for each text message; without it none is sent.",
  STORAGE_DIR:
    "The folder of uploaded files, shared by all instances; without it the folder files in DATA_DIR.",
  S3_ENDPOINT: "The S3-compatible store of uploaded files, instead of a folder.",
  S3_REGION: "The region of the store.",
  S3_BUCKET: "The bucket of the store.",
  S3_ACCESS_KEY_ID: "The store's access key.",
  S3_SECRET_ACCESS_KEY: "The store's secret key.",
  BACKUP_DIR: "The folder of the backups that backup make writes; best on another machine.",
  BACKUP_KEY:
    "At least 32 characters that encrypt the backups. Keep it elsewhere: without it none can be read.",
  CLAMAV_ADDRESS:
    "Where ClamAV's clamd scans uploads: host:port, or the path of its socket; without it files are not scanned.",
  PLAIN_CONNECTIONS:
    "1 allows unencrypted connections to database, mail server, SMS provider, store, scanner and collector on other machines.",
  TRUST_PROXY:
    "Whose forwarded headers count: how many proxies stand in front, or their addresses (10.0.0.0/8,::1).",
  METRICS_TOKEN: "At least 16 characters that open /metrics from other machines.",
  LOG_LEVEL: "The least severe messages to log: fatal, error, warn, info, debug, trace or silent.",
  LIMITS:
    "Limits other than the defaults, name=value with spaces between; docs/operating.md lists them.",
};

/** Required to start in production. */
const REQUIRED = new Set(["APP_SECRET", "SEALING_KEY", "SMTP_URL"]);

/**
 * Variables that compose.yaml and deploy/release.sh read from the same file, with the defaults that
 * they give.
 */
export const COMPOSE_VARIABLES: Readonly<Record<string, { meaning: string; value: string }>> = {
  POSTGRES_PASSWORD: {
    meaning: "Required there. The password of the database; openssl rand -hex 24 draws one.",
    value: "",
  },
  TLS_ISSUER: {
    meaning: "Who issues certificates: acme, or internal for Caddy's own authority in a trial.",
    value: "acme",
  },
  VERSION: { meaning: "The tag of the image, which is the release that runs.", value: "local" },
};

/** The text of `.env.example`: every setting with its description and default. */
export function envExample(): string {
  const settings = Object.entries(MEANINGS).map(([name, meaning]) => {
    const line = `${name}=${SETTING_DEFAULTS[name] ?? ""}`;
    return REQUIRED.has(name) ? `# Required. ${meaning}\n${line}` : `# ${meaning}\n# ${line}`;
  });
  const compose = Object.entries(COMPOSE_VARIABLES).map(
    ([name, { meaning, value }]) => `# ${meaning}\n# ${name}=${value}`,
  );
  const head =
    "# Every setting of the server, with its default. The server and its commands read .env beside\n" +
    "# the build (docs/install.md). Written by npm run env-example.";
  const more = "# Read by compose.yaml and deploy/release.sh alone.";
  return `${head}\n\n${settings.join("\n")}\n\n${[more, ...compose].join("\n")}\n`;
}
