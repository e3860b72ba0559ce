import { randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { pino } from "pino";
import { type Executor, runText, transact } from "@db/client";
import { errorCode, NO_RIGHT, reasonOf } from "@db/errors";
import {
  appliedMigrations,
  isOfOtherBaseline,
  isTooNew,
  knownMigrations,
  OtherBaseline,
} from "@db/startup/migrate";
import { listHosts } from "@server/sites/queries/hosts";
import { DatabaseUnreachable, startDatabase } from "@db/startup/start";
import { type Config, ConfigError, readConfig } from "@server/platform/config/environment";
import { isPublicHost, proxyWarning } from "@server/platform/config/unsafe-settings";
import { verifySmtp } from "@server/messages/delivery/mail-transport";
import { checkHost, ownAddresses } from "@server/sites/hosts/check-host";
import { createHostProbe, type HostProbe } from "@server/sites/hosts/host-probe";
import { checkSecrets, secretExchangeState } from "@server/access/throttles/app-secret";
import { canDecrypt, createSecrets } from "@server/platform/config/secrets";
import { countHashesBefore, encryptedTexts } from "@server/access/queries/app-secret-checks";
import { createLocalStorage, type Storage } from "@server/files/storage/storage";
import { createS3Storage } from "@server/files/storage/s3-storage";
import { createClamav } from "@server/files/untrusted/scanner";
import { sealingKeyOf } from "@server/ledger/sealing/signing-key";
import { backupTimes } from "@ops/backups/backups";
import { diskOf, readDisks } from "@server/platform/running/disks";

/** One line of the check's result. A fault keeps the product, or a part of it, from working. */
export interface Finding {
  part: string;
  state: "ok" | "warning" | "fault";
  text: string;
}

export interface CheckParts {
  probe?: Pick<HostProbe, "addressesOf" | "certificateAt">;
  /** The place that the settings were read from. */
  settingsFrom?: string;
  /** Looks up the TXT records of a name; null if the lookup failed. */
  textsOf?: (name: string) => Promise<readonly string[] | null>;
  /** Milliseconds during which a database that does not answer is asked again. */
  patienceMs?: number;
}

const ok = (part: string, text: string): Finding => ({ part, state: "ok", text });
const warning = (part: string, text: string): Finding => ({ part, state: "warning", text });
const fault = (part: string, text: string): Finding => ({ part, state: "fault", text });

/** The faults and warnings of a part or, without any, that it is as it should be. */
const orOk = (found: Finding[], part: string, text: string): Finding[] =>
  found.length > 0 ? found : [ok(part, text)];

const OLDEST_POSTGRESQL = 15;
const PATIENCE_MS = 10_000;
/** Clocks that differ by more cause trouble (docs/operating.md, Clocks). */
const CLOCK_WARNING_SECONDS = 2;
const CLOCK_FAULT_SECONDS = 30;
/** Shares of free disk space below which a finding is a warning, or a fault. */
const DISK_WARNING = 0.1;
const DISK_FAULT = 0.02;
/** The limits of the alerts BackupLate and RehearsalLate, in hours. */
const BACKUP_HOURS = 26;
const REHEARSAL_HOURS = 40 * 24;
const MOST_HOSTS = 200;
const HOSTS_AT_ONCE = 16;
/**
 * Milliseconds for which links, counters of logins and anonymous calls of the previous secret are
 * used.
 */
const LINK_AGE_MS = 24 * 3600_000;
/** A secret of 32 characters with fewer different ones was not drawn by chance. */
const FEW_CHARACTERS = 10;

/**
 * Tries the settings, secrets, database, clock, mail, text messages, storage, scanner, backups,
 * disk and DNS as the product would use them. It sends no message, and leaves nothing behind.
 */
export async function checkInstallation(
  env: Readonly<Record<string, string | undefined>>,
  parts: CheckParts = {},
): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [fault("settings", error.message)];
  }
  const { probe = createHostProbe(), textsOf = lookUpTexts } = parts;
  const { patienceMs = PATIENCE_MS } = parts;
  let hasCompany = true;
  const database = checkDatabase(config, probe, patienceMs, (has) => (hasCompany = has));
  const checks: [string, () => Promise<Finding[]>][] = [
    ["settings", () => Promise.resolve(checkSettings(config, parts.settingsFrom))],
    ["secrets", () => Promise.resolve(checkKeys(config))],
    ["database", () => database],
    ["mail", () => checkMail(config, textsOf)],
    ["sms", () => checkSms(config)],
    ["storage", () => checkStorage(config)],
    ["scanner", () => checkScanner(config)],
    [
      "backups",
      async () => {
        await database.catch(() => undefined);
        return checkBackups(config, hasCompany);
      },
    ],
    ["disk", () => checkDisks(config)],
    ["dns", () => checkAddress(config, probe)],
  ];
  const found = await Promise.all(
    checks.map(([part, check]) =>
      check().catch((error) => [
        config.databaseOwnerUrl && errorCode(error) === NO_RIGHT
          ? warning(part, "The role of DATABASE_URL may not read it: start once, which grants.")
          : fault(part, error instanceof DatabaseUnreachable ? error.message : reasonOf(error)),
      ]),
    ),
  );
  return found.flat();
}

