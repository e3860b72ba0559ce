import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Logger } from "pino";
import { z } from "zod";
import { unsealedBacklog } from "@db/queries/sealing";
import { readQueueFigures } from "@db/queries/message-queue";
import { listReplicas, readOperatorFigures } from "@db/queries/operator-figures";
import { readRetentionFigures } from "@db/queries/retention";
import type { Config } from "@server/config/environment";
import { proxyWarning } from "@server/config/unsafe-settings";
import { brandShownAt } from "@server/context/brand-of";
import { beginPageReads, createSiteReader } from "@server/context/page-context";
import { createApp } from "@server/transport/http/app";
import { createBrandFiles } from "@server/transport/http/brand-files";
import { embeddedIcon } from "@server/media/brand-icon";
import { createFileSender } from "@server/transport/http/file-sender";
import { listen } from "@server/transport/http/listen";
import { createMetrics } from "@server/transport/http/metrics";
import { createPageTransport } from "@server/transport/http/page-transport";
import { loadWordFiles, loadStaticFiles } from "@server/transport/http/static-files";
import { createTrpcTransport } from "@server/transport/trpc/trpc-transport";
import { createLogger } from "@server/config/logger";
import { securityCounts } from "@server/identity/security-counts";
import { backupTimes } from "@server/operations/backups/backups";
import { readDisks } from "@server/operations/disks";
import { watchDatabase } from "@server/operations/watch-database";
import { createRestTransport } from "@server/transport/rest/rest-transport";
import { createSealer } from "@server/sealing/sealer";
import { sealingKeyOf } from "@server/sealing/signing-key";
import { start } from "./start";

/** Time limit for a graceful shutdown. */
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
  // Loaded only where it is switched on.
  const stopTracing = config.traces
    ? (await import("@server/operations/tracing")).startTracing(version)
    : null;
  const { deps, stop } = await start(config, logger);
  if (config.demo) {
    const { seedDemo } = await import("@server/operations/demo/seed-demo");
    await seedDemo({ ...deps, statementFolder: path.join(config.dataDir, "statements") });
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
      tasks: () => deps.jobs.runs(),
      securityEvents: securityCounts,
      disks: () => readDisks(config),
      backups: () => backupTimes(config.backups),
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

/** In the log and beside it, so that nobody overlooks it. */
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
  const { demoAccess } = await import("@server/operations/demo/demo-access");
  demoAccess(config).forEach(say);
}
