import type { Logger } from "pino";
import { migrate, SchemaError } from "@db/startup/migrate";
import { deleteOldCodes } from "@server/access/queries/codes";
import { deleteOldKeys } from "@server/access/queries/stored-answers";
import { deleteOldMessages } from "@server/messages/queries/message-queue";
import { deleteEndedChanges } from "@server/companies/queries/due-changes";
import { deleteOverSessions } from "@server/access/queries/sessions";
import { ensureSuperAdmin } from "@server/access/queries/super-admins";
import { deleteOverThrottles } from "@server/access/queries/throttles";
import {
  DatabaseUnreachable,
  EmbeddedError,
  startDatabase,
  type StartedDatabase,
  unreachable,
} from "@db/startup/start";
import { createHostProbe } from "@server/sites/hosts/host-probe";
import { createSmtpTransport, outboxMailTransport } from "@server/messages/delivery/mail-transport";
import {
  createWebhookSmsTransport,
  outboxSmsTransport,
} from "@server/messages/delivery/sms-transport";
import { createWebhookTransport } from "@server/messages/delivery/webhook-transport";
import { createLocalStorage, refusingStorage } from "@server/files/storage/storage";
import { createClamav } from "@server/files/untrusted/scanner";
import { createS3Storage } from "@server/files/storage/s3-storage";
import { type Config, ConfigError } from "@server/platform/config/environment";
import type { Deps } from "@server/access/call/context";
import { createTurns, MOST_PLACES } from "@server/access/call/turns";
import { createFigures } from "@server/platform/running/figures";
import { sweepHosts } from "@server/sites/hosts/check-host";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { sealBatches } from "@server/launch/batches/seal-batches";
import { mailLaunch } from "@server/launch/mails/mail-launch";
import { mailDeliveries } from "@server/launch/batches/mail-deliveries";
import { sealingKeyOf } from "@server/ledger/sealing/signing-key";
import { createJobs, type Jobs } from "@server/messages/delivery/jobs";
import { createClickCounts } from "@server/members/referrals/click-counts";
import { createCallCounts } from "@server/access/throttles/call-counts";
import { createPasswords } from "@server/access/sessions/passwords";
import { dropOldFiles } from "@server/orders/statements/hold-statement";
import { mailNotices } from "@server/office/announcements/mail-notices";
import { sendReminders } from "@server/office/announcements/send-reminders";
import { sendDigests } from "@server/office/dashboard/send-digests";
import { releaseOverdueHolds } from "@server/orders/holds/release-overdue-holds";
import { releaseDueRewards } from "@server/orders/rewards/settle-reward";
import { releaseUndecidedHolds } from "@server/orders/holds/release-undecided-holds";
import { endDueAccounts } from "@server/members/administration/account-end";
import { mailEnds } from "@server/members/identity/mail-ends";
import { deleteOldIdentity } from "@server/members/identity/retention";
import { applyDueChanges } from "@server/office/second-admin/apply-due-changes";
import { judgeDueRewards } from "@server/orders/risk/judge";
import { notifyExpired } from "@server/orders/holds/notify-expired";
import { checkSecrets } from "@server/access/throttles/app-secret";
import { refuseRealCompanies } from "@ops/demo/seed-demo";
import { createFileProcesses } from "@server/files/untrusted/file-processes";
import type { ReadingOptions, ReadStatement } from "@server/payments";
import { workerFile } from "@server/platform/config/worker-file";
import { ENDED_CHANGE_DAYS } from "@server/access/rules/second-admin";
import { DEFAULT_MESSAGE_DAYS } from "@server/companies/rules/retention";
import { applyRetention } from "./apply-retention";
import { verifyNightly } from "@server/verification/verify-nightly";
import { sweepUnattached } from "@server/media/sweep-unattached";
import { deleteOldNetworks } from "@server/members/queries/signs";
import { createSecrets } from "@server/platform/config/secrets";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import { createDatabase, type Database, runText } from "@db/client";
import { excessRights, grantServing, recordRights } from "@db/startup/grants";
import { setRoleDefaults } from "@db/startup/role-defaults";

