import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { Metrics } from "./metrics";

/** What workers and the process that runs them say to each other about metrics. */
type MetricsMessage =
  | { metrics: "ask"; id: number }
  | { metrics: "text"; id: number; text: string }
  | { metrics: "own"; id: number }
  | { metrics: "figures"; id: number; figures: object[] };

const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === "object" && message !== null && "metrics" in message;

/** A worker that is busy or ends leaves its figures out. */
const PATIENCE_MS = 2000;

/**
 * In a worker: metrics whose text has the figures of all workers, since a scrape reaches any of
 * them.
 */
export function ofAllWorkers(own: Metrics): Metrics {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  const send = (message: MetricsMessage) => process.send?.(message);
  process.on("message", (message: unknown) => {
    if (!isMetricsMessage(message)) return;
    if (message.metrics === "text") waiting.get(message.id)?.(message.text);
    if (message.metrics === "own") {
      void own.figures().then((figures) => send({ metrics: "figures", id: message.id, figures }));
    }
  });
  return {
    ...own,
    text: () =>
      new Promise((resolve) => {
        const id = (asked += 1);
        waiting.set(id, (text) => {
          waiting.delete(id);
          resolve(text);
        });
        send({ metrics: "ask", id });
      }),
  };
}

/** In the process that runs the workers: answers `ofAllWorkers`. */
export function answerForMetrics(): void {
  const waiting = new Map<number, (figures: object[]) => void>();
  let asked = 0;

  const figuresOf = (worker: Worker): Promise<object[] | null> =>
    new Promise((resolve) => {
      const id = (asked += 1);
      const settle = (figures: object[] | null) => {
        clearTimeout(patience);
        waiting.delete(id);
        resolve(figures);
      };
      const patience = setTimeout(() => settle(null), PATIENCE_MS);
      waiting.set(id, settle);
      worker.send(
        { metrics: "own", id } satisfies MetricsMessage,
        (error) => error && settle(null),
      );
    });

  cluster.on("message", (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return;
    if (message.metrics === "figures") waiting.get(message.id)?.(message.figures);
    if (message.metrics !== "ask") return;
    const running = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);
    void Promise.all(running.map(figuresOf)).then(async (all) => {
      const figures = all.filter((one) => one !== null);
      const text = await AggregatorRegistry.aggregate(figures).metrics();
      if (worker.isConnected())
        worker.send({ metrics: "text", id: message.id, text } satisfies MetricsMessage);
    });
  });
}
