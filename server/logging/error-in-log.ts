/** What of an error's own fields tells the fault and nothing of people. */
const PLAIN = ["code", "constraint_name", "table_name", "column_name", "syscall"] as const;

const MOST_CAUSES = 8;

/**
 * An error as the log has it: what went wrong, where, and what caused it. A failed statement stands
 * there without its values and without the row that stood in its way: they are people's data.
 */
export function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const chain = chainOf(error);
  // Wrapped once more, a message is the message of its cause: taken out wherever it stands.
  const values = chain.flatMap(valuesIn);
  const clean = (text: string) =>
    values.reduce((kept, value) => kept.replaceAll(value, "\nparams: [removed]"), text);
  const stacks = chain.map((at) => clean(at.stack ?? at.message));
  const fields = Object.assign({}, ...chain.toReversed().map(plainFields)) as object;
  return {
    type: error.name,
    message: clean(error.message),
    ...fields,
    stack: stacks.join("\ncaused by: "),
  };
}

function chainOf(error: Error): Error[] {
  const chain: Error[] = [];
  for (
    let at: unknown = error;
    at instanceof Error && chain.length < MOST_CAUSES && !chain.includes(at);
    at = at.cause
  ) {
    chain.push(at);
  }
  return chain;
}

/** Drizzle writes a statement's values behind its text. */
const valuesIn = (error: Error): string[] =>
  "query" in error && "params" in error ? [`\nparams: ${String(error.params)}`] : [];

const plainFields = (error: Error): object =>
  Object.fromEntries(
    PLAIN.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
