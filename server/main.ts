import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { BUILT_IN_BRANDS } from "@themes/registry";
import { EmbeddedError } from "@db/start";
import { ConfigError, type Config, readConfig } from "@server/config/environment";
import { brandShownAt } from "@server/context/brand-of";
import { resolveSite } from "@server/context/resolve-site";
import { createApp } from "@server/http/app";
import { createBrandFiles } from "@server/http/brand-files";
import { listen } from "@server/http/listen";
import { createMetrics } from "@server/http/metrics";
import { createPageDoor } from "@server/http/pages";
import { loadStaticFiles } from "@server/http/static-files";
import { createTrpcDoor } from "@server/http/trpc-door";
import { createLogger } from "@server/logging/logger";
import { createRestDoor } from "@server/rest/door";
import { seedDemo } from "@server/demo/seed-demo";
import { start } from "./start";

/** How long what is under way may take once we are told to stop. */
const GRACE_MS = 15_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const isDevelopment = process.env["NODE_ENV"] === "development";
  const logger = createLogger(config.logLevel);
  const { deps, stop } = await start(config, logger);
  if (config.demo) await seedDemo(deps);
  await deps.jobs.start();

  const vite = isDevelopment ? await startVite() : null;
  const root = process.cwd();
  const loadBuild = vite
    ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>
    : () =>
        import(
          pathToFileURL(path.join(root, "build/server/index.js")).href
        ) as Promise<ServerBuild>;

  let isStopping = false;
  const app = createApp({
    config,
    logger,
    metrics: createMetrics(),
    resolveSite: (host) => resolveSite(deps.database.db, host, config.platformHost),
    ping: () => deps.database.ping(),
    isStopping: () => isStopping,
    staticFiles: loadStaticFiles(path.join(root, "build/client")),
    brandFile: createBrandFiles((asked) =>
      brandShownAt(deps.database.db, asked, config.platformHost),
    ),
    doors: {
      page: createPageDoor(deps, loadBuild, { dev: isDevelopment }),
      rest: createRestDoor(deps),
      trpc: createTrpcDoor(deps),
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
  announce(config);

  const finish = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, "stopping");
    const limit = setTimeout(() => process.exit(1), GRACE_MS);
    limit.unref();
    await server.close();
    await vite?.close();
    await stop();
    logger.info({}, "stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => void finish(signal));
  }
  process.on("unhandledRejection", (error) => logger.error({ err: error }, "unhandled rejection"));
}

async function startVite() {
  const { createServer: createVite } = await import("vite");
  return createVite({ server: { middlewareMode: true }, appType: "custom" });
}

/** Says where to go, and in the demo whom to be. */
function announce(config: Config): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`Prelaunch answers at ${config.appOrigin}`);
  if (!config.demo) return;
  const { port } = new URL(config.appOrigin);
  const suffix = port ? `:${port}` : "";
  say("");
  say("Every password is  Prelaunch-demo-1");
  say("Member             asha@member.example     at /");
  say("Company admin      admin@company.example   at /admin/login");
  say(
    "Super admin        super@platform.example  at /superadmin/login (the code is in the outbox)",
  );
  say(`Messages           ${config.appOrigin}/demo/outbox`);
  say("Other brands:");
  for (const brand of BUILT_IN_BRANDS)
    say(`  http://${brand.symbol.toLowerCase()}.localhost${suffix}`);
}

main().catch((error: unknown) => {
  // What the operator can mend is one line; anything else shows where it came from.
  const isPlain = error instanceof ConfigError || error instanceof EmbeddedError;
  process.stderr.write(
    `${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