function checkSettings(config: Config, from = "the environment"): Finding[] {
  const found: Finding[] = [];
  const proxies = proxyWarning(config);
  if (proxies) found.push(warning("settings", proxies));
  if (config.demo) found.push(warning("settings", "DEMO is on: its passwords are known."));
  return orOk(found, "settings", `They are valid, read from ${from}.`);
}

function checkKeys(config: Config): Finding[] {
  sealingKeyOf(config);
  const secrets = [
    ["APP_SECRET", config.appSecret],
    ["APP_SECRET_PREVIOUS", config.appSecretPrevious],
    ["METRICS_TOKEN", config.metricsToken],
    ["BACKUP_KEY", config.backups?.key],
  ] as const;
  const weak = secrets.filter(
    ([, secret]) => secret && !config.demo && new Set(secret).size < FEW_CHARACTERS,
  );
  const found = weak.map(([name]) =>
    warning("secrets", `${name} has few different characters: openssl rand -base64 48 draws one.`),
  );
  const without = config.metricsToken
    ? ""
    : " Without METRICS_TOKEN only this machine reads /metrics.";
  return orOk(found, "secrets", `They are set.${without}`);
}

async function checkDatabase(
  config: Config,
  probe: HostProbe,
  patienceMs: number,
  tellCompany: (has: boolean) => void,
): Promise<Finding[]> {
  const silent = pino({ level: "silent" });
  const { databaseUrl, ...rest } = config;
  const started = await startDatabase(
    { ...rest, databaseUrl: databaseUrl ?? undefined, connections: 2 },
    silent,
    { mayShare: true, patienceMs },
  );
  const { db } = started.database;
  try {
    const found = [...(await checkServer(config, db)), await checkClock(db)];
    const schema = await checkSchema(db);
    found.push(schema);
    if ((await appliedMigrations(db)).length === 0) tellCompany(false);
    if (schema.state !== "ok") return found;
    tellCompany((await runText(db, "SELECT 1 FROM companies LIMIT 1", [])).length > 0);
    found.push(await checkKeysAgainst(config, db));
    return [...found, ...(await checkHosts(config, db, probe))];
  } finally {
    await started.stop();
  }
}

