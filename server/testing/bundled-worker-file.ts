import path from "node:path";
import { inject } from "vitest";

/** Replaces `server/platform/config/worker-file.ts` in tests by the worker that the run has bundled. */
export const workerFile = (_moduleUrl: string, name: string): string =>
  path.join(inject("bundledWorkers"), `${name}.js`);
