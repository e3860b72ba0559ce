import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-node";
import { followStatements } from "@db/client";
import { setTracer, type Tracer } from "@server/context/tracing";

const KINDS = {
  request: SpanKind.SERVER,
  procedure: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
} as const;

/** Longer statements are cut: they are lists of columns. */
const MOST_SQL = 2000;

export interface TracingOptions {
  /** Of an OTLP/HTTP collector, such as http://127.0.0.1:4318/v1/traces. */
  url: string;
  /** How many requests of a hundred are traced. */
  percent: number;
  version: string;
}

/**
 * Sends traces of requests, procedures and statements to a collector by OTLP. Imported only where
 * it is switched on. A trace begins here: what a client says of its own is not believed. Statements
 * have their text without values; spans name no person. Resolves with what ends it, once all is sent.
 */
export function startTracing({ url, percent, version }: TracingOptions): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "prelaunch", "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(percent / 100) }),
    // A collector that is away costs nothing but its spans.
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 2000 }))],
  });
  provider.register();
  const spans = provider.getTracer("prelaunch", version);
  const tracer: Tracer = {
    follow: (step, name, run) =>
      spans.startActiveSpan(name, { kind: KINDS[step] }, async (span) => {
        const fail = (error: unknown) => {
          // The message may repeat values.
          const type = error instanceof Error ? error.name : "Error";
          span.setStatus({ code: SpanStatusCode.ERROR, message: type });
        };
        try {
          return await run({
            rename: (given) => void span.updateName(given),
            set: (facts) => void span.setAttributes(facts),
            fail,
          });
        } catch (error) {
          fail(error);
          throw error;
        } finally {
          span.end();
        }
      }),
  };
  setTracer(tracer);
  followStatements((text, run) => {
    // Outside a request, as in the polls of queues, a statement is no trace of its own.
    if (trace.getActiveSpan() === undefined) return run();
    const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
    return tracer.follow("statement", verb, (span) => {
      span.set({ "db.system.name": "postgresql", "db.query.text": text.slice(0, MOST_SQL) });
      return run();
    });
  });
  return async () => {
    setTracer(null);
    followStatements(null);
    // What a collector that is away has not taken is given up.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
  };
}
