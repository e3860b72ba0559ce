import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { bundle, copyTexts, WORKERS } from "./bundle.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder that holds the bundled workers of this run. */
    bundledWorkers: string;
  }
}

/** Bundles the workers once per run, as the build does, so that none compiles itself when it starts. */
export default async function setup({ vitest }: TestProject): Promise<(() => void) | undefined> {
  // Another project of this run has them.
  if (vitest.getRootProject().getProvidedContext().bundledWorkers) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-test-"));
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  // An interrupted run, as by Ctrl-C, removes the folder too.
  process.once("exit", remove);
  // The bundles import packages by their names.
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const holder = path.resolve("db/testing/hold-embedded.ts");
  await bundle({ ...WORKERS, "hold-embedded": holder }, folder);
  copyTexts(folder);
  vitest.provide("bundledWorkers", folder);
  return () => {
    process.off("exit", remove);
    remove();
  };
}
