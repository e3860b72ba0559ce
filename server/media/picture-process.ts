import { type ChildProcess, fork } from "node:child_process";
import { Socket } from "node:net";
import type { Logger } from "pino";
import { workerFile } from "@server/config/worker-file";
import { refuse } from "@server/domain/refusals/refuse";
import type { WorkOwner } from "./fair-queue";
import type { PictureJob, RedrawnPicture } from "./redraw-picture";

/** What the process says: that it has started, a picture's result, or that it needs too much. */
export type WorkerReport =
  | { ready: true }
  | { redrawn: RedrawnPicture; residentBytes: number }
  | { over: "memory" };

export interface PictureProcess {
  /**
   * Redraws one picture. Refuses with IMAGE_TOO_LARGE if it needs more memory or time than allowed,
   * FILE_UNREADABLE if the decoder breaks, REQUEST_TIMED_OUT when `signal` is aborted, SERVER_BUSY
   * if the process cannot start or something else killed it. After each of these the process is
   * killed, and the next picture starts another one.
   */
  redraw(job: PictureJob, owner: WorkOwner, signal?: AbortSignal): Promise<Uint8Array>;
  /** Of the process at present; null if none runs. */
  pid(): number | null;
  close(): void;
}

export interface PictureProcessLimits {
  memoryBytes: number;
  seconds: number;
  logger: Logger;
}

/** An unused process is ended, since it keeps memory. */
const IDLE_MS = 30_000;
/** The heap of the process; pictures are outside of it. */
const HEAP_MB = 128;

/** One process for pictures, started with the first one. */
export function createPictureProcess(limits: PictureProcessLimits): PictureProcess {
  let child: ChildProcess | null = null;
  const started = new WeakSet<ChildProcess>();
  let idle: NodeJS.Timeout | undefined;

  function kill(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = null;
  }

  /** Keeps the process for the next picture, unless it holds much memory. */
  function release(used: ChildProcess, residentBytes: number): void {
    if (child !== used) return;
    if (residentBytes > limits.memoryBytes / 2) return kill();
    used.channel?.unref();
    used.unref();
    idle = setTimeout(kill, IDLE_MS).unref();
  }

  function take(): ChildProcess {
    clearTimeout(idle);
    if (child?.connected) {
      child.ref();
      child.channel?.ref();
      return child;
    }
    const worker = startWorker(limits);
    worker.on("message", (report: WorkerReport) => "ready" in report && started.add(worker));
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (child === worker) child = null;
    });
    child = worker;
    return worker;
  }

  return {
    redraw: (job, owner, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(refuse("REQUEST_TIMED_OUT"));
        const worker = take();
        const finish = (settle: () => void, residentBytes = Infinity) => {
          clearTimeout(patience);
          signal?.removeEventListener("abort", abort);
          worker.off("message", hear).off("exit", exited).off("error", broken);
          release(worker, residentBytes);
          settle();
        };
        const fail = (
          code: "IMAGE_TOO_LARGE" | "FILE_UNREADABLE" | "SERVER_BUSY",
          why: string | Error,
        ) => {
          const { person: personId, company: companyId } = owner;
          const facts = { type: job.type, bytes: job.bytes.length, personId, companyId };
          limits.logger.warn({ why, ...facts }, "picture refused");
          finish(() => reject(refuse(code)));
        };
        const abort = () => finish(() => reject(refuse("REQUEST_TIMED_OUT")));
        const patience = setTimeout(() => fail("IMAGE_TOO_LARGE", "time"), limits.seconds * 1000);
        const hear = (report: WorkerReport) => {
          if ("ready" in report) return;
          if ("over" in report) return fail("IMAGE_TOO_LARGE", report.over);
          const { redrawn, residentBytes } = report;
          finish(
            () => ("bytes" in redrawn ? resolve(redrawn.bytes) : reject(refuse(redrawn.refused))),
            residentBytes,
          );
        };
        const exited = (code: number | null, signalled: NodeJS.Signals | null) => {
          // A decoder that breaks ends by itself; SIGKILL comes from a machine without memory.
          const isBroken = started.has(worker) && signalled !== "SIGKILL";
          fail(isBroken ? "FILE_UNREADABLE" : "SERVER_BUSY", `ended: ${signalled ?? code}`);
        };
        const broken = (error: Error) => fail("SERVER_BUSY", error);
        signal?.addEventListener("abort", abort, { once: true });
        worker.on("message", hear).on("exit", exited).on("error", broken);
        worker.send(job, (error) => error && broken(error));
      }),
    pid: () => child?.pid ?? null,
    close: kill,
  };
}

function startWorker({ memoryBytes, logger }: PictureProcessLimits): ChildProcess {
  const file = workerFile(import.meta.url, "picture-worker");
  const worker = fork(file, [String(memoryBytes)], {
    // A decoder that is taken over finds no secret there.
    env: passedOn(process.env),
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      ...(file.endsWith(".ts") ? ["--import", "tsx"] : []),
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // A command ends while the process is idle.
  if (worker.stderr instanceof Socket) worker.stderr.unref();
  worker.stderr?.on("data", (text: Buffer) =>
    logger.warn({ text: text.toString().slice(0, 2000) }, "picture process"),
  );
  return worker;
}

const PASSED_ON = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH"];

const passedOn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  NODE_ENV: env.NODE_ENV,
  ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
});
