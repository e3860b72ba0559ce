import type { Logger } from "pino";
import { createFileProcesses } from "@server/files/untrusted/file-processes";
import type { ReadingOptions, ReadStatement } from "@server/payments";
import type { Config } from "@server/platform/config/environment";
import { workerFile } from "@server/platform/config/worker-file";

/** The folder of the worker's source, for tools that run from the source; tests use their bundle. */
const SOURCE = new URL("../../ops/running/start.ts", import.meta.url).href;

/** Creates processes that read files. */
export const createFileReaders = (limits: Config["limits"], logger: Logger) =>
  createFileProcesses<ReadingOptions, ReadStatement>(
    workerFile(SOURCE, "file-worker"),
    limits,
    logger,
  );
export type FileReaders = ReturnType<typeof createFileReaders>;

const made = new Map<string, FileReaders>();

/**
 * Starts file processes for tests. The test files of one worker share them, because starting one takes
 * longer than reading most files. The processes end when they are unused, or with the worker.
 */
export function testFileProcesses(limits: Config["limits"], logger: Logger): FileReaders {
  const { pictureProcesses, pictureMemoryBytes, pictureSeconds } = limits;
  const key = `${pictureProcesses} ${pictureMemoryBytes} ${pictureSeconds}`;
  const processes = made.get(key) ?? createFileReaders(limits, logger);
  made.set(key, processes);
  return processes;
}
