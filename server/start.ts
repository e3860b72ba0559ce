import type { Logger } from "pino";
import { migrate } from "@db/migrate";
import { deleteOldCodes } from "@db/queries/codes";
import { deleteOldKeysOfNobody } from "@db/queries/idempotency";
import { deleteOverSessions } from "@db/queries/sessions";
import { ensureSuperAdmin } from "@db/queries/super-admins";
import { deleteOverThrottles } from "@db/queries/throttles";
import { type StartedDatabase, startDatabase } from "@db/start";
import { createHostProbe } from "@server/adapters/hosts/host-probe";
import { createSmtpEnd, outboxEnd } from "@server/adapters/mail/mail-end";
import { createSmsWebhook, smsOutboxEnd } from "@server/adapters/sms/sms-end";
import { createLocalStorage } from "@server/adapters/storage/local-storage";
import { createS3Storage } from "@server/adapters/storage/s3-storage";
import type { Config } from "@server/config/environment";
import type { Deps } from "@server/context/context";
import { createFigures } from "@server/context/figures";
import { sweepHosts } from "@server/hosts/sweep-hosts";
import { createJobs, type Jobs } from "@server/jobs/jobs";
import { createPasswords } from "@server/passwords/argon2-passwords";
import { releaseOverdueHolds } from "@server/procedures/orders/release-overdue-holds";
import { tellExpired } from "@server/procedures/orders/tell-expired";
import { createSecrets } from "@server/secrets/secrets";
import { createSessions } from "@server/sessions/lucia-sessions";

export interface Started {
  deps: Deps;
  /** Stops the jobs, then the database. */
  stop: () => Promise<void>;
}

export interface StartOptions {
  mayShare?: boolean;
  /** The database stays as it is found, be it empty: for what is to fill it. */
  leavesDatabase?: boolean;
}

/** Everything but the HTTP surface: the database migrated, the queue made (not yet working). */
export async function start(
  config: Config,
  logger: Logger,
  { leavesDatabase = false, ...options }: StartOptions = {},
): Promise<Started> {
  const started: StartedDatabase = await startDatabase(
    { databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir },
    logger,
    options,
  );
  const { database } = started;
  if (!leavesDatabase) {
    await migrate(database);
    if (config.superAdminEmail) await ensureSuperAdmin(database.db, config.superAdminEmail);
  }
  const secrets = createSecrets(config.appSecret);
  const mail = config.smtpUrl ? createSmtpEnd(config.smtpUrl, config.mailFrom) : outboxEnd;
  const hostProbe = createHostProbe();
  const jobs: Jobs = createJobs({
    url: started.url,
    logger,
    database,
    secrets,
    mail,
    sms: config.smsWebhookUrl ? createSmsWebhook(config.smsWebhookUrl) : smsOutboxEnd,
    keepParams: config.demo,
    sweeps: [
      {
        name: "overdue holds",
        run: () =>
          releaseOverdueHolds(database.db, {
            tell: (tx, expired) => tellExpired(tx, { jobs, config }, expired),
          }),
      },
      { name: "hosts", run: () => sweepHosts(database.db, { probe: hostProbe, config }) },
      { name: "old codes", run: () => deleteOldCodes(database.db) },
      { name: "ended sessions", run: () => deleteOverSessions(database.db) },
      { name: "old keys of nobody", run: () => deleteOldKeysOfNobody(database.db) },
      { name: "ended throttles", run: () => deleteOverThrottles(database.db) },
    ],
  });
  const deps: Deps = {
    config,
    database,
    jobs,
    secrets,
    storage: config.s3 ? createS3Storage(config.s3) : createLocalStorage(config.storageDir),
    sessions: createSessions(database.db),
    passwords: createPasswords(),
    figures: createFigures(),
    hostProbe,
    logger,
  };
  return {
    deps,
    async stop() {
      await jobs.stop();
      mail.close();
      await started.stop();
    },
  };
}
