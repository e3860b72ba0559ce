import { type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

const KINDS = {
  request: SpanKind.SERVER,
  procedure: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
} as const;

/** Marks a step as failed, without the message of its error: that may repeat values. */
export const markFailed = (span: Span, error: unknown): void =>
  void span.setStatus({
    code: SpanStatusCode.ERROR,
    message: error instanceof Error ? error.name : "Error",
  });

/**
 * Runs a step as a span (docs/operating.md, Traces); spans that it starts are its children, and its
 * rejection marks the span as failed. Does nothing else while traces are off.
 */
export const withSpan = <T>(
  step: keyof typeof KINDS,
  name: string,
  run: (span: Span) => Promise<T>,
): Promise<T> =>
  trace.getTracer("prelaunch").startActiveSpan(name, { kind: KINDS[step] }, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
