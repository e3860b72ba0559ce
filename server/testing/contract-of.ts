import { z } from "zod";
import { type Caller, appRouter } from "@server/procedures/router";
import type { Row } from "@server/rest/row";

/** The contracts of the procedure a row calls with this input; none where it takes nothing. */
export async function contractsOf(row: Row, input: Record<string, unknown> = {}) {
  const path: string[] = [];
  const note = (noun: string) =>
    new Proxy(
      {},
      {
        get: (_noun, verb) => {
          path.splice(0, path.length, noun, String(verb));
          return () => Promise.resolve(null);
        },
      },
    );
  const recorder = new Proxy({}, { get: (_api, noun) => note(String(noun)) });
  await row.call(recorder as Caller, input);
  let at: unknown = appRouter._def.record;
  for (const name of path) at = Reflect.get(Object(at), name);
  const definition: unknown = Reflect.get(Object(at), "_def");
  const inputs: unknown = Reflect.get(Object(definition), "inputs");
  const contracts = Array.isArray(inputs) ? inputs.filter((one) => one instanceof z.ZodType) : [];
  return { path: path.join("."), contracts };
}

/** The fields of a row's input under the names that clients send. */
export async function wireFieldsOf(row: Row, input?: Record<string, unknown>): Promise<string[]> {
  const { contracts } = await contractsOf(row, input);
  const ours = contracts.flatMap((one) =>
    one instanceof z.ZodObject ? Object.keys(one.shape) : [],
  );
  const wire = ours.flatMap((name) => [
    name,
    ...Object.keys(row.rename).filter((sent) => row.rename[sent] === name),
  ]);
  return [...new Set(wire)];
}
