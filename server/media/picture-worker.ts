import { writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { limitDecoder, type PictureJob, redrawPicture } from "./redraw-picture";
import type { WorkerReport } from "./picture-process";

/**
 * The process that decodes pictures, one at a time (`picture-process.ts`). Its argument is its
 * memory limit in bytes. The decoder runs in a thread of its own, so the main thread can watch the
 * memory while a picture is decoded.
 */
const maxBytes = Number(process.argv[2]);
const WATCH_MS = 20;
/** The server kills this process on its report; a server that is busy for so long does not. */
const PATIENCE_MS = 200;

const report = (message: WorkerReport) => process.send?.(message);
const end = () => process.kill(process.pid, "SIGKILL");

const watch = setInterval(() => {
  if (process.memoryUsage.rss() <= maxBytes) return;
  clearInterval(watch);
  report({ over: "memory" });
  setTimeout(end, PATIENCE_MS);
}, WATCH_MS);
process.on("message", (job: PictureJob) => {
  void redrawPicture(job).then((redrawn) =>
    report({ redrawn, residentBytes: process.memoryUsage.rss() }),
  );
});
process.on("disconnect", end);
// Stops with the server, which finishes its requests first.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

limitDecoder();
try {
  // Decoding leaves the processor to requests.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // A system without priorities decodes at the same one.
}
// Linux: if the machine runs out of memory, the kernel ends this process first.
writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);
report({ ready: true });
