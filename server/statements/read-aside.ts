import { type ChildProcess, fork } from "node:child_process";
import pLimit from "p-limit";
import { workerFile } from "@server/config/worker-file";
import { Refusal, refuse, type RefusalParams } from "@server/domain/refusals/refuse";
import type { RefusalCode } from "@server/domain/refusals/codes";
import type { Layout } from "@server/domain/statements/layouts";
import type { ReadStatement } from "./read-statement";

export interface StatementJob {
  readonly bytes: Uint8Array;
  readonly mapping: Layout | null;
}

export type StatementAnswer =
  | { readonly read: ReadStatement }
  | {
      readonly refused: {
        readonly code: RefusalCode;
        readonly params: RefusalParams;
        readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
      };
    }
  | { readonly failed: string };

/** The largest file that is accepted takes some seconds. */
const SECONDS = 30;
/** Of the process: the largest file that is accepted takes less than half. */
const HEAP_MB = 384;

/** One file at a time: others wait, and memory is used once. */
const inTurn = pLimit(1);
let idle: ChildProcess | undefined;

/**
 * `readStatement` in a process of its own, so that a large file delays no other request, and one that
 * takes too long or too much memory ends with its process, as FILE_UNREADABLE.
 */
export const readAside = (job: StatementJob, { seconds = SECONDS } = {}): Promise<ReadStatement> =>
  inTurn(() => readBy(idle ?? startWorker(), job, seconds));

function readBy(worker: ChildProcess, job: StatementJob, seconds: number): Promise<ReadStatement> {
  idle = undefined;
  worker.ref();
  worker.channel?.ref();
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(patience);
      worker.off("message", hear).off("exit", end).off("error", end);
      settle();
    };
    const end = () => {
      finish(() => reject(refuse("FILE_UNREADABLE")));
      worker.kill("SIGKILL");
    };
    const hear = (answer: StatementAnswer) =>
      finish(() => {
        // The server ends while this process is idle, and this process with it.
        worker.channel?.unref();
        worker.unref();
        idle = worker;
        if ("read" in answer) resolve(answer.read);
        else if ("failed" in answer) reject(new Error(answer.failed));
        else {
          const { code, params, fields } = answer.refused;
          reject(new Refusal(code, params, fields && { fields }));
        }
      });
    const patience = setTimeout(end, seconds * 1000);
    worker.on("message", hear).on("exit", end).on("error", end);
    worker.send(job, (error) => error && end());
  });
}

function startWorker(): ChildProcess {
  const file = workerFile(import.meta.url, "statement-worker");
  const worker = fork(file, [], {
    // A parser that is taken over finds no secret there.
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env["PATH"] },
    execArgv: [
      `--max-old-space-size=${HEAP_MB}`,
      ...(file.endsWith(".ts") ? ["--import", "tsx"] : []),
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // One that ends while it is idle is not used again.
  const forget = () => {
    if (idle === worker) idle = undefined;
  };
  return worker.on("error", forget).on("exit", forget);
}
