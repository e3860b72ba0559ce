import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { QueueFigures, SenderFigures } from "@server/messages";
import type { RetentionFigures } from "@server/platform";
import { CHANNELS, MESSAGE_PRIORITIES } from "@db/vocabulary";
import type { BodyFigures } from "./body-budget";
import { createOperatorMetrics, type OperatorSource } from "./operator-metrics";

export interface Metrics {
  contentType: string;
  /** `route` is a pattern (`RequestNotes`); without one the address is unknown. */
  observe(method: string, status: number, milliseconds: number, route?: string): void;
  /** Reads what this process holds of bodies, each time the metrics are read. */
  watchBodies(figures: () => BodyFigures): void;
  text(): Promise<string>;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Reads the entries that are not sealed yet. */
type Backlog = () => Promise<{ entries: number; oldestSeconds: number }>;

interface MessageSource {
  /** Figures of all instances, from the database. */
  queue(): Promise<QueueFigures[]>;
  sender(): SenderFigures;
}

/** The sources of the metrics; a missing source leaves its metrics out. */
export interface MetricSources {
  backlog?: Backlog;
  messages?: MessageSource;
  retention?: () => Promise<RetentionFigures>;
  operator?: OperatorSource;
}

/**
 * Request counts and durations, process metrics, what waits for the sealer, messages, retention, and
 * what an operator asks of orders, the database and the process.
 */
export function createMetrics({
  backlog,
  messages,
  retention,
  operator,
}: MetricSources = {}): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by method and status.",
    labelNames: ["method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  // Fewer buckets and no status: there are many routes.
  const byRoute = new Histogram({
    name: "http_route_duration_seconds",
    help: "Time to answer, by the pattern of the address.",
    labelNames: ["route"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  if (backlog) observeBacklog(register, backlog);
  const refreshOperator = operator && createOperatorMetrics(register, operator);
  const refreshMessages = messages && createMessageMetrics(register, messages);
  const refreshRetention = retention && createRetentionMetrics(register, retention);
  return {
    contentType: register.contentType,
    observe(method, status, milliseconds, route = "unknown") {
      // Clients can send any method; the label needs few values.
      const label = METHODS.has(method) ? method : "other";
      duration.observe({ method: label, status: String(status) }, milliseconds / 1000);
      byRoute.observe({ route }, milliseconds / 1000);
    },
    watchBodies: (figures) => observeBodies(register, figures),
    async text() {
      await Promise.all([refreshMessages?.(), refreshRetention?.(), refreshOperator?.()]);
      return register.metrics();
    },
  };
}

function observeBodies(register: Registry, figures: () => BodyFigures): void {
  const registers = [register];
  new Gauge({
    name: "request_bodies_bytes",
    help: "Bytes of request bodies that this process holds.",
    registers,
    collect() {
      this.set(figures().heldBytes);
    },
  });
  new Gauge({
    name: "request_bodies_limit_bytes",
    help: "The most bytes of request bodies that it holds.",
    registers,
    collect() {
      this.set(figures().mostBytes);
    },
  });
  new Counter({
    name: "request_bodies_refused_total",
    help: "Bodies for which there was no room.",
    registers,
    collect() {
      this.reset();
      this.inc(figures().refused);
    },
  });
}

const KINDS = Object.entries(MESSAGE_PRIORITIES);

/** Returns what reads the figures afresh; those of a database that is away are left out. */
function createMessageMetrics(register: Registry, source: MessageSource): () => Promise<void> {
  const registers = [register];
  const waiting = new Gauge({
    name: "messages_waiting",
    help: "Messages of all instances that wait to be sent.",
    labelNames: ["channel", "kind"],
    registers,
  });
  const oldest = new Gauge({
    name: "messages_oldest_waiting_seconds",
    help: "Age of the oldest message that waits; 0 without any.",
    labelNames: ["channel", "kind"],
    registers,
  });
  const paused = new Gauge({
    name: "messages_paused",
    help: "1 while this process waits for a mail server or SMS provider.",
    labelNames: ["channel"],
    registers,
  });
  const tries = new Counter({
    name: "messages_tries_total",
    help: "Messages of this process by result: sent, refused, deferred, away, expired.",
    labelNames: ["channel", "result"],
    registers,
  });
  return async () => {
    const sender = source.sender();
    tries.reset();
    for (const { channel, result, count } of sender.outcomes) tries.inc({ channel, result }, count);
    for (const channel of CHANNELS)
      paused.set({ channel }, Number(sender.paused.includes(channel)));
    waiting.reset();
    oldest.reset();
    const figures = await source.queue().catch(() => null);
    if (!figures) return;
    for (const channel of CHANNELS)
      for (const [kind, priority] of KINDS) {
        const found = figures.find((one) => one.channel === channel && one.priority === priority);
        waiting.set({ channel, kind }, found?.waiting ?? 0);
        oldest.set({ channel, kind }, found?.oldestSeconds ?? 0);
      }
  };
}

/** While the database is away there is no figure, which an alert on an absent metric reports. */
function observeBacklog(register: Registry, backlog: Backlog): void {
  const oldest = new Gauge({
    name: "unsealed_audit_seconds",
    help: "Age of the oldest audit entry that is not sealed.",
    registers: [register],
  });
  new Gauge({
    name: "unsealed_audit_entries",
    help: "Audit entries that are not sealed.",
    registers: [register],
    async collect() {
      this.reset();
      oldest.reset();
      try {
        const { entries, oldestSeconds } = await backlog();
        this.set(entries);
        oldest.set(oldestSeconds);
      } catch {
        this.remove();
        oldest.remove();
      }
    },
  });
}

/** Returns what reads the figures afresh; while the database is away there are none. */
function createRetentionMetrics(
  register: Registry,
  retention: () => Promise<RetentionFigures>,
): () => Promise<void> {
  const registers = [register];
  const deleted = new Counter({
    name: "retention_deleted_total",
    help: "What the retention of all companies deleted, by kind: messages, proofs.",
    labelNames: ["kind"],
    registers,
  });
  const success = new Gauge({
    name: "retention_last_success_timestamp_seconds",
    help: "When the retention last succeeded, of the company that is furthest behind.",
    registers,
  });
  return async () => {
    deleted.reset();
    success.remove();
    const figures = await retention().catch(() => null);
    if (!figures) return;
    for (const [kind, rows] of Object.entries(figures.deleted)) deleted.inc({ kind }, rows);
    if (figures.lastSuccess !== null) success.set(figures.lastSuccess);
  };
}
