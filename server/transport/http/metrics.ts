import { Histogram, Registry, collectDefaultMetrics } from "prom-client";

export interface Metrics {
  contentType: string;
  observe(method: string, status: number, milliseconds: number): void;
  text(): Promise<string>;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Request counts and durations, and process metrics. */
export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by method and status.",
    labelNames: ["method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
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
