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
 * reads its own variables: where to, how much of all, as which service. Imported only where it is
 * switched on. A trace begins here: what a client says of its own is not believed. Statements have
 * their text without values; spans name no person. Resolves with what ends it, once all is sent.
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
    // Outside a request, as in the polls of queues, a statement is no trace of its own.
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
    // What a collector that is away has not taken is given up.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
  };
}
