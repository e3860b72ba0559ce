import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorCode, runText, violatedConstraint } from "./client";
import { newId } from "./ids";
import { PLATFORM_ID } from "./platform";
import { describeTables } from "./tables";
import { readsAcrossCompanies } from "./testing/tenancy";
import { testDatabase, type TestDatabase } from "./testing/test-database";

/** Unique indexes of tenant tables that do not begin with the company, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  domains_pkey: "Global: a host is what the company of a request is found by.",
  domains_host: "Global: a host shows one company, whichever it is.",
  passkeys_pkey: "Global: a person's passkeys, a super admin's among them.",
  passkeys_credential: "Global: a passkey is found by the id that its authenticator gives.",
  second_steps_pkey: "Global: a person's app, a super admin's among them, asked for by the person.",
};

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await testDatabase();
});
afterAll(() => migrated.drop());

/** Lists every unique index of a tenant table, with its first column. */
const uniqueIndexes = (database: TestDatabase) =>
  runText(
    database.db,
    `SELECT c.relname AS table_name, i.relname AS name, x.indisprimary AS is_primary,
            pg_get_indexdef(x.indexrelid, 1, true) AS first
       FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
        AND c.relnamespace = 'public'::regnamespace
       LEFT JOIN pg_index x ON x.indrelid = c.oid AND x.indisunique
       LEFT JOIN pg_class i ON i.oid = x.indexrelid
      WHERE a.attname = 'company_id' AND NOT a.attisdropped
      ORDER BY 1, 2`,
    [],
  );

