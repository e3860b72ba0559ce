/** @module-tag full */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { runText } from "@db/client";
import { batches, batchRows } from "@db/schema";
import { findCompany } from "@server/sites/queries/companies";
import { LAUNCH_KEY, type LaunchHarness, launchHarness } from "@server/testing/launch-harness";
import { collectBatch } from "./collect-batch";
import { sealBatches } from "./seal-batches";

const MEMBERS = 100_000;
/**
 * Seconds that only a fault exceeds, also beside other tests; a proof in milliseconds. Alone on a machine
 * the goals are 20 and 30 s, and 50 ms; the test prints what it measured.
 */
const MOST = { prepare: 80, seal: 120, proof: 200 };

let harness: LaunchHarness;
beforeAll(async () => {
  harness = await launchHarness({ connections: 12 });
});
afterAll(() => harness.close());

const seconds = async (act: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await act();
  return (performance.now() - from) / 1000;
};

/** Runs a statement for two thousand members after another: $2 and $3 are the first and the last. */
async function byParts(text: string, companyId: string, ...more: string[]): Promise<void> {
  const size = 2000;
  for (let from = 1; from < MEMBERS; from += size) {
    await runText(harness.database.db, text, [companyId, from, from + size - 1, ...more]);
  }
}

const NTH = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";

/** Gives a company so many members, each with a proven wallet and one allocation of 10 tokens. */
async function fill(companyId: string, orderId: string): Promise<void> {
  const { db } = harness.database;
  // Only their number matters here: the chain of such rows is not verified.
  await byParts(
    `INSERT INTO users (company_id, id, role, name, email, mobile, referral_code)
     SELECT $1, ${NTH}, 'USER', 'M ' || n, 'm' || n || '@large.example',
            '+9190000' || lpad(n::text, 6, '0'), 'L' || n
       FROM generate_series($2::int, $3::int) n`,
    companyId,
  );
  await byParts(
    `INSERT INTO wallets (company_id, id, member_id, session_id, address, nonce, message, expires_at,
       signature, proof, proved_at, valid_from)
     SELECT $1, ${NTH}, ${NTH}, 's', '0x' || lpad(n::text, 40, 'a'), n::text, 'm', now(), '0x', 'PASTED', now(), now()
       FROM generate_series($2::int, $3::int) n`,
    companyId,
  );
  await byParts(
    `INSERT INTO allocations (company_id, sequence, id, member_id, quantity, kind, order_id, decision,
       previous_hash, hashed_bytes, hash)
     SELECT $1, 1 + n, ${NTH}, ${NTH}, 10, 'REFERRAL', $4, 1, '', 'text', n::text
       FROM generate_series($2::int, $3::int) n`,
    companyId,
    orderId,
  );
  await db.execute("ANALYZE");
}

test("100,000 members: a batch is prepared and sealed in time, and a proof is read in milliseconds", async () => {
  const { db } = harness.database;
  const company = await harness.launched();
  const first = await company.member();
  const orderId = await company.buy(first);
  await harness.seal();
  await fill(company.id, orderId);
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
  await byParts(
    `INSERT INTO batch_rows SELECT $1, $4, n - 1, ${NTH}, '0x' || lpad(n::text, 40, 'a'), 10
       FROM generate_series($2::int, $3::int) n`,
    company.id,
    batchId,
  );
  await byParts(
    "INSERT INTO batch_parts SELECT $1, 1 + n, 1, $4, n - 1, 10 FROM generate_series($2::int, $3::int) n",
    company.id,
    batchId,
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
  expect(own?.claim?.proof.length).toBeGreaterThanOrEqual(16);
  process.stdout.write(
    `prepare ${prepare.toFixed(1)} s, seal ${seal.toFixed(1)} s, proof ${proof.toFixed(0)} ms, longest pause of others ${slowest.toFixed(0)} ms\n`,
  );
  expect(prepare).toBeLessThan(MOST.prepare);
  expect(seal).toBeLessThan(MOST.seal);
  expect(proof).toBeLessThan(MOST.proof);
}, 300_000);
