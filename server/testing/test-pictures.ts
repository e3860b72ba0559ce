import type { Logger } from "pino";
import type { Config } from "@server/config/environment";
import { createPictures, type Pictures } from "@server/media/pictures";

const made = new Map<string, Pictures>();

/**
 * Decoding for tests. The test files that run in one worker share its processes, because starting
 * one takes longer than most pictures. The processes end when they are unused, or with the worker.
 */
export function testPictures(limits: Config["limits"], logger: Logger): Pictures {
  const { pictureProcesses, pictureMemoryBytes, pictureSeconds } = limits;
  const key = `${pictureProcesses} ${pictureMemoryBytes} ${pictureSeconds}`;
  const pictures = made.get(key) ?? createPictures(limits, logger);
  made.set(key, pictures);
  return pictures;
}
