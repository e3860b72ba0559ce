/** @module-tag full */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertHost } from "@server/sites/queries/hosts";
import { ensureSecretCheck, listSecretChecks } from "@server/access/queries/app-secret-checks";
import { createSecrets } from "@server/platform/config/secrets";
import { clamdDouble } from "@server/testing/clamd-double";
import { memberHarness, type MemberHarness } from "@server/testing/member-harness";
import { runText } from "@db/client";
import { testDatabase } from "@db/testing/test-database";
import { smtpSink } from "@server/testing/smtp-sink";
import { checkInstallation, type Finding } from "./check-installation";

let harness: MemberHarness;
let folder: string;
beforeAll(async () => {
  harness = await memberHarness();
  folder = await mkdtemp(path.join(tmpdir(), "check-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await harness.close();
});

const SECRET = "0123456789abcdefghijklmnopqrstuvwxyz";
const PROBE = {
  addressesOf: (host: string) =>
    Promise.resolve(host.startsWith("lost.") ? [] : host === "away" ? null : ["192.0.2.7"]),
  certificateAt: () => Promise.resolve({ certificate: "VALID" as const, until: null }),
};
const textsOf = (name: string) =>
  Promise.resolve(name.startsWith("_dmarc.") ? ["v=DMARC1; p=none"] : ["v=spf1 -all"]);

const settings = () => ({
  NODE_ENV: "production",
  APP_SECRET: SECRET,
  SEALING_KEY: Buffer.alloc(32, "key").toString("base64"),
  APP_ORIGIN: "https://sale.example.org",
  TRUST_PROXY: "127.0.0.1",
  DATABASE_URL: harness.database.url,
  METRICS_TOKEN: "a token for the figures",
  MAIL_FROM: "desk@sale.example.org",
  STORAGE_DIR: path.join(folder, "files"),
});
const states = (found: readonly Finding[], part: string) =>
  found.filter((one) => one.part === part).map(({ state }) => state);
const saidOf = (found: readonly Finding[]) => found.map(({ text }) => text).join("\n");

/** Returns a port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

test("the check finds no fault in an installation that works, and leaves nothing behind", async () => {
  const [mail, clamd] = [await smtpSink(), await clamdDouble()];
  const companyId = await harness.company();
  const { db } = harness.database;
  await insertHost(db, "shop.example.org", companyId);
  const found = await checkInstallation(
    { ...settings(), SMTP_URL: mail.url, CLAMAV_ADDRESS: `127.0.0.1:${clamd.port}` },
    { probe: PROBE, textsOf },
  );
  await Promise.all([mail.close(), clamd.close()]);
  const wrong = found.filter(({ state, part }) => state !== "ok" && part !== "disk");
  // The test server has no backups.
  expect(wrong.map(({ text }) => text)).toEqual([
    expect.stringContaining("fsync"),
    expect.stringContaining("BACKUP_DIR is not set"),
  ]);
  const parts = ["settings", "secrets", "database", "clock", "schema", "hosts", "mail"];
  expect(found.map(({ part }) => part)).toEqual(
    expect.arrayContaining([...parts, "storage", "scanner", "disk", "dns"]),
  );
  expect(mail.offered).toEqual([]);
  expect(await readdir(path.join(folder, "files"))).toEqual([]);
  expect(saidOf(found)).toContain("accepts the connection; SMTP_URL has no login.");
  expect(await listSecretChecks(db)).toEqual({});
});

test("the check names each part that fails, and goes on with the others", async () => {
  const port = await closedPort();
  const { db } = harness.database;
  const other = createSecrets("another secret, thirty-two signs or more");
  await ensureSecretCheck(db, "own", other.keyedHash("secret-check", "of another"));
  const companyId = await harness.company();
  await insertHost(db, "lost.example.org", companyId);
  await writeFile(path.join(folder, "a file"), "");
  const found = await checkInstallation(
    {
      ...settings(),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/send`,
      CLAMAV_ADDRESS: `127.0.0.1:${port}`,
      STORAGE_DIR: path.join(folder, "a file", "files"),
      LIMITS: "databaseConnections=1000",
      METRICS_TOKEN: "",
      PUBLIC_ADDRESS: "lost.example.org",
    },
    { probe: PROBE, textsOf: () => Promise.resolve([]) },
  );
  expect(saidOf(found)).toContain(`STORAGE_DIR: ENOTDIR: not a directory`);
  for (const part of ["mail", "sms", "scanner", "storage", "database", "dns"]) {
    expect(states(found, part), part).toContain("fault");
  }
  expect(states(found, "secrets").sort()).toEqual(["fault", "ok"]);
  expect(states(found, "schema")).toEqual(["ok"]);
  const said = saidOf(found);
  expect(said).toContain("lost.example.org: address NOWHERE");
  expect(said).toContain("has no SPF record");
  expect(said).toContain("max_connections");
  expect(said).not.toContain(SECRET);
});

test("the check tries the rest without the database, and stops at a wrong setting", async () => {
  const found = await checkInstallation(
    {
      ...settings(),
      DATABASE_URL: `postgres://nobody:hunter2@127.0.0.1:${await closedPort()}/none`,
      DEMO: "",
      SMTP_URL: "smtp://127.0.0.1:1",
    },
    {
      probe: { ...PROBE, addressesOf: () => Promise.resolve(null) },
      textsOf: () => Promise.resolve(null),
      patienceMs: 1,
    },
  );
  expect(states(found, "database")).toEqual(["fault"]);
  expect(states(found, "storage")).toEqual(["ok"]);
  expect(states(found, "dns")).toEqual(["warning"]);
  expect(saidOf(found)).toMatch(
    /DATABASE_URL \(postgres:\/\/nobody@.* does not answer: .*ECONNREFUSED/,
  );
  expect(saidOf(found)).not.toContain("hunter2");
  expect(await checkInstallation({ ...settings(), PORT: "many" })).toEqual([
    {
      part: "settings",
      state: "fault",
      text: "SMTP_URL is required. PORT must be a whole number.",
    },
  ]);
}, 60_000);

test("the check warns of backups that are missing, unrehearsed or too old", async () => {
  const backups = path.join(folder, "backups");
  const smtp = `smtp://127.0.0.1:${await closedPort()}`;
  const empty = await testDatabase({ isEmpty: true });
  const check = async (DATABASE_URL = harness.database.url) => {
    const found = await checkInstallation(
      { ...settings(), DATABASE_URL, SMTP_URL: smtp, BACKUP_DIR: backups, BACKUP_KEY: SECRET },
      { probe: PROBE, textsOf },
    );
    return found.filter(({ part }) => part === "backups");
  };
  const made = async (at: Date) => {
    const name = `prelaunch-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
    await writeFile(path.join(backups, name), "");
  };
  const rehearsed = (at: Date) =>
    writeFile(path.join(backups, "rehearsal.json"), JSON.stringify({ at, backup: "the last" }));
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  // A folder that is missing may be a disk that is not mounted.
  expect(await check()).toEqual([
    {
      part: "backups",
      state: "fault",
      text: `BACKUP_DIR (${backups}) cannot be read: ENOENT: no such file or directory, scandir '${backups}'.`,
    },
  ]);
  await mkdir(backups);
  // Without a company there is nothing that a backup could be made of.
  expect(saidOf(await check(empty.url))).toContain("no company yet");
  await empty.drop();
  expect(states(await check(), "backups")).toEqual(["warning", "warning"]);
  expect(await readdir(backups)).toEqual([]);
  await made(ago(27));
  await rehearsed(ago(41 * 24));
  expect(states(await check(), "backups")).toEqual(["warning", "warning"]);
  await made(ago(25));
  expect(saidOf(await check())).toBe(
    "No backup was restored for forty days: backup rehearse tries the last one.",
  );
  await rehearsed(ago(39 * 24));
  expect(states(await check(), "backups")).toEqual(["ok"]);
});

test("the check names a mail server that asks for no login, and a folder of backups that takes no file", async () => {
  const mail = await smtpSink();
  const SMTP_URL = mail.url.replace("smtp://", "smtp://desk:password@");
  // Nobody, not even root, may write there.
  const env = { ...settings(), SMTP_URL, BACKUP_DIR: "/proc", BACKUP_KEY: SECRET };
  const found = await checkInstallation(env, { probe: PROBE, textsOf });
  await mail.close();
  expect(states(found, "mail")).toEqual(["fault"]);
  expect(states(found, "backups")).toEqual(["fault"]);
  expect(saidOf(found)).toMatch(/^BACKUP_DIR: .*'\/proc\/check-/m);
});

test("the check of a restored database, in which the serving role has no rights yet, asks for a start", async () => {
  const role = `checks_${Date.now()}`;
  const { db, url } = harness.database;
  await runText(db, `CREATE ROLE ${role} LOGIN PASSWORD 'serves'`, []);
  const serving = Object.assign(new URL(url), { username: role, password: "serves" });
  const found = await checkInstallation(
    {
      ...settings(),
      SMTP_URL: "smtp://127.0.0.1:1",
      DATABASE_URL: serving.href,
      DATABASE_OWNER_URL: url,
    },
    { probe: PROBE, textsOf },
  );
  await runText(db, `DROP ROLE ${role}`, []);
  expect(found.filter(({ part }) => part === "database")).toEqual([
    {
      part: "database",
      state: "warning",
      text: "The role of DATABASE_URL may not read it: start once, which grants.",
    },
  ]);
});
