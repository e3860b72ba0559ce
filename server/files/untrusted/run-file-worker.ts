import { writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { isRefusal, type RefusalParams } from "@server/platform/rules/refusals/refuse";
import type { PictureJob } from "./redraw-picture";

/** One file to read, or a paper to draw. `options` are those of the reader of statements. */
export type FileJob =
  | { picture: PictureJob }
  | { statement: { bytes: Uint8Array; options: unknown } }
  | { paper: unknown };

/** The work of upper rooms: each loads what it runs, and throws refusals. */
interface Work {
  readStatement(bytes: Uint8Array, options: unknown): Promise<unknown>;
  drawPaper(paper: unknown): Promise<unknown>;
}

type Answer =
  | { done: unknown }
  | {
      refused: {
        code: RefusalCode;
        params: RefusalParams;
        fields: Readonly<Record<string, readonly string[]>> | undefined;
      };
    }
  | { failed: string };

/** A message of the process: it has started, a file is read, or the file needs too much. */
export type FileReport =
  | { ready: true }
  | (Answer & { residentBytes: number })
  | { over: "memory" };

/** The heap of the thread; pictures are outside of it. The largest statement takes less than half. */
const HEAP_MB = 384;
const WATCH_MS = 20;
/** The server kills this process on its report; a server that is busy for so long does not. */
const PATIENCE_MS = 200;

async function answer(job: FileJob, work: Work): Promise<Answer> {
  try {
    if ("picture" in job) {
      const { redrawPicture } = await import("./redraw-picture");
      return { done: await redrawPicture(job.picture) };
    }
    if ("paper" in job) return { done: await work.drawPaper(job.paper) };
    const { bytes, options } = job.statement;
    return { done: await work.readStatement(bytes, options) };
  } catch (error) {
    if (isRefusal(error)) {
      const { code, params, fields } = error;
      return { refused: { code, params, fields } };
    }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function startThread(file: string): Worker {
  const isSource = file.endsWith(".ts");
  // Node 20 starts no thread from a source file itself.
  const fromSource = `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(file)})))`;
  return new Worker(isSource ? fromSource : file, {
    eval: isSource,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
}

function watch(file: string, maxBytes: number): void {
  const report = (message: FileReport) => process.send?.(message);
  const end = () => process.kill(process.pid, "SIGKILL");
  const residentBytes = () => process.memoryUsage.rss();
  const watching = setInterval(() => {
    if (residentBytes() <= maxBytes) return;
    clearInterval(watching);
    report({ over: "memory" });
    setTimeout(end, PATIENCE_MS);
  }, WATCH_MS);
  process.on("disconnect", end);
  // Stops with the server, which finishes its requests first.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => undefined);
  try {
    // Reading leaves the processor to requests.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system without priorities reads at the same one.
  }
  // Linux: if the machine runs out of memory, the kernel ends this process first.
  writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);
  const thread = startThread(file);
  thread.on("message", (message: Answer) => report({ ...message, residentBytes: residentBytes() }));
  thread.on("error", (error) => {
    process.stderr.write(`${error.stack}\n`, () => process.exit(1));
  });
  process.on("message", (job: FileJob) => thread.postMessage(job));
  report({ ready: true });
}

/**
 * Runs the process that reads what strangers send and draws papers, one at a time (`file-processes.ts`). Its
 * argument is its memory limit in bytes. `entryUrl` is the program that calls this: it runs once
 * more in a thread, which does the work, so that the main thread can watch the memory meanwhile.
 * PDFium and the readers of statements never pause.
 */
export function runFileWorker(entryUrl: string, work: Work): void {
  if (isMainThread) return watch(fileURLToPath(entryUrl), Number(process.argv[2]));
  parentPort?.on("message", (job: FileJob) => {
    void answer(job, work).then((message) => parentPort?.postMessage(message));
  });
}
