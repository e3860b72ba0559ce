import type { Logger } from "pino";
import { createFileProcesses } from "@server/files/untrusted/file-processes";
import type { ReadingOptions, ReadStatement } from "@server/payments";
import { workerFile } from "@server/platform/config/worker-file";
import type { Config } from "@server/platform/config/environment";

/** Creates the processes that read files; each starts with its first file. */
export const createFileReaders = (limits: Config["limits"], logger: Logger) =>
  createFileProcesses<ReadingOptions, ReadStatement>(
    workerFile(import.meta.url, "file-worker"),
    limits,
    logger,
  );

export type FileReaders = ReturnType<typeof createFileReaders>;
