import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Logger } from "pino";
import { z } from "zod";
import { unsealedBacklog } from "@server/ledger/queries/sealing";
import { readQueueFigures } from "@server/messages/queries/message-queue";
import { listReplicas, readOperatorFigures } from "@server/office/queries/operator-figures";
import { readRetentionFigures } from "@server/companies/queries/retention";
import type { Config } from "@server/platform/config/environment";
import { saleAt } from "@server/companies/queries/offer";
import { saleFigures } from "@server/companies/rules/sale";
import { advertNotice, translatorOf } from "@server/platform/words/translators.server";
import { proxyWarning } from "@server/platform/config/unsafe-settings";
import { brandShownAt } from "@server/sites/site";
import { beginPageReads, createSiteReader } from "@server/http/pages/page-context";
import { createApp } from "@server/http/edge/app";
import { createBrandFiles } from "@server/http/files/brand-files";
import { embeddedIcon } from "@server/media/brand-icon";
import { createFileSender } from "@server/http/files/file-sender";
import { listen } from "@server/http/edge/listen";
import { createMetrics } from "@server/http/edge/metrics";
import { createPageTransport } from "@server/http/pages/page-transport";
import { loadWordFiles, loadStaticFiles } from "@server/http/files/static-files";
import { createTrpcTransport } from "@server/http/trpc/trpc-transport";
import { createLogger } from "@server/platform/config/logger";
import { securityCounts } from "@server/access/throttles/security-counts";
import { backupTimes } from "@ops/backups/backups";
import { readDisks } from "@server/platform/running/disks";
import { watchDatabase } from "@server/platform/running/watch-database";
import { createRestTransport } from "@server/http/rest/rest-transport";
import { createSealer } from "@server/ledger/sealing/seal-timer";
import { sealingKeyOf } from "@server/ledger/sealing/signing-key";
import { start } from "./start";

/** Milliseconds of a graceful shutdown. */
const GRACE_MS = 15_000;

/**
 * Runs the whole product in this process: the site and the background work, which instances share
 * (docs/operating.md).
 */
export async function serve(config: Config): Promise<void> {
  const isDevelopment = process.env["NODE_ENV"] === "development";
  const logger = createLogger(config.logLevel);
  const sealingKey = sealingKeyOf(config);
  const version = versionIn(process.cwd());
  // The module is loaded only if tracing is switched on.
  const stopTracing = config.traces
    ? (await import("@server/platform/running/tracing")).startTracing(version)
    : null;
  const { deps, stop } = await start(config, logger);
  if (config.demo) {
    const { seedDemo } = await import("@ops/demo/seed-demo");
    await seedDemo({ ...deps, statementFolder: path.join(config.dataDir, "statements") });
    const { deliverDemo } = await import("@ops/demo/deliver-demo");
    await deliverDemo(deps, sealingKey);
  }
  deps.jobs.start();
  const sealer = createSealer({ database: deps.database, key: sealingKey, logger });
  sealer.start();

  const vite = isDevelopment ? await startVite() : null;
  const root = process.cwd();
  const loadBuild = vite
    ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>
    : () =>
        import(
          pathToFileURL(path.join(root, "build/server/index.js")).href
        ) as Promise<ServerBuild>;

  let isStopping = false;
  const watch = watchDatabase(() => deps.database.ping(), logger);
  const metrics = createMetrics({
    backlog: () => unsealedBacklog(deps.database.db),
    messages: {
      queue: () => readQueueFigures(deps.database.db),
      sender: () => deps.jobs.figures(),
    },
    retention: () => readRetentionFigures(deps.database.db),
    operator: {
      version,
      figures: () => readOperatorFigures(deps.database.db),
      replicas: () => listReplicas(deps.database.db),
      outage: () => watch.outage(),
      pool: () => deps.database.load(),
      turns: () => deps.turns.figures(),
      tasks: () => deps.jobs.runs(),
      securityEvents: securityCounts,
      disks: () => readDisks(config),
      // A folder that cannot be read has no backup, so that the alerts fire.
      backups: () => backupTimes(config.backups).catch(() => ({ backup: 0, rehearsal: 0 })),
    },
  });
  const app = createApp({
    config,
    logger,
    metrics,
    resolveSite: createSiteReader(deps),
    beginPage: (request) => beginPageReads(deps, request),
    fileSender: createFileSender(deps),
    ping: () => deps.database.ping(),
    isStopping: () => isStopping,
    staticFiles: loadStaticFiles(path.join(root, "build/client")),
    brandFile: createBrandFiles(
      (asked) => brandShownAt(deps.database.db, asked, config.platformHost),
      (brand) => embeddedIcon(deps, brand),
      async (host, language) => {
        const sale = await saleAt(deps.database.db, host, config.platformHost, deps.figures);
        if (!sale) return null;
        const { brand, company, offer } = sale;
        const { price, percent } = saleFigures(offer, brand.symbol);
        const invitation = translatorOf(language).t("visitor:soldOf", { percent });
        const notice = advertNotice(language, company.settings.advertNotice);
        return { brand, texts: { price, invitation, link: host, notice } };
      },
    ),
    transports: {
      page: createPageTransport(deps, loadBuild, {
        dev: isDevelopment,
        wordFiles: loadWordFiles(path.join(root, "build")),
      }),
      rest: createRestTransport(deps),
      trpc: createTrpcTransport(deps),
    },
  });

  // The first page loads the build and compiles it, for seconds in which every other call waits.
  const proxied = { host: config.platformHost, "x-forwarded-proto": "https" };
  if (!vite) await app.request("/", { headers: proxied });
  const server = await listen({
    fetch: app.fetch,
    host: config.host,
    port: config.port,
    requestSeconds: config.limits.requestSeconds,
    ...(vite && {
      before: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    }),
  });
  await announce(config);
  warnOfProxies(config, logger);

  const finish = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, "stopping");
    const limit = setTimeout(() => process.exit(1), GRACE_MS);
    limit.unref();
    // The balancer hears that this instance stops before its port closes: no request is lost.
    await after(config.limits.stopDelaySeconds * 1000);
    await server.close();
    watch.stop();
    await vite?.close();
    await sealer.stop();
    await stopTracing?.();
    await stop();
    logger.info({}, "stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => void finish(signal));
  }
  process.on("unhandledRejection", (error) => logger.error({ err: error }, "unhandled rejection"));
}

/** The version of the release that runs. */
const versionIn = (root: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))).version;

async function startVite() {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true }, appType: "custom" });
}

/** Warns in the log and on the terminal, so that nobody overlooks it. */
function warnOfProxies(config: Config, logger: Logger): void {
  const warning = proxyWarning(config);
  if (warning === null) return;
  logger.warn({ trustedProxies: config.trustedProxies, host: config.host }, warning);
  process.stderr.write(`\nWARNING: ${warning}\n\n`);
}

/** Prints the site's address and, in the demo, the accounts. */
async function announce(config: Config): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`Prelaunch answers at ${config.appOrigin}`);
  if (!config.demo) return;
  const { demoAccess } = await import("@ops/demo/demo-access");
  demoAccess(config).forEach(say);
}