describe("a table with a company column", () => {
  test("every tenant table has a primary key and unique indexes that begin with the company", async () => {
    const indexes = await uniqueIndexes(migrated);
    const others = indexes.filter(({ first }) => first !== "company_id").map(({ name }) => name);
    expect(others.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
    const tables = new Set(indexes.map((index) => index.table_name));
    const keyed = new Set(indexes.filter((i) => i.is_primary === true).map((i) => i.table_name));
    expect([...tables].filter((name) => !keyed.has(name))).toEqual([]);
    expect([...tables]).toEqual(
      expect.arrayContaining(["audit_entries", "idempotency_keys", "medias", "orders", "users"]),
    );
  });

  test("every tenant table is referenced by the company and the rest of its key", async () => {
    const references = await runText(
      migrated.db,
      `SELECT k.conname AS name
         FROM pg_constraint k
         JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attname = 'company_id'
        WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
          AND k.confkey[1] <> a.attnum`,
      [],
    );
    expect(references).toEqual([]);
  });
});

/** Tables without a company that tenant tables may refer to. */
const GLOBAL = ["companies", "sealing_keys"];

describe("what would keep a company from a server of its own", () => {
  test("no foreign key of a tenant table leaves the company", async () => {
    const keys = await runText(
      migrated.db,
      `SELECT k.conname AS name, k.confrelid::regclass::text AS table_name,
              (SELECT attname FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = k.conkey[1]) AS own,
              (SELECT attname FROM pg_attribute WHERE attrelid = k.confrelid AND attnum = k.confkey[1]) AS other
         FROM pg_constraint k
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'company_id'
        WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
      [],
    );
    expect(keys.length).toBeGreaterThan(20);
    const leaving = keys.filter(
      ({ table_name: table, own, other }) =>
        !(own === "company_id" && other === "company_id") && !GLOBAL.includes(String(table)),
    );
    expect(leaving).toEqual([]);
  });

  test("no sequence numbers rows of several companies", async () => {
    const sequences = await runText(
      migrated.db,
      `SELECT d.refobjid::regclass::text AS table_name, a.attname AS column_name
         FROM pg_class s
         LEFT JOIN pg_depend d ON d.objid = s.oid AND d.refobjsubid > 0
         LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace`,
      [],
    );
    expect(sequences).toEqual([]);
  });

  test.each([
    ["SELECT * FROM orders WHERE id = $1", ["orders"]],
    ["SELECT * FROM orders WHERE company_id = ANY($1)", ["orders"]],
    ["SELECT * FROM orders WHERE company_id <> $1 AND id = $2", ["orders"]],
    ["SELECT * FROM orders WHERE company_id = $1 AND id IN (SELECT id FROM medias)", ["medias"]],
    ["UPDATE orders SET status = status WHERE id = $1", ["orders"]],
    ["DELETE FROM messages", ["messages"]],
    ["INSERT INTO holdings SELECT * FROM holdings", ["holdings"]],
    [
      "SELECT * FROM orders o JOIN users u ON u.id = o.member_id WHERE o.company_id = $1",
      ["users"],
    ],
  ])("a statement that touches two companies is found: %s", async (statement, tables) => {
    const found = await readsAcrossCompanies(migrated.db, [statement]);
    expect([...found.values()]).toEqual([tables]);
  });

  test.each([
    "SELECT * FROM orders WHERE company_id = $1 AND id = $2",
    "SELECT * FROM orders o JOIN users u ON u.company_id = o.company_id AND u.id = o.member_id WHERE o.company_id = $1",
    "SELECT * FROM companies c WHERE id = $1 AND EXISTS (SELECT FROM orders o WHERE o.company_id = c.id)",
    "UPDATE orders SET status = status WHERE company_id = $1 AND (id = $2 OR order_number = $3)",
  ])("a statement that touches one company is not found: %s", async (statement) => {
    expect((await readsAcrossCompanies(migrated.db, [statement])).size).toBe(0);
  });
});

const TABLES = ["audit_entries", "idempotency_keys", "medias", "messages", "one_time_codes"];

describe("a table that also holds rows of the platform", () => {
  const [company, member, proof, order] = [newId(), newId(), newId(), newId()];
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    const insert = (table: string, row: Record<string, unknown>) =>
      runText(
        database.db,
        `INSERT INTO ${table} (${Object.keys(row).join(", ")}) SELECT ${Object.keys(row).join(", ")} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      );
    const person = { email: "a@example.test", mobile: "+910000000000", name: "A" };
    await insert("companies", {
      ...person,
      id: company,
      token_name: "T",
      token_symbol: "T",
      total_supply: 100,
    });
    await insert("users", {
      ...person,
      company_id: company,
      id: member,
      role: "USER",
      referral_code: "A",
    });
    const soon = "2999-01-01T00:00:00Z";
    await insert("sessions", {
      id: "token-hash",
      company_id: company,
      user_id: member,
      expires_at: soon,
      absolute_expires_at: soon,
    });
    for (const company_id of [company, PLATFORM_ID]) {
      const id = company_id === company ? proof : newId();
      await insert("medias", {
        id,
        company_id,
        owner_id: member,
        owner_role: "USER",
        content_type: "image/png",
        file_name: "a.png",
        size_bytes: 1,
        sha256: "0",
        storage_key: id,
      });
      await insert("audit_entries", {
        id,
        company_id,
        actor_role: "SYSTEM",
        action: "test.made",
        subject_type: "test",
        subject_id: id,
      });
      await insert("idempotency_keys", {
        company_id,
        actor_id: id,
        key: "same",
        request_hash: "h",
      });
      await insert("messages", {
        id,
        company_id,
        channel: "EMAIL",
        address: "",
        template: "t",
        language: "en",
      });
      await insert("one_time_codes", {
        id,
        company_id,
        purpose: "LOGIN",
        channel: "EMAIL",
        subject: "a",
        address: "a",
        code_hash: "h",
        tries_left: 5,
        expires_at: soon,
      });
    }
    await insert("orders", {
      company_id: company,
      id: order,
      member_id: member,
      terms_salt: "0",
      order_number: "PUR-1",
      amount_paise: 100,
      price_micro_rupees: 1,
      fee_bps: 0,
      quantity: 1,
      fee_paise: 0,
      total_paise: 100,
      held_quantity: 1,
      hold_ends_at: soon,
      proof_media_id: proof,
    });
  });
  afterAll(() => database.drop());

  test("a table with rows of the platform refers to a company for that company's rows alone", async () => {
    for (const table of TABLES) {
      const rows = await runText(
        database.db,
        `SELECT company_id, referenced_company_id FROM ${table} ORDER BY company_id`,
        [],
      );
      expect(rows, table).toEqual([
        { company_id: PLATFORM_ID, referenced_company_id: null },
        { company_id: company, referenced_company_id: company },
      ]);
    }
  });

  test.each(TABLES)(
    "the table %s, which also holds rows of the platform, refuses one with an unknown company or without one",
    async (table) => {
      const all = (await describeTables(database.db)).find(({ name }) => name === table);
      const others = all?.columns.map(({ name }) => name).filter((name) => name !== "company_id");
      for (const [id, code] of [
        [`'${newId()}'`, "23503"],
        ["NULL", "23502"],
      ]) {
        const moved = runText(
          database.db,
          `INSERT INTO ${table} (company_id, ${others?.join(", ")}) SELECT ${id}::uuid, ${others?.join(", ")} FROM ${table} LIMIT 1`,
          [],
        ).catch((error: unknown) => error);
        expect(errorCode(await moved) ?? "none").toBe(code);
      }
    },
  );

  test("an order refuses a proof of another company", async () => {
    const other = newId();
    await runText(
      database.db,
      `INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
       VALUES ($1, 'B', 'b@example.test', '+911', 'B', 'B', 1)`,
      [other],
    );
    const [elsewhere] = await runText(
      database.db,
      `INSERT INTO medias (company_id, id, owner_id, owner_role, content_type, file_name, size_bytes, sha256, storage_key)
       VALUES ($1, $2, $3, 'USER', 'image/png', 'a', 1, '0', 'k') RETURNING id`,
      [other, newId(), member],
    );
    const error: unknown = await runText(
      database.db,
      "UPDATE orders SET proof_media_id = $1 WHERE id = $2",
      [elsewhere?.id, order],
    ).catch((e: unknown) => e);
    expect(errorCode(error)).toBe("23503");
    expect(violatedConstraint(error)).toBeNull();
  });
});
