/** What a trace says of a step: its name and facts without personal data. */
export interface Span {
  rename(name: string): void;
  set(facts: Readonly<Record<string, string | number | undefined>>): void;
  fail(error: unknown): void;
}

/** Follows a request through its steps (docs/operating.md, Traces). */
export interface Tracer {
  /** Runs a step; what it begins itself is below it. An error that it rejects with is the span's. */
  follow<T>(
    step: "request" | "procedure" | "statement",
    name: string,
    run: (span: Span) => Promise<T>,
  ): Promise<T>;
}

let tracer: Tracer | null = null;

/** Null while nothing is traced: then a step costs one comparison. */
export const activeTracer = (): Tracer | null => tracer;

export function setTracer(given: Tracer | null): void {
  tracer = given;
}
