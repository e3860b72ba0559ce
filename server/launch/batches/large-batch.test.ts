/** @module-tag full */
import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { runText } from "@db/client";
import { batches, batchRows } from "@db/schema";
import { findCompany } from "@server/sites/queries/companies";
import { LAUNCH_KEY, launchHarness } from "@server/testing/launch-harness";
import { fillLaunch, forMembers } from "@server/testing/large-launch";
import { collectBatch } from "./collect-batch";
import { sealBatches } from "./seal-batches";
import { duringTests } from "@server/testing/during-tests";

/** `npm run bench -- launch` has 100,000. */
const MEMBERS = 30_000;
/**
 * Seconds that only a fault exceeds, also beside other tests; a proof in milliseconds. Alone on a machine
 * the goals at 100,000 are 20 and 30 s, and 50 ms; the test prints what it measured.
 */
const MOST = { prepare: 24, seal: 36, proof: 200 };

const harness = duringTests(() => launchHarness({ connections: 12 }));

const seconds = async (act: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await act();
  return (performance.now() - from) / 1000;
};

test("30,000 members: a batch is prepared and sealed in time, and a proof is read in milliseconds", async () => {
  const { db } = harness.database;
  const company = await harness.launched({ privateTokens: 20 * MEMBERS });
  const first = await company.member();
  await company.buy(first);
  await harness.seal();
  const filled = { companyId: company.id, members: MEMBERS };
  await fillLaunch(db, filled);
  const site = await findCompany(db, company.id);
  if (!site) throw new Error("The company is not there.");
  const today = { day: company.today, size: MEMBERS + 1 };
  const prepare = await seconds(() => collectBatch(db, site, today));
  const { number } = await company.first.batches.prepare({ day: company.today });
  await runText(
    db,
    `UPDATE batches SET state = 'FROZEN', checkpoint = 1, rows = ${MEMBERS}, tokens = ${10 * MEMBERS}, frozen_at = now()
        WHERE company_id = $1 AND number = $2`,
    [company.id, number],
  );
  const [batch] = await db.select().from(batches).where(eq(batches.companyId, company.id));
  const batchId = batch?.id ?? "";
  const insert = (write: (nth: string) => string) => forMembers(db, filled, write, batchId);
  await insert(
    (
      nth,
    ) => `INSERT INTO batch_rows SELECT $1, $4, n - 1, ${nth}, '0x' || lpad(n::text, 40, 'a'), 10
       FROM generate_series($2::int, $3::int) n`,
  );
  await insert(
    () =>
      "INSERT INTO batch_parts SELECT $1, 1 + n, 1, $4, n - 1, 10 FROM generate_series($2::int, $3::int) n",
  );
  let slowest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    slowest = Math.max(slowest, performance.now() - last - 20);
    last = performance.now();
  }, 20);
  const seal = await seconds(() => sealBatches(db, { ...harness.deps, key: () => LAUNCH_KEY }));
  clearInterval(watch);
  const [row] = await db
    .select()
    .from(batchRows)
    .where(eq(batchRows.companyId, company.id))
    .limit(1);
  await runText(
    db,
    `UPDATE batches SET state = 'DELIVERED', way = 'CLAIM', network = 'n', chain_id = 1, contract = $2,
         claim_call = 'UINT256', explorer = 'https://e.example', claim_until = '2035-01-01',
         funded_hash = '0x', delivered_at = now() WHERE company_id = $1`,
    [company.id, `0x${"11".repeat(20)}`],
  );
  const api = await company.as({
    ...first,
    id: row?.memberId ?? "",
    actor: { ...first.actor, id: row?.memberId ?? "" } as never,
  });
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) times.push(1000 * (await seconds(() => api.batches.mine())));
  const proof = times.sort((a, b) => a - b)[10] ?? Infinity;
  const [own] = await api.batches.mine();
  expect(own?.claim?.proof.length).toBeGreaterThanOrEqual(14);
  process.stdout.write(
    `prepare ${prepare.toFixed(1)} s, seal ${seal.toFixed(1)} s, proof ${proof.toFixed(0)} ms, longest pause of others ${slowest.toFixed(0)} ms\n`,
  );
  expect(prepare).toBeLessThan(MOST.prepare);
  expect(seal).toBeLessThan(MOST.seal);
  expect(proof).toBeLessThan(MOST.proof);
}, 100_000);
