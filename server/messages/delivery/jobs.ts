import type { SQL } from "drizzle-orm";
import { afterCommit, type Executor } from "@db/client";
import { createMessageSender, type SenderFigures, type SenderParts } from "./wire-lanes";
import { MESSAGE_PRIORITIES } from "@db/vocabulary";
import { type Message, priorityOf } from "./message-templates";
import { type CompanyEvent, storeMessages } from "./store-message";

export type { CompanyEvent } from "./store-message";
import { createTimers, type TaskRun, type TimersParts } from "./timers";

/** Background jobs: messages, whose queue is the table `messages`, and what runs by the clock. */
export interface Jobs {
  /**
   * Sends messages after the caller's transaction commits, and never after a rollback: codes at once,
   * others within a second, several together. They are stored in one statement. An event goes to the
   * company's machines.
   */
  notify(tx: Executor, ...messages: (Message | CompanyEvent)[]): Promise<void>;
  /** Does so in one statement with other writes; returns how many rows each of them has written. */
  notifyWith(
    tx: Executor,
    messages: readonly (Message | CompanyEvent)[],
    beside: readonly SQL[],
  ): Promise<number[]>;
  figures(): SenderFigures;
  runs(): TaskRun[];
  start(): void;
  /** Waits for running jobs to finish. */
  stop(): Promise<void>;
}

/** True for a code, which somebody waits for. */
const isUrgent = (one: Message | CompanyEvent): boolean =>
  "template" in one && priorityOf(one.template) === MESSAGE_PRIORITIES.code;

export function createJobs(parts: SenderParts & TimersParts): Jobs {
  const sender = createMessageSender(parts);
  const timers = createTimers(parts);
  async function notifyWith(...[tx, messages, beside]: Parameters<Jobs["notifyWith"]>) {
    const counts = await storeMessages(tx, parts.secrets, messages, beside);
    if (messages.some(isUrgent)) afterCommit(tx, () => sender.wake());
    return counts;
  }
  return {
    notify: async (tx, ...messages) => void (await notifyWith(tx, messages, [])),
    notifyWith,
    figures: () => sender.figures(),
    runs: () => timers.runs(),
    start() {
      timers.start();
      sender.start();
    },
    async stop() {
      await Promise.all([sender.stop(), timers.stop()]);
    },
  };
}
