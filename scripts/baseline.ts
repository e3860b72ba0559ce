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

/** The text of each file that the command writes, by its path. */
export async function baselineFiles(): Promise<Record<string, string>> {
  // In one order, whoever loads the modules.
  const sorted = Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)));
  const tables = generateDrizzleJson(sorted, NONE) as object;
  const statements = await generateMigration(generateDrizzleJson({}), tables);
  const names = readdirSync(path.join(root, "db/sql"));
  const after = names.filter((name) => !BEFORE_TABLES.includes(name)).sort();
  const parts = [...BEFORE_TABLES.map(readSql), ...statements, ...after.map(readSql)];
  // The next migration names the snapshot that it follows.
  const snapshot = { ...tables, id: NONE.replace(/0$/, "1") };
  return {
    "db/migrations/0000_baseline.sql": `${parts.join("--> statement-breakpoint\n")}\n`,
    "db/migrations/meta/0000_snapshot.json": `${JSON.stringify(snapshot, null, 2)}\n`,
  };
}

function readSql(name: string): string {
  const text = readFileSync(path.join(root, "db/sql", name), "utf8");
  return `-- db/sql/${name}\n${text.trimEnd()}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await baselineFiles())) {
    writeFileSync(path.join(root, file), text);
  }
}
