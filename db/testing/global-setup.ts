import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase, runText } from "../client";
import { startEmbedded } from "../embedded/server";
import { migrate } from "../startup/migrate";
import { TEMPLATE, urlOfDatabase } from "./test-database";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the test server's maintenance database. */
    testServerUrl: string;
  }
}

const PREFIX = "prelaunch-test-";
const HOUR_MS = 3_600_000;

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  },
};

/** Starts one PostgreSQL per run, with one migrated database that every test copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepOld();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, isDurable: false, maxConnections: 300 }, quiet);
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 9 });
  // An interrupted run, as by Ctrl-C, stops its server too.
  const abandon = () => {
    server.kill();
    remove();
  };
  process.once("exit", abandon);
  const maintenance = urlOfDatabase(server.url, "postgres");
  try {
    await makeTemplate(maintenance);
  } catch (error) {
    await server.stop();
    remove();
    throw error;
  }
  project.provide("testServerUrl", maintenance);
  return async () => {
    await server.stop();
    process.off("exit", abandon);
    remove();
  };
}

async function makeTemplate(maintenance: string): Promise<void> {
  const server = createDatabase({ url: maintenance, max: 1 });
  await runText(server.db, `CREATE DATABASE ${TEMPLATE}`, []);
  await server.close();
  const template = createDatabase({ url: urlOfDatabase(maintenance, TEMPLATE), max: 1 });
  await migrate(template);
  await template.close();
}

/** Removes the remains of runs that were killed. */
function sweepOld(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    try {
      if (Date.now() - statSync(path).mtimeMs > HOUR_MS) {
        rmSync(path, { recursive: true, force: true });
      }
    } catch {
      // Another user's, or removed already.
    }
  }
}
