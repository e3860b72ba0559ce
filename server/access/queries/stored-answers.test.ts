import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database, runText } from "@db/client";
import { newId } from "@db/ids";
import { NOBODYS_ID, PLATFORM_ID } from "@db/platform";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { deleteOldKeys, deleteResponsesAbout } from "./stored-answers";

let database: TestDatabase;
/** A client that records the statements it sends. */
let recording: Database;
const sent: string[] = [];
const companyId = newId();

beforeAll(async () => {
  database = await testDatabase();
  recording = createDatabase({
    url: database.url,
    max: 1,
    logger: { debug: (fields) => sent.push((fields as { sql: string }).sql) },
  });
  await database.sql`INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
    VALUES (${companyId}, 'House', 'desk@house.example', '+919876500000', 'Token', 'RSGN', 1000)`;
});
afterAll(async () => {
  await recording.close();
  await database.drop();
});

/** Keys of an actor, `days` old, about a new member each. */
async function keys(count: number, days: number, actor: { companyId: string; id?: string }) {
  await database.sql`INSERT INTO idempotency_keys (company_id, actor_id, key, request_hash, response, created_at)
    SELECT ${actor.companyId}::uuid, coalesce(${actor.id ?? null}::uuid, gen_random_uuid()), gen_random_uuid(), 'hash',
      jsonb_build_object('memberId', gen_random_uuid(), 'user', jsonb_build_object('name', 'Asha')),
      now() - make_interval(days => ${days}) FROM generate_series(1, ${count}::int)`;
}

const left = async () =>
  database.sql`SELECT actor_id = ${NOBODYS_ID}::uuid AS is_nobodys, extract(day FROM now() - created_at)::int AS days,
    count(*)::int AS count FROM idempotency_keys GROUP BY 1, 2 ORDER BY 1, 2`;

/** The plan of each statement that `run` sends, whatever its values. */
async function plansOf(run: () => Promise<void>): Promise<string[]> {
  sent.length = 0;
  await run();
  const plans: string[] = [];
  for (const statement of sent.slice()) {
    const lines = await runText(database.db, `EXPLAIN (GENERIC_PLAN) ${statement}`, []);
    plans.push(lines.map((line) => String(line["QUERY PLAN"])).join("\n"));
  }
  return plans;
}

test(
  "idempotency keys are deleted after 30 days, those of anonymous calls after 7, in several batches",
  { tags: ["full"] },
  async () => {
    const nobody = { companyId: PLATFORM_ID, id: NOBODYS_ID };
    await keys(2500, 31, { companyId });
    await keys(3, 29, { companyId });
    await keys(2, 8, { companyId });
    await keys(1200, 8, nobody);
    await keys(1, 6, nobody);
    await Promise.all([deleteOldKeys(database.db), deleteOldKeys(database.db)]);
    await deleteOldKeys(database.db);
    expect(await left()).toEqual([
      { is_nobodys: false, days: 8, count: 2 },
      { is_nobodys: false, days: 29, count: 3 },
      { is_nobodys: true, days: 6, count: 1 },
    ]);
  },
);

test(
  "the sweep of idempotency keys and the deletion of a member read indexes, not the table",
  { tags: ["full"] },
  async () => {
    await keys(20_000, 1, { companyId });
    await database.sql`ANALYZE idempotency_keys`;
    const sweep = await plansOf(() => deleteOldKeys(recording.db));
    expect(sweep).toHaveLength(2);
    expect(sweep[0]).toContain("Index Scan using idempotency_keys_age");
    expect(sweep[1]).toContain("Index Scan using idempotency_keys_nobodys_age");

    const erased = { name: "Deleted member", mobile: "" };
    const deletion = await plansOf(() =>
      deleteResponsesAbout(recording.db, companyId, newId(), erased),
    );
    expect(deletion).toHaveLength(2);
    expect(deletion[0]).toContain("idempotency_keys_company_id_actor_id_key_pk");
    expect(deletion[1]).toContain("idempotency_keys_about");
    for (const plan of [...sweep, ...deletion]) expect(plan).not.toContain("Seq Scan");

    // The control drops the indexes, to show that the test would notice a missing one: the same
    // statements then read the whole table.
    await database.sql`DROP INDEX idempotency_keys_about, idempotency_keys_age`;
    const [, about] = await plansOf(() =>
      deleteResponsesAbout(recording.db, companyId, newId(), erased),
    );
    expect(about).not.toContain("idempotency_keys_about");
  },
);