/** The retention of the platform's own messages; a company sets its own. */
const PLATFORM_MESSAGES = { days: DEFAULT_MESSAGE_DAYS, limit: 5000 } as const;

export interface Started {
  deps: Deps;
  /** Stops the jobs, then the database. */
  stop: () => Promise<void>;
}

export interface StartOptions {
  mayShare?: boolean;
  /** Milliseconds to wait for a database that does not answer yet. */
  patienceMs?: number;
  /** Skips migration and initial data, for commands that fill an empty database. */
  leavesDatabase?: boolean;
  /** Skips the check of APP_SECRET, for commands that use no encrypted data. */
  needsNoSecret?: boolean;
}

/** Tells that the operator can fix the error of a start; its message is one line. */
export const isStartError = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof EmbeddedError ||
  error instanceof DatabaseUnreachable ||
  error instanceof SchemaError;

/**
 * Starts all parts except the HTTP server: migrates the database and creates the queue, which is
 * not started.
 */
export async function start(
  config: Config,
  logger: Logger,
  { leavesDatabase = false, needsNoSecret = false, ...options }: StartOptions = {},
): Promise<Started> {
  const { databaseConnections, mailConnections, smsConnections } = config.limits;
  const { appSecret, appSecretPrevious: previous } = config;
  let secrets = createSecrets(appSecret, { previous });
  const started: StartedDatabase = await startDatabase(
    { ...config, databaseUrl: config.databaseUrl ?? undefined, connections: databaseConnections },
    logger,
    options,
  );
  const { database } = started;
  try {
    if (!leavesDatabase) {
      if (config.demo) await refuseRealCompanies(database.db);
      if (config.databaseOwnerUrl) await migrateByOwner(database, config.databaseOwnerUrl);
      else await migrate(database);
      if (!needsNoSecret) secrets = await checkSecrets(database.db, config);
      if (config.superAdminEmail) await ensureSuperAdmin(database.db, config.superAdminEmail);
    }
  } catch (error) {
    await started.stop();
    throw error;
  }
  const mail = config.smtpUrl
    ? createSmtpTransport(config.smtpUrl, config.mailFrom, {
        connections: mailConnections,
        needsTls: config.smtpNeedsTls,
      })
    : outboxMailTransport;
  const hostProbe = createHostProbe();
  const storage = refusingStorage(
    config.s3 ? createS3Storage(config.s3) : createLocalStorage(config.storageDir),
    logger,
  );
  const jobs: Jobs = createJobs({
    logger,
    database,
    secrets,
    readMailing: mailingReader(database.db, config.appOrigin),
    mail,
    sms: config.smsWebhookUrl
      ? createWebhookSmsTransport(config.smsWebhookUrl)
      : outboxSmsTransport,
    webhooks: createWebhookTransport({ isDemo: config.demo }),
    keepParams: config.demo,
    connections: { EMAIL: mailConnections, SMS: smsConnections },
    sweeps: [
      { name: "overdue holds", run: () => releaseOverdueHolds(database.db) },
      { name: "undecided holds", run: () => releaseUndecidedHolds(database.db) },
      { name: "signs at rewards", run: () => judgeDueRewards(deps) },
      { name: "rewards on hold", run: () => releaseDueRewards(database.db, { jobs }) },
      { name: "notices of ended holds", run: () => notifyExpired(database.db, { jobs }) },
      { name: "mails of notices", run: () => mailNotices(database.db, { jobs }) },
      { name: "reminders", run: () => sendReminders(database.db, { jobs }) },
      { name: "daily mails of admins", run: () => sendDigests(database.db, { jobs }) },
      { name: "changes that waited", run: () => applyDueChanges(deps) },
      {
        name: "seals of batches",
        run: () => sealBatches(database.db, { ...deps, key: () => sealingKeyOf(config) }),
      },
      { name: "mails of launches", run: () => mailLaunch(database.db, { jobs }) },
      { name: "ends of verifications", run: () => mailEnds(database.db, { jobs }) },
      { name: "mails of deliveries", run: () => mailDeliveries(database.db, { jobs }) },
      { name: "hosts", run: () => sweepHosts(database.db, { probe: hostProbe, config }) },
      { name: "old codes", run: () => deleteOldCodes(database.db) },
      { name: "ended sessions", run: () => deleteOverSessions(database.db) },
      { name: "old idempotency keys", run: () => deleteOldKeys(database.db) },
      { name: "ended throttles", run: () => deleteOverThrottles(database.db) },
      { name: "files of statements", run: () => dropOldFiles(database.db) },
      { name: "unattached files", run: () => sweepUnattached(database.db, storage) },
      { name: "old messages", run: () => deleteOldMessages(database.db, null, PLATFORM_MESSAGES) },
    ],
    nightly: [
      { name: "ends of accounts", run: () => endDueAccounts(deps) },
      { name: "retention", run: () => applyRetention(database.db, logger) },
      { name: "documents of members", run: () => deleteOldIdentity(deps) },
      { name: "old networks", run: () => deleteOldNetworks(database.db) },
      {
        name: "ended changes",
        run: () => deleteEndedChanges(database.db, { days: ENDED_CHANGE_DAYS, limit: 10_000 }),
      },
      {
        name: "verification",
        run: async () => {
          await verifyNightly(database.db, logger);
        },
      },
    ],
  });
  const clicks = createClickCounts(database.db, { logger });
  const deps: Deps = {
    config,
    database,
    jobs,
    secrets,
    storage,
    fileProcesses: createFileProcesses<ReadingOptions, ReadStatement>(
      workerFile(import.meta.url, "file-worker"),
      config.limits,
      logger,
    ),
    turns: createTurns(Math.min(MOST_PLACES, databaseConnections)),
    ...(config.clamavAddress && { scanner: createClamav(config.clamavAddress, { logger }) }),
    sessions: createSessions(database.db),
    passwords: createPasswords(),
    callCounts: createCallCounts(database.db, { logger }),
    clicks,
    figures: createFigures(),
    hostProbe,
    logger,
  };
  return {
    deps,
    async stop() {
      await jobs.stop();
      deps.fileProcesses.close();
      mail.close();
      await Promise.all([deps.callCounts.stop(), clicks.stop()]);
      await started.stop();
    },
  };
}

