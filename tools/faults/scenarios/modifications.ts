import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { undoLater } from "@tools/faults/harness/clean-up";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";

const TEST = "server/verification/modifications.test.ts";
const TIMES = Number(process.env["MODIFICATIONS"] ?? 10_000);

/** Makes random modifications of a database, each of which the verification must find. */
export async function modifications({ seed }: Run): Promise<Row[]> {
  const child = spawn(
    process.execPath,
    [path.resolve("node_modules/vitest/vitest.mjs"), "run", TEST],
    {
      // The standard error names the modifications that were not found.
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, MODIFICATIONS: String(TIMES), MODIFICATIONS_SEED: String(seed) },
    },
  );
  const ended = once(child, "exit");
  const release = undoLater(
    () => Promise.resolve(child.kill()),
    () => child.kill(),
  );
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  await release();
  // The test prints its figures on one line.
  const [figures = "no figures"] = /\d+ modifications:.*/.exec(said) ?? [];
  const [tried = 0, found = 0, missed = 0, falseAlarms = 0] =
    figures.match(/\d+/g)?.map(Number) ?? [];
  return [
    {
      scenario: "random modifications",
      done: "rows of a copied database flipped, deleted, swapped, added and copied, then verified",
      times: tried,
      acknowledged: found,
      refused: 0,
      unknown: 0,
      lost: missed,
      doubled: 0,
      wrongSums: falseAlarms,
      goal: "all found, no false alarm",
      isMet: child.exitCode === 0 && tried === TIMES && found === TIMES,
      note: child.exitCode === 0 ? figures : `${figures}\n${errors.slice(0, 3000)}`,
    },
  ];
}
