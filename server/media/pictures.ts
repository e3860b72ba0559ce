import type { Config } from "@server/config/environment";
import type { Logger } from "pino";
import { createFairQueue, type WorkOwner } from "./fair-queue";
import { createPictureProcess, type PictureProcess } from "./picture-process";
import type { PictureJob } from "./redraw-picture";

/** Decodes and encodes pictures outside of the server's process. */
export interface Pictures {
  /**
   * Waits for a turn, then redraws a picture. Refuses like `FairQueue.run` and
   * `PictureProcess.redraw`. When `signal` is aborted, the work ends at once.
   */
  redraw(job: PictureJob, owner: WorkOwner, signal?: AbortSignal): Promise<Uint8Array>;
  /** Ids of the running processes. */
  pids(): number[];
  close(): void;
}

/** Each waiting picture holds its file in memory. */
const WAITING = 24;

/**
 * `pictureProcesses` processes. One company uses all but one of them, so that another company's
 * picture never waits for its decoding.
 */
export function createPictures(
  { pictureProcesses, pictureMemoryBytes, pictureSeconds }: Config["limits"],
  logger: Logger,
): Pictures {
  const limits = { memoryBytes: pictureMemoryBytes, seconds: pictureSeconds, logger };
  const all = Array.from({ length: pictureProcesses }, () => createPictureProcess(limits));
  const free: PictureProcess[] = [...all];
  const queue = createFairQueue({
    atOnce: all.length,
    atOnceOfCompany: Math.max(1, all.length - 1),
    waiting: WAITING,
    waitingOfCompany: WAITING / 2,
  });
  return {
    redraw: (job, owner, signal) =>
      queue.run(
        owner,
        async () => {
          // The one used last: an idle one ends sooner.
          const one = free.pop();
          if (!one) throw new Error("No picture process is free.");
          try {
            return await one.redraw(job, owner, signal);
          } finally {
            free.push(one);
          }
        },
        signal,
      ),
    pids: () => all.flatMap((one) => one.pid() ?? []),
    close: () => all.forEach((one) => one.close()),
  };
}
