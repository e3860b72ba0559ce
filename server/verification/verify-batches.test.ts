import { beforeAll, expect, test } from "vitest";
import { runText } from "@db/client";
import { launchCommands } from "@ops/operator/commands/launch";
import { createOperator } from "@ops/operator/operator";
import { sealBatches } from "@server/launch/batches/seal-batches";
import { LAUNCH_KEY, type LaunchFixture, launchHarness } from "@server/testing/launch-harness";
import { verifyBatches } from "./verify-batches";
import { duringTests } from "@server/testing/during-tests";

const TABLES = ["batch_rows", "batch_parts", "batch_seals"];

const harness = duringTests(launchHarness);
let company: LaunchFixture;
beforeAll(async () => {
  company = await harness.launched();
  for (const member of [await company.member(), await company.member()]) {
    await company.buy(member);
    await company.prove(member);
  }
  await company.freeze();
  await sealBatches(harness.database.db, { ...harness.deps, key: () => LAUNCH_KEY });
});

const keys = new Map([[LAUNCH_KEY.id, LAUNCH_KEY.publicKey]]);
const verify = () => verifyBatches(harness.database.db, company.id, { keys });
/** Runs the operator's command; returns what it prints, or its error. */
const command = () =>
  launchCommands[0]
    ?.run(createOperator(harness.deps), [], {})
    .catch((error: unknown) => String(error));

/** Changes rows as an owner of the database does, and puts them back afterwards. */
async function changed<T>(change: string, back: string, look: () => Promise<T>): Promise<T> {
  const { db } = harness.database;
  const triggers = async (word: string) => {
    for (const table of TABLES) await runText(db, `ALTER TABLE ${table} ${word} TRIGGER USER`, []);
  };
  await triggers("DISABLE");
  await runText(db, change, []);
  const seen = await look();
  await runText(db, back, []);
  await triggers("ENABLE");
  return seen;
}

test("batches as they were frozen agree with the ledger, their seals and their trees", async () => {
  expect(await verify()).toEqual([]);
  expect(await command()).toContain("Every batch agrees");
});

test.each([
  [
    "tokens of a row",
    "UPDATE batch_rows SET tokens = tokens + 1 WHERE index = 0",
    "UPDATE batch_rows SET tokens = tokens - 1 WHERE index = 0",
    ["sum", "row"],
  ],
  [
    "tokens of a part",
    "UPDATE batch_parts SET tokens = tokens - 1 WHERE index = 1",
    "UPDATE batch_parts SET tokens = tokens + 1 WHERE index = 1",
    ["row"],
  ],
  [
    "parts of other members",
    "UPDATE batch_parts SET index = 1 - index",
    "UPDATE batch_parts SET index = 1 - index",
    ["part"],
  ],
  [
    "the batch's day",
    "UPDATE batches SET day = day + 1",
    "UPDATE batches SET day = day - 1",
    ["seal"],
  ],
  [
    "a seal's text",
    "UPDATE batch_seals SET text = replace(text, 'rows=2', 'rows=3')",
    "UPDATE batch_seals SET text = replace(text, 'rows=3', 'rows=2')",
    ["seal", "signature"],
  ],
  [
    "the root",
    "UPDATE batch_seals SET root = reverse(root)",
    "UPDATE batch_seals SET root = reverse(root)",
    ["root"],
  ],
])("the nightly check finds %s that were changed", async (_, change, back, faults) => {
  const found = await changed(change, back, verify);
  expect(found.flatMap((one) => ("fault" in one ? [one.fault] : [])).sort()).toEqual(faults.sort());
  expect(await verify()).toEqual([]);
});

test("the operator's command rebuilds the trees: it finds another wallet in a row", async () => {
  const swap = (to: string) => `UPDATE batch_rows SET address = ${to} WHERE index = 0`;
  const [row] = await runText<{ address: string }>(
    harness.database.db,
    "SELECT address FROM batch_rows WHERE index = 0",
    [],
  );
  const seen = await changed(
    swap(`'0x${"99".repeat(20)}'`),
    swap(`'${row?.address ?? ""}'`),
    async () => [await verify(), await command()],
  );
  expect(seen).toEqual([[], expect.stringContaining('"fault":"tree"')]);
});
