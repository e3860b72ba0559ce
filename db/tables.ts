import { type Executor, runText } from "./client";

export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** The columns of the primary key, in key order. */
  key: string[];
}

/** Returns the product's tables, by name. */
export async function describeTables(db: Executor): Promise<Table[]> {
  const columns = await runText(
    db,
    `SELECT c.relname AS table_name, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
            array_position(k.indkey::int2[], a.attnum) AS key_position
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            AND a.attgenerated = ''
       LEFT JOIN pg_index k ON k.indrelid = c.oid AND k.indisprimary
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      ORDER BY c.relname, a.attnum`,
    [],
  );
  const tables = new Map<string, Table>();
  const positions = new Map<string, number>();
  for (const column of columns) {
    const of = String(column.table_name);
    const table = tables.get(of) ?? { name: of, columns: [], key: [] };
    tables.set(of, table);
    const name = String(column.name);
    table.columns.push({ name, type: String(column.type) });
    if (column.key_position !== null) {
      positions.set(`${of}.${name}`, Number(column.key_position));
      table.key.push(name);
    }
  }
  for (const table of tables.values()) {
    const place = (name: string) => positions.get(`${table.name}.${name}`) ?? 0;
    table.key.sort((a, b) => place(a) - place(b));
  }
  return [...tables.values()];
}

/**
 * Runs `load` with all foreign keys deferred to its end, so that rows may precede those they refer
 * to. Requires ownership of the tables and a transaction.
 */
export async function withReferencesDeferred<T>(tx: Executor, load: () => Promise<T>): Promise<T> {
  const keys = await runText(
    tx,
    `SELECT conrelid::regclass::text AS table_name, quote_ident(conname) AS name FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT condeferrable`,
    [],
  );
  const alterEach = async (how: string) => {
    for (const key of keys) {
      const [table, name] = [String(key.table_name), String(key.name)];
      await runText(tx, `ALTER TABLE ${table} ALTER CONSTRAINT ${name} ${how}`, []);
    }
  };
  await alterEach("DEFERRABLE INITIALLY DEFERRED");
  const result = await load();
  await runText(tx, "SET CONSTRAINTS ALL IMMEDIATE", []);
  await alterEach("NOT DEFERRABLE");
  return result;
}