async function checkServer(config: Config, db: Executor): Promise<Finding[]> {
  const [row = {}] = await runText(
    db,
    `SELECT current_setting('server_version') AS version,
            current_setting('max_connections')::int AS most,
            current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commits,
            pg_is_in_recovery() AS standby`,
    [],
  );
  const { version, most, fsync, commits, standby } = row;
  const found: Finding[] = [];
  if (parseInt(String(version), 10) < OLDEST_POSTGRESQL) {
    found.push(fault("database", `PostgreSQL ${String(version)} is too old.`));
  }
  if (standby === true)
    found.push(fault("database", "It is a standby server: it takes no orders."));
  if (fsync !== "on" || commits === "off") {
    const text = "fsync or synchronous_commit is off: a crash loses orders that were acknowledged.";
    found.push(fault("database", text));
  }
  const needed = config.limits.databaseConnections + 2;
  if (needed > Number(most)) {
    const text = `This instance opens up to ${needed} connections, but max_connections is ${String(most)}.`;
    found.push(fault("database", text));
  }
  return orOk(found, "database", `PostgreSQL ${String(version)} answers.`);
}

async function checkClock(db: Executor): Promise<Finding> {
  const before = Date.now();
  const [row] = await runText(
    db,
    "SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds",
    [],
  );
  const after = Date.now();
  // The time that the answer took is no difference between the clocks.
  const seconds = Number(row?.seconds);
  const differenceSeconds = Math.max(0, before / 1000 - seconds, seconds - after / 1000);
  const text = `It differs from the database's by ${differenceSeconds.toFixed(1)} s.`;
  if (differenceSeconds > CLOCK_FAULT_SECONDS) return fault("clock", `${text} Set both by NTP.`);
  if (differenceSeconds > CLOCK_WARNING_SECONDS)
    return warning("clock", `${text} Set both by NTP.`);
  return ok("clock", text);
}

async function checkSchema(db: Executor): Promise<Finding> {
  const applied = await appliedMigrations(db);
  const known = knownMigrations();
  if (applied.length === 0) return warning("schema", "It is empty: the first start creates it.");
  if (isOfOtherBaseline(applied, known)) {
    return fault("schema", new OtherBaseline(applied).message);
  }
  if (isTooNew(applied, known)) {
    return fault("schema", "It is newer than this build: start the newer one.");
  }
  const missing = known.length - applied.length;
  if (missing < 0) return ok("schema", "It is newer than this build, which works on it.");
  return missing > 0
    ? warning("schema", `${missing} migrations are missing: the next start applies them.`)
    : ok("schema", "It is that of this build.");
}

