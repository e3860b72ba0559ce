import { isAbsolute } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./environment";
import { proxyWarning } from "./unsafe-settings";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { COMPOSE_VARIABLES, envExample } from "./env-example";
import { SETTING_DEFAULTS } from "./setting-formats";
import { DEFAULT_LIMITS, LIMITS } from "./limits";

const LIVE = {
  APP_SECRET: "thirty-two characters of a secret",
  SMTP_URL: "smtps://user:word@mail.example:465",
};

describe("in production", () => {
  test.each(["APP_SECRET", "SMTP_URL"] as const)(
    "the setting %s is required in production",
    (name) => {
      const { [name]: _left, ...rest } = LIVE;
      expect(() => readConfig(rest)).toThrow(new RegExp(`^(?=.*${name}).* required\\.$`));
    },
  );

  test("everything that is missing or invalid is named at once, and a misspelt setting with the right one", () => {
    expect(() => readConfig({ PORT: "x", HOST: "" })).toThrow(
      "APP_SECRET, SEALING_KEY and SMTP_URL are required. PORT must be a whole number.",
    );
    expect(() => readConfig({ SMTP_ULR: LIVE.SMTP_URL })).toThrow(
      "SMTP_ULR is no setting: SMTP_URL is.",
    );
    expect(() => readConfig({ ...LIVE, BACKUPDIR: "/b", MAIL_FORM: "x", PORT: "x" })).toThrow(
      "BACKUPDIR is no setting: BACKUP_DIR is. MAIL_FORM is no setting: MAIL_FROM is. PORT must be a whole number.",
    );
    // A name of another program is no setting, however near, where the setting is given too.
    expect(() => readConfig({ ...LIVE, SMTP_URLS: "x", PATH: "/bin", PORTS: "1" })).not.toThrow();
  });

  test("the built-in secret is used only in the demo and in tests", () => {
    expect(readConfig({ DEMO: "1" }).appSecret).toBe(readConfig({ NODE_ENV: "test" }).appSecret);
    for (const NODE_ENV of ["production", "development", "staging"]) {
      expect(() => readConfig({ NODE_ENV, SMTP_URL: LIVE.SMTP_URL })).toThrow(ConfigError);
    }
  });

  test("all other settings have a working default", () => {
    const config = readConfig(LIVE);
    expect(config).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      appOrigin: "http://localhost:3000",
      platformHost: "localhost",
      databaseUrl: null,
      demo: false,
      trustedProxies: 0,
      s3: null,
      logLevel: "info",
    });
    expect(isAbsolute(config.dataDir) && isAbsolute(config.storageDir)).toBe(true);
  });

  test("an empty variable counts as unset", () => {
    expect(readConfig({ ...LIVE, PORT: "", DATABASE_URL: "", TRUST_PROXY: "" })).toEqual(
      readConfig(LIVE),
    );
  });
});

describe("the demo", () => {
  const origin = (APP_ORIGIN: string) => () =>
    readConfig({ DEMO: "1", APP_ORIGIN, TRUST_PROXY: "127.0.0.1" });

  test.each([
    "https://sale.example.com",
    "http://sale.in",
    "http://203.0.113.7",
    "http://[2001:db8::1]",
  ])("the demo refuses the public origin %s", (name) => {
    expect(origin(name)).toThrow(/^DEMO must not be 1/);
    expect(() => readConfig({ ...LIVE, APP_ORIGIN: name, TRUST_PROXY: "1" })).not.toThrow();
  });

  test.each([
    "http://localhost:3000",
    "http://rsgn.localhost",
    "http://prelaunch:3000",
    "http://127.0.0.1:3000",
    "http://192.168.1.20:3000",
    "http://172.20.0.2",
    "http://[::1]:3000",
    "https://shop.example",
  ])("the demo accepts the origin %s", (name) => {
    expect(origin(name)).not.toThrow();
  });
});

test("ClamAV is reached by a host with a port, or by a socket", () => {
  const address = (CLAMAV_ADDRESS: string) =>
    readConfig({ ...LIVE, CLAMAV_ADDRESS, PLAIN_CONNECTIONS: "1" }).clamavAddress;
  expect(address("")).toBeNull();
  expect(address("clamav.internal:3310")).toEqual({ host: "clamav.internal", port: 3310 });
  expect(address("[::1]:3310")).toEqual({ host: "::1", port: 3310 });
  expect(address("/run/clamav/clamd.ctl")).toEqual({ path: "/run/clamav/clamd.ctl" });
});

