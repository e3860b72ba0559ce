import { Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

export interface Metrics {
  contentType: string;
  observe(method: string, status: number, milliseconds: number): void;
  text(): Promise<string>;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** What the sealer has not sealed yet. */
type Backlog = () => Promise<{ entries: number; oldestSeconds: number }>;

/** Request counts and durations, process metrics, and what waits for the sealer. */
export function createMetrics(backlog?: Backlog): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by method and status.",
    labelNames: ["method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  if (backlog) observeBacklog(register, backlog);
  return {
    contentType: register.contentType,
    observe(method, status, milliseconds) {
      // Clients can send any method; the label needs few values.
      const label = METHODS.has(method) ? method : "other";
      duration.observe({ method: label, status: String(status) }, milliseconds / 1000);
    },
    text: () => register.metrics(),
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