/**
 * Migrates by the role that owns the tables, and grants the serving role the rights to read and
 * write rows, and only to add them to append-only tables. Throws ConfigError if the serving role
 * owns a table, a function, a schema or the database, could act as a role that does, or may still
 * rewrite records after the grants. A serving role that owns something is refused before the
 * migration.
 */
export async function migrateByOwner(serving: Database, ownerUrl: string): Promise<void> {
  const owner = createDatabase({ url: ownerUrl, max: 2 });
  try {
    await owner.ping().catch((error: unknown) => {
      throw unreachable("DATABASE_OWNER_URL", ownerUrl, error);
    });
    const [own] = await runText(owner.db, "SELECT current_user AS role", []);
    const [role] = await runText(serving.db, "SELECT current_user AS name", []);
    refuseRights(await excessRights(serving.db, String(own?.role)));
    await migrate(owner);
    await grantServing(owner.db, String(role?.name));
    refuseRights(await recordRights(serving.db));
    await setRoleDefaults(serving.db);
  } finally {
    await owner.close();
  }
}

function refuseRights(rights: readonly string[]): void {
  if (rights.length === 0) return;
  throw new ConfigError(
    `DATABASE_URL must name a role without rights of its own: DATABASE_OWNER_URL has those of the owner. It has: ${rights.join(", ")}.`,
  );
}