/** Compares the secrets as a start does, but does not store the check value of a new one. */
async function checkKeysAgainst(config: Config, db: Executor): Promise<Finding> {
  const undone = new Error("Nothing is stored.");
  let found = ok("secrets", "The database belongs to this APP_SECRET.");
  try {
    await transact(db, async (tx) => {
      await checkSecrets(tx, config);
      found = await checkPrevious(tx, config, found);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) return fault("secrets", reasonOf(error));
  }
  return found;
}

/** Tells how to go on with APP_SECRET_PREVIOUS, and when it may be removed. */
async function checkPrevious(db: Executor, config: Config, without: Finding): Promise<Finding> {
  const { exchange, since } = await secretExchangeState(db, config);
  if (exchange === "NONE") return without;
  if (exchange === "COMING") {
    const text =
      "APP_SECRET_PREVIOUS encrypted nothing: exchange the two in every instance if it is the coming secret, else take it away.";
    return warning("secrets", text);
  }
  const present = createSecrets(config.appSecret);
  let texts = 0;
  for await (const { purpose, text } of encryptedTexts(db, 500)) {
    if (!canDecrypt(present, purpose, text)) texts += 1;
  }
  if (texts > 0 || exchange === "EXCHANGED") {
    const text = `APP_SECRET_PREVIOUS encrypted ${texts} texts: once no instance writes with it, run "secrets rotate".`;
    return warning("secrets", text);
  }
  const { recoveryCodes, codes, calls } = await countHashesBefore(db, since);
  const needs = [
    ...(recoveryCodes > 0 ? [`${recoveryCodes} recovery codes`] : []),
    ...(codes > 0 ? [`${codes} mailed codes and invitations`] : []),
    ...(calls > 0 ? [`${calls} answers of calls that may be repeated`] : []),
    ...(Date.now() - since.getTime() < LINK_AGE_MS ? ["links and counters of 24 hours"] : []),
  ];
  return needs.length > 0
    ? ok("secrets", `APP_SECRET_PREVIOUS is still needed by ${needs.join(", ")}.`)
    : warning("secrets", "APP_SECRET_PREVIOUS is not needed any more: take it away.");
}

async function checkHosts(config: Config, db: Executor, probe: HostProbe): Promise<Finding[]> {
  const page = { limit: MOST_HOSTS, offset: 0 };
  const { records: rows } = await listHosts(db, { pattern: null }, page);
  const found: Finding[] = [];
  for (let at = 0; at < rows.length; at += HOSTS_AT_ONCE) {
    const some = rows.slice(at, at + HOSTS_AT_ONCE);
    const checked = await Promise.all(some.map(({ host }) => checkHost({ probe, config }, host)));
    const findings = checked.map((one, index) =>
      hostFinding("hosts", some[index]?.host ?? "", one),
    );
    found.push(...findings.filter(({ state }) => state !== "ok"));
  }
  return orOk(found, "hosts", `${rows.length} hosts lead here.`);
}

function hostFinding(
  part: string,
  host: string,
  { dns, certificate }: Awaited<ReturnType<typeof checkHost>>,
): Finding {
  const fits = dns === "HERE" && (certificate === "VALID" || certificate === "UNUSED");
  const text = `${host}: address ${dns}, certificate ${certificate}.`;
  return fits ? ok(part, text) : warning(part, text);
}

async function checkMail(
  { smtpUrl, smtpNeedsTls, mailFrom, demo }: Config,
  textsOf: NonNullable<CheckParts["textsOf"]>,
): Promise<Finding[]> {
  if (smtpUrl === null) {
    const text = "SMTP_URL is not set: messages are shown at /demo/outbox.";
    return [demo ? warning("mail", text) : fault("mail", text)];
  }
  const found: Finding[] = [];
  try {
    await verifySmtp(smtpUrl, { needsTls: smtpNeedsTls });
    const login = new URL(smtpUrl).username ? " and the login." : "; SMTP_URL has no login.";
    found.push(ok("mail", `The mail server accepts the connection${login}`));
  } catch (error) {
    found.push(fault("mail", `The mail server: ${reasonOf(error)}`));
  }
  const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1);
  // A trial's own name has no records that anybody could look up.
  if (!isPublicHost(domain)) return found;
  const [own, policy] = await Promise.all([textsOf(domain), textsOf(`_dmarc.${domain}`)]);
  if (own === null || policy === null) {
    found.push(warning("mail", `The records of ${domain} could not be looked up.`));
  } else {
    if (!own.some((text) => /^v=spf1\b/i.test(text))) {
      found.push(warning("mail", `${domain} has no SPF record: receivers may refuse the mails.`));
    }
    if (!policy.some((text) => /^v=DMARC1\b/i.test(text))) {
      found.push(warning("mail", `${domain} has no DMARC record.`));
    }
  }
  return found;
}

async function lookUpTexts(name: string): Promise<readonly string[] | null> {
  try {
    const records = await new Resolver({ timeout: 2000, tries: 1 }).resolveTxt(name);
    return records.map((parts) => parts.join(""));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOTFOUND" || code === "ENODATA" ? [] : null;
  }
}

/** Opens a connection and sends nothing, since a request would be a message. */
async function checkSms({ smsWebhookUrl }: Config): Promise<Finding[]> {
  if (smsWebhookUrl === null) return [];
  const { hostname, port, protocol } = new URL(smsWebhookUrl);
  await reach(hostname, Number(port) || (protocol === "https:" ? 443 : 80));
  return [ok("sms", "The provider of text messages can be reached.")];
}

