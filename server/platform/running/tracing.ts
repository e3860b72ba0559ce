import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { followStatements } from "@db/client";
import { withSpan } from "./with-span";

/** Longer statements are cut: they are lists of columns. */
const MOST_SQL = 2000;

/**
 * Sends traces of requests, procedures and statements to a collector by OTLP. OpenTelemetry's SDK
 * reads its own variables: the collector, the sampled share, the service's name. The module is
 * imported only where traces are on. A trace begins here: a client's own trace context is ignored.
 * Statements have their text without values; spans name no person. Returns a function that ends
 * tracing once all spans are sent.
 */
export function startTracing(version: string): () => Promise<void> {
  const own = resourceFromAttributes({ "service.name": "prelaunch", "service.version": version });
  const provider = new NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    // A collector that is away costs nothing but its spans.
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: 2000 }))],
  });
  provider.register();
  followStatements((text, run) => {
    // Statements outside a request, as in the polls of queues, are no traces of their own.
    if (trace.getActiveSpan() === undefined) return run();
    const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
    return withSpan("statement", verb, (span) => {
      span.setAttributes({
        "db.system.name": "postgresql",
        "db.query.text": text.slice(0, MOST_SQL),
      });
      return run();
    });
  });
  return async () => {
    followStatements(null);
    // Spans that an unreachable collector has not taken are dropped.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
  };
}
