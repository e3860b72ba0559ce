/**
 * `npm run baseline`: writes the one migration that the product has until its first release, from
 * `db/schema` and `db/sql`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import * as schema from "@db/schema";

const root = path.join(import.meta.dirname, "..");
const NONE = "00000000-0000-0000-0000-000000000000";
/** Functions and extensions that indexes of tables use; all other files follow the tables. */
const BEFORE_TABLES = ["search.sql"];

const MIGRATION = "db/migrations/0000_baseline.sql";

interface Baseline {
  /** The text of the migration. */
  migration: string;
  /** The tables as drizzle-kit compares them with later ones: git ignores it until a release needs it. */
  snapshot: object;
}

/** Computes the baseline from the present schema. */
export async function readBaseline(): Promise<Baseline> {
  // The tables are sorted by name, so that the order in which modules load does not matter.
  const sorted = Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)));
  const tables = generateDrizzleJson(sorted, NONE) as object;
  const statements = await generateMigration(generateDrizzleJson({}), tables);
  const names = readdirSync(path.join(root, "db/sql"));
  const after = names.filter((name) => !BEFORE_TABLES.includes(name)).sort();
  const parts = [...BEFORE_TABLES.map(readSql), ...statements, ...after.map(readSql)];
  return {
    migration: `${parts.join("--> statement-breakpoint\n")}\n`,
    // The next migration names the snapshot that it follows.
    snapshot: { ...tables, id: NONE.replace(/0$/, "1") },
  };
}

function readSql(name: string): string {
  const text = readFileSync(path.join(root, "db/sql", name), "utf8");
  return `-- db/sql/${name}\n${text.trimEnd()}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { migration, snapshot } = await readBaseline();
  writeFileSync(path.join(root, MIGRATION), migration);
  const file = path.join(root, "db/migrations/meta/0000_snapshot.json");
  writeFileSync(file, JSON.stringify(snapshot));
}
