import { isRefusal } from "@server/domain/refusals/refuse";
import type { StatementAnswer, StatementJob } from "./read-aside";
import { readStatement } from "./read-statement";

/** The process that reads statements, one after the other (read-aside.ts). */
process.on("message", (job: StatementJob) => void answer(job));
process.on("disconnect", () => process.exit());

async function answer({ bytes, mapping }: StatementJob): Promise<void> {
  process.send?.(await read(bytes, mapping));
}

async function read(bytes: Uint8Array, mapping: StatementJob["mapping"]): Promise<StatementAnswer> {
  try {
    return { read: await readStatement(bytes, { mapping }) };
  } catch (error) {
    if (isRefusal(error)) {
      const { code, params, fields } = error;
      return { refused: { code, params, fields } };
    }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