const reach = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS });
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
    socket.once("timeout", () => socket.destroy(new Error(`${host}:${port} does not answer.`)));
    socket.once("error", reject);
  });

async function checkStorage(config: Config): Promise<Finding[]> {
  const { s3, storageDir } = config;
  if (s3) await tryStorage("S3_BUCKET", createS3Storage(s3));
  else await tryStorage("STORAGE_DIR", createLocalStorage(storageDir));
  return [ok("storage", "Files are written, read and deleted.")];
}

/** Writes, reads and deletes a file. Rejects with the reason, which names the setting. */
async function tryStorage(setting: string, storage: Storage): Promise<void> {
  const key = `check-${randomUUID()}`;
  const bytes = Buffer.from(key);
  try {
    await storage.put(key, bytes);
    const read = await storage.get(key);
    await storage.delete(key);
    if (!read?.equals(bytes)) throw new Error("A file that was written was not read again.");
  } catch (error) {
    throw new Error(`${setting}: ${reasonOf(error)}`);
  }
}

async function checkScanner({ clamavAddress }: Config): Promise<Finding[]> {
  if (clamavAddress === null) {
    return [
      ok("scanner", "There is none (CLAMAV_ADDRESS): uploads are read apart, and not scanned."),
    ];
  }
  const logger = pino({ level: "silent" });
  const scanner = createClamav(clamavAddress, { logger, timeoutMs: PATIENCE_MS });
  try {
    await scanner.find(Buffer.from("a clean file"));
  } catch {
    return [fault("scanner", "clamd does not answer as it should: every upload is refused.")];
  }
  return [ok("scanner", "clamd scans.")];
}

async function checkBackups({ backups, demo }: Config, hasCompany: boolean): Promise<Finding[]> {
  if (demo) return [];
  const times = await backupTimes(backups);
  if (!backups || !times) return [warning("backups", "BACKUP_DIR is not set: no backup is made.")];
  await tryStorage("BACKUP_DIR", createLocalStorage(backups.folder));
  if (!hasCompany && times.backup === 0)
    return [ok("backups", "There is none, and no company yet that one would be made of.")];
  const found: Finding[] = [];
  const isLate = (seconds: number, hours: number) => Date.now() / 1000 - seconds > hours * 3600;
  if (isLate(times.backup, BACKUP_HOURS)) {
    const text = `No backup was made for ${BACKUP_HOURS} hours: backup make writes one.`;
    found.push(warning("backups", text));
  }
  if (isLate(times.rehearsal, REHEARSAL_HOURS)) {
    const text = "No backup was restored for forty days: backup rehearse tries the last one.";
    found.push(warning("backups", text));
  }
  return orOk(found, "backups", "They are made, and can be restored.");
}

async function checkDisks(config: Config): Promise<Finding[]> {
  const disks = [...(await readDisks(config)), ...(await diskOf("temporary files", tmpdir()))];
  return disks.map(({ folder, freeBytes, bytes }) => {
    const share = bytes === 0 ? 1 : freeBytes / bytes;
    const text = `${folder}: ${(freeBytes / 1e9).toFixed(1)} GB free, ${Math.floor(share * 100)} %.`;
    if (share < DISK_FAULT) return fault("disk", text);
    return share < DISK_WARNING ? warning("disk", text) : ok("disk", text);
  });
}

async function checkAddress(config: Config, probe: HostProbe): Promise<Finding[]> {
  const [own, platform] = await Promise.all([
    ownAddresses({ probe, config }),
    checkHost({ probe, config }, config.platformHost),
  ]);
  if (own === null || platform.dns === "UNKNOWN") {
    return [warning("dns", "The DNS does not answer: hosts cannot be checked.")];
  }
  if (own.length === 0) {
    return [fault("dns", `${config.publicAddress.join(", ")} has no address.`)];
  }
  return [hostFinding("dns", config.platformHost, platform)];
}