describe("proxies", () => {
  test("an https origin needs TRUST_PROXY: only a proxy says that a request came over https", () => {
    const secure = { ...LIVE, APP_ORIGIN: "https://sale.example" };
    expect(() => readConfig(secure)).toThrow(/^TRUST_PROXY is required/);
    expect(() => readConfig({ ...secure, TRUST_PROXY: "10.0.0.0/8" })).not.toThrow();
  });

  test("TRUST_PROXY as a number of proxies is warned of where others reach the port", () => {
    const warning = (env: Record<string, string>) => proxyWarning(readConfig({ ...LIVE, ...env }));
    for (const HOST of ["0.0.0.0", "::", "192.168.1.20"]) {
      expect(warning({ HOST, TRUST_PROXY: "1" }), HOST).toMatch(/^TRUST_PROXY=1 believes whoever/);
      expect(warning({ HOST, TRUST_PROXY: "10.0.0.0/8" }), HOST).toBeNull();
      expect(warning({ HOST }), HOST).toBeNull();
    }
    for (const HOST of ["127.0.0.1", "::1", "localhost"]) {
      expect(warning({ HOST, TRUST_PROXY: "2" }), HOST).toBeNull();
    }
  });
});

describe("connections to other machines", () => {
  const S3 = { S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k", S3_SECRET_ACCESS_KEY: "s" };
  const withS3 = (S3_ENDPOINT: string) => ({ ...S3, S3_ENDPOINT });

  test.each<[string, Record<string, string>]>([
    ["DATABASE_URL", { DATABASE_URL: "postgres://u:hunter2@db.example/x" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://db:5432/x?sslmode=disable" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://127.0.0.1/x?host=db.example" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://127.0.0.1.evil.example/x" }],
    ["SMS_WEBHOOK_URL", { SMS_WEBHOOK_URL: "http://sms.example/send" }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://traces.example" }],
    ["S3_ENDPOINT", withS3("http://10.0.0.7:9000")],
    ["CLAMAV_ADDRESS", { CLAMAV_ADDRESS: "clamav:3310" }],
  ])("a connection by %s is refused if it is not encrypted: %j", (name, settings) => {
    const read = () => readConfig({ ...LIVE, ...settings });
    expect(read).toThrow(new RegExp(`^${name} must be encrypted`));
    expect(read).not.toThrow("hunter2");
    expect(() => readConfig({ ...LIVE, ...settings, PLAIN_CONNECTIONS: "1" })).not.toThrow();
  });

  test.each<[Record<string, string>]>([
    [{ DATABASE_URL: "postgres://db.example/x?sslmode=require" }],
    [{ DATABASE_URL: "postgres://db.example/x?uselibpqcompat=true&sslmode=require" }],
    [{ DATABASE_URL: "postgres://db.example/x?ssl=true" }],
    [{ DATABASE_URL: "postgres://localhost:5433/x" }],
    [{ DATABASE_URL: "postgres://[::1]/x" }],
    [{ DATABASE_URL: "postgres://u@localhost/x?host=/var/run/postgresql" }],
    [{ SMS_WEBHOOK_URL: "https://sms.example/send" }],
    [{ SMS_WEBHOOK_URL: "http://127.0.0.1:8080" }],
    [withS3("http://localhost:9000")],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example" }],
    [{ CLAMAV_ADDRESS: "127.0.0.1:3310" }],
    [{ CLAMAV_ADDRESS: "/run/clamav/clamd.ctl" }],
  ])("the connection %j is accepted", (settings) => {
    expect(() => readConfig({ ...LIVE, ...settings })).not.toThrow();
  });

  test("a mail server must switch to TLS, except on this machine or where it is allowed", () => {
    const needsTls = (SMTP_URL: string, PLAIN_CONNECTIONS = "0") =>
      readConfig({ ...LIVE, SMTP_URL, PLAIN_CONNECTIONS }).smtpNeedsTls;
    expect(needsTls("smtp://mail.example:587")).toBe(true);
    expect(needsTls("smtps://mail.example")).toBe(true);
    expect(needsTls("smtp://127.0.0.1:25")).toBe(false);
    expect(needsTls("smtp://mail.example:25", "1")).toBe(false);
  });
});

describe("invalid values", () => {
  test.each([
    ["PORT", "80a"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["APP_SECRET", "short"],
    ["DATABASE_OWNER_URL", "mysql://db.example/x"],
    ["DATABASE_OWNER_URL", "postgres://owner@localhost/x"],
    ["APP_SECRET_PREVIOUS", "short"],
    ["APP_SECRET_PREVIOUS", LIVE.APP_SECRET],
    ["SEALING_KEY", "short"],
    ["SEALING_KEY", Buffer.alloc(33).toString("base64")],
    ["APP_ORIGIN", "sale.example"],
    ["APP_ORIGIN", "https://sale.example/path"],
    ["APP_ORIGIN", "javascript:alert(1)"],
    ["DATABASE_URL", "mysql://db.example/x"],
    ["SMTP_URL", "https://mail.example"],
    ["SMS_WEBHOOK_URL", "ftp://sms.example"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector"],
    ["SUPER_ADMIN_EMAIL", "nobody"],
    ["MAIL_FROM", "a b"],
    ["DEMO", "yes"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "proxy.example"],
    ["METRICS_TOKEN", "short"],
    ["CLAMAV_ADDRESS", "clamd"],
    ["CLAMAV_ADDRESS", "run/clamd.ctl"],
    ["LOG_LEVEL", "loud"],
    ["LIMITS", "fileBytes=99999999999"],
    ["LIMITS", "requestSeconds=0"],
    ["S3_BUCKET", "alone"],
  ])("the setting %s=%s is refused with its name", (name, value) => {
    const read = () => readConfig({ ...LIVE, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name.startsWith("S3_") ? /S3_/ : new RegExp(`^${name} must (be|have)`));
  });

  test("the message about an invalid setting omits the value, which may hold a password", () => {
    const read = () => readConfig({ ...LIVE, DATABASE_URL: "mysql://user:hunter2@db.example" });
    expect(read).toThrow("DATABASE_URL must be a postgres:// address.");
    expect(read).not.toThrow("hunter2");
  });
});

test(".env.example matches the output of npm run env-example", () => {
  expect(readFileSync(".env.example", "utf8")).toBe(envExample());
});

test(".env.example names every setting once, with its default", () => {
  const named = parseEnv(envExample().replace(/^# ([A-Z0-9_]+=)/gm, "$1"));
  const due = [...Object.keys(SETTING_DEFAULTS), ...Object.keys(COMPOSE_VARIABLES)];
  expect(Object.keys(named).sort()).toEqual(due.sort());
  const required = {
    APP_SECRET: "thirty-two characters of a secret",
    SMTP_URL: "smtp://mail.example",
  };
  expect(readConfig({ ...named, ...required })).toEqual(readConfig(required));
});

test("an unchanged copy of .env.example reports a missing required setting", () => {
  expect(() => readConfig(parseEnv(envExample()))).toThrow(/^APP_SECRET, .* are required/);
});

const limitsOf = (LIMITS: string) => readConfig({ NODE_ENV: "test", LIMITS }).limits;

describe("LIMITS", () => {
  test("LIMITS changes the limits that it names and leaves the others", () => {
    expect(limitsOf("")).toEqual(DEFAULT_LIMITS);
    expect(limitsOf("codesPerIpHour=7, fileBytes=2048  stopDelaySeconds=0\n")).toEqual({
      ...DEFAULT_LIMITS,
      codesPerIpHour: 7,
      fileBytes: 2048,
    });
  });

  test.each([
    ["codesPerYear=1", 'LIMITS has no limit named "codesPerYear".'],
    ["constructor=1", 'LIMITS has no limit named "constructor".'],
    ["codesPerIpHour=1 codesPerIpHour=2", "LIMITS names codesPerIpHour twice."],
    [
      "pictureProcesses=0",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    [
      "pictureProcesses=65",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    ["pictureProcesses", "LIMITS must have a whole number between 1 and 64 for pictureProcesses."],
    [
      "pictureProcesses=1=2",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    [
      "pictureProcesses=1.5",
      "LIMITS must have a whole number between 1 and 64 for pictureProcesses.",
    ],
    [
      "fileBytes=10485761",
      "LIMITS must have a whole number between 1024 and 10485760 for fileBytes.",
    ],
  ])("LIMITS=%s stops the start with one line that names the limit", (text, message) => {
    expect(() => limitsOf(text)).toThrow(new ConfigError(message));
  });

  test("docs/operating.md lists every limit with its default and meaning", () => {
    const listed = readFileSync("docs/operating.md", "utf8").matchAll(
      /^\| `(\w+)` *\| (\d+) *\| (.+?) *\|$/gm,
    );
    expect([...listed].map(([, name, value, meaning]) => [name, value, meaning])).toEqual(
      Object.entries(LIMITS).map(([name, { value, meaning }]) => [name, String(value), meaning]),
    );
  });
});
