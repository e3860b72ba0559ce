import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import type { Logger } from "pino";
import type { Config } from "@server/platform";
import { Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { createLimiter } from "@db/limiter";
import { BUSY } from "@server/platform/rules/refusals/busy";
import type { FileJob, FileReport } from "./run-file-worker";
import type { PictureJob } from "./redraw-picture";

/** The owner of a piece of work: a person, and that person's company. */
export interface WorkOwner {
  person: string;
  company: string;
}

/**
 * Reads what strangers send (pictures, PDF, bank statements), and draws papers, in processes of their
 * own, in turn between companies. `Options` and `Statement` are the types of the reader of statements
 * that the processes run (ops/running/file-worker.ts).
 *
 * All refuse with FILE_UNREADABLE if the reader breaks, REQUEST_TIMED_OUT when `signal` is aborted, and
 * SERVER_BUSY if too much waits, the process cannot start or something else killed it. After
 * each of these the process is killed, and the next file starts another one.
 */
export interface FileProcesses<Options, Statement> {
  /** Redraws a picture, or draws a PDF. Too much memory or time is IMAGE_TOO_LARGE. */
  redraw(job: PictureJob, owner: WorkOwner, signal?: AbortSignal): Promise<Uint8Array>;
  /** Reads a bank's statement. Too much memory or time is FILE_UNREADABLE. */
  readStatement(
    job: { bytes: Uint8Array; options: Options },
    owner: WorkOwner,
    signal?: AbortSignal,
  ): Promise<Statement>;
  /**
   * Draws a paper by the drawers of ops/running/file-worker.ts; `paper` is plain data. A person's
   * papers wait for each other, so that nobody else waits for more than one of them. All that ends the
   * process is SERVER_BUSY.
   */
  draw(paper: unknown, owner: WorkOwner): Promise<unknown>;
  pids(): number[];
  close(): void;
}

/** Each waiting file is held in memory. */
const WAITING = 24;
/** Papers of one person that wait or are drawn. */
const PAPERS = 40;
/** An unused process is ended, since it keeps memory. */
const IDLE_MS = 30_000;

/** A file on its way through a process. */
interface Task {
  job: FileJob;
  owner: WorkOwner;
  signal: AbortSignal | undefined;
  /** The refusal of a file that needs more memory or time than allowed. */
  excess: "IMAGE_TOO_LARGE" | "FILE_UNREADABLE" | "SERVER_BUSY";
}

/**
 * Creates `pictureProcesses` processes of the program `file`. One company uses all but one of them,
 * so that another company's file never waits for its reading.
 */
export function createFileProcesses<Options, Statement>(
  file: string,
  limits: Config["limits"],
  logger: Logger,
): FileProcesses<Options, Statement> {
  const start = () => startWorker(file, limits.pictureMemoryBytes, logger);
  const all = Array.from({ length: limits.pictureProcesses }, () =>
    createProcess(start, limits, logger),
  );
  const free = [...all];
  // A person has one running and one waiting file: a second one chosen at once waits.
  const limiter = createLimiter(
    [
      { atOnce: all.length, waiting: WAITING },
      { atOnce: Math.max(1, all.length - 1), waiting: WAITING / 2 },
      { atOnce: 1, waiting: 1 },
    ],
    BUSY,
  );

  async function inTurn(task: Task): Promise<unknown> {
    const work = async () => {
      // The process used last is taken, so that an idle one ends sooner.
      const one = free.pop();
      if (!one) throw new Error("No process is free.");
      try {
        return await one.run(task);
      } finally {
        free.push(one);
      }
    };
    // An admin's statements may wait together: only their company's number is limited.
    const { company, person } = task.owner;
    const of = [company, "statement" in task.job ? randomUUID() : person];
    return limiter.run(work, { of, signal: task.signal });
  }

  const papers = createLimiter([{}, { atOnce: 1, waiting: PAPERS - 1 }], BUSY);

  return {
    redraw: async (picture, owner, signal) =>
      (await inTurn({ job: { picture }, owner, signal, excess: "IMAGE_TOO_LARGE" })) as Uint8Array,
    readStatement: async (statement, owner, signal) =>
      (await inTurn({
        job: { statement },
        owner,
        signal,
        excess: "FILE_UNREADABLE",
      })) as Statement,
    draw: (paper, { person, company }) => {
      // A paper takes nothing from the turns of the same person's uploads.
      const owner = { person: `paper/${person}`, company };
      const task = { job: { paper }, owner, signal: undefined, excess: "SERVER_BUSY" } as const;
      return papers.run(() => inTurn(task), { of: [`${company}/${person}`] });
    },
    pids: () => all.flatMap((one) => one.pid() ?? []),
    close: () => all.forEach((one) => one.kill()),
  };
}

/** Creates one process; it starts with its first file. */
function createProcess(start: () => ChildProcess, limits: Config["limits"], logger: Logger) {
  let child: ChildProcess | null = null;
  const started = new WeakSet<ChildProcess>();
  let idle: NodeJS.Timeout | undefined;

  function kill(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = null;
  }

  /** Keeps the process for the next file, unless it holds much memory. */
  function release(used: ChildProcess, residentBytes: number): void {
    if (child !== used) return;
    if (residentBytes > limits.pictureMemoryBytes / 2) return kill();
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
    const worker = start();
    worker.on("message", (report: FileReport) => "ready" in report && started.add(worker));
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (child === worker) child = null;
    });
    child = worker;
    return worker;
  }

  function run({ job, owner, signal, excess }: Task): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(refuse("REQUEST_TIMED_OUT"));
      const worker = take();
      const finish = (settle: () => void, residentBytes = Infinity) => {
        clearTimeout(patience);
        signal?.removeEventListener("abort", abort);
        worker.off("message", hear).off("exit", exited).off("error", broken);
        release(worker, residentBytes);
        settle();
      };
      const fail = (code: typeof excess | "SERVER_BUSY", why: string | Error) => {
        logger.warn({ why, ...factsOf(job, owner) }, `${nameOf(job)} refused`);
        finish(() => reject(refuse(code)));
      };
      const abort = () => finish(() => reject(refuse("REQUEST_TIMED_OUT")));
      const patience = setTimeout(() => fail(excess, "time"), limits.pictureSeconds * 1000);
      const hear = (report: FileReport) => {
        if ("ready" in report) return;
        if ("over" in report) return fail(excess, report.over);
        const { residentBytes } = report;
        if ("done" in report) finish(() => resolve(report.done), residentBytes);
        else if ("failed" in report) finish(() => reject(new Error(report.failed)), residentBytes);
        else {
          const { code, params, fields } = report.refused;
          const refusal = new Refusal(code, params, fields && { fields });
          finish(() => reject(refusal), residentBytes);
        }
      };
      const exited = (code: number | null, signalled: NodeJS.Signals | null) => {
        // A reader that breaks ends by itself; SIGKILL comes from a machine without memory.
        const isBroken = started.has(worker) && signalled !== "SIGKILL";
        const broke = "paper" in job ? excess : "FILE_UNREADABLE";
        fail(isBroken ? broke : "SERVER_BUSY", `ended: ${signalled ?? code}`);
      };
      const broken = (error: Error) => fail("SERVER_BUSY", error);
      signal?.addEventListener("abort", abort, { once: true });
      worker.on("message", hear).on("exit", exited).on("error", broken);
      worker.send(job, (error) => error && broken(error));
    });
  }

  return { run, kill, pid: () => child?.pid ?? null };
}

const nameOf = (job: FileJob) => Object.keys(job)[0];

const factsOf = (job: FileJob, { person: personId, company: companyId }: WorkOwner) => ({
  ...("picture" in job
    ? { type: job.picture.type, bytes: job.picture.bytes.length }
    : "statement" in job && { bytes: job.statement.bytes.length }),
  personId,
  companyId,
});

function startWorker(file: string, memoryBytes: number, logger: Logger): ChildProcess {
  const worker = fork(file, [String(memoryBytes)], {
    // An attacker who takes over a reader finds no secret in its environment.
    env: passedOn(process.env),
    execArgv: file.endsWith(".ts") ? ["--import", "tsx"] : [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // The idle process must not keep a command from ending.
  if (worker.stderr instanceof Socket) worker.stderr.unref();
  worker.stderr?.on("data", (text: Buffer) =>
    logger.warn({ text: text.toString().slice(0, 2000) }, "file process"),
  );
  return worker;
}

const PASSED_ON = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH"];

const passedOn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  NODE_ENV: env.NODE_ENV,
  ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
});
