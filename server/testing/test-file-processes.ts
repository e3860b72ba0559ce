import type { Logger } from "pino";
import type { Config } from "@server/platform/config/environment";
import { type FileReaders, createFileReaders } from "@ops/running/file-readers";

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
