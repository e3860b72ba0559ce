/** @module-tag full */
// The package gives every array a method, which pdf.js refuses: other files must not share it.
import { createHash } from "node:crypto";
import path from "node:path";
import { readdirSync, readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { beforeAll, expect, test } from "vitest";
import { lintMigrations } from "./migration-lint";
import * as schema from "@db/schema";

const folder = path.join(import.meta.dirname, "../db/migrations");
/** The baseline is not linted, since nobody uses a database before it. */
const files = readdirSync(folder).filter(
  (name) => name.endsWith(".sql") && name !== "0000_baseline.sql",
);
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

test("no migration locks out or breaks the version that still runs", () => {
  expect(files.filter((name) => found[name]?.length)).toEqual([]);
});

/** Returns the ignored rules that have no reason of one sentence in the line above. */
function unexplained(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter(
    (line, at) =>
      line.includes("squawk-ignore") &&
      (line.includes("squawk-ignore-file") || !/^-- [A-Z].{20,}\.$/.test(lines[at - 1] ?? "")),
  );
}

test("every ignored rule of a migration has its reason in the line above", () => {
  for (const name of files) expect(unexplained(read(name)), name).toEqual([]);
  const drop = '-- squawk-ignore ban-drop-column\nALTER TABLE "orders" DROP COLUMN "batch";';
  expect(unexplained(drop)).toEqual(["-- squawk-ignore ban-drop-column"]);
  expect(unexplained(`-- Version 0.3.0 was the last to read it.\n${drop}`)).toEqual([]);
  expect(
    unexplained(`-- This file is of no interest.\n-- squawk-ignore-file\n${drop}`),
  ).toHaveLength(2);
});

const BREAK = "--> statement-breakpoint\n";

const REFUSED: [what: string, text: string, rule: string][] = [
  [
    "a required column",
    'ALTER TABLE "orders" ADD COLUMN "batch" bigint NOT NULL;',
    "adding-required-field",
  ],
  [
    "an index that blocks writers",
    'CREATE INDEX "orders_batch" ON "orders" USING btree ("batch");',
    "require-concurrent-index-creation",
  ],
  [
    "an index dropped with a lock on its table",
    'DROP INDEX "orders_batch";',
    "require-concurrent-index-deletion",
  ],
  [
    "a concurrent index beside other statements, which run in a transaction",
    `ALTER TABLE "orders" ADD COLUMN "batch" bigint;${BREAK}CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_batch" ON "orders" USING btree ("batch");`,
    "ban-concurrent-index-creation-in-transaction",
  ],
  [
    "a concurrent index that an interrupted attempt would leave in the way",
    'CREATE INDEX CONCURRENTLY "orders_batch" ON "orders" USING btree ("batch");',
    "prefer-robust-stmts",
  ],
  [
    "a renamed column",
    'ALTER TABLE "orders" RENAME COLUMN "reference" TO "bank_reference";',
    "renaming-column",
  ],
  ["a renamed table", 'ALTER TABLE "orders" RENAME TO "purchases";', "renaming-table"],
  ["a dropped column", 'ALTER TABLE "orders" DROP COLUMN "reference";', "ban-drop-column"],
  ["a dropped table", 'DROP TABLE "orders";', "ban-drop-table"],
  [
    "another type",
    'ALTER TABLE "orders" ALTER COLUMN "quantity" SET DATA TYPE numeric;',
    "changing-column-type",
  ],
  [
    "a CHECK that reads every row",
    'ALTER TABLE "orders" ADD CONSTRAINT "orders_some" CHECK ("quantity" > 0);',
    "constraint-missing-not-valid",
  ],
  [
    "a foreign key that reads every row",
    'ALTER TABLE "orders" ADD CONSTRAINT "orders_of" FOREIGN KEY ("company_id") REFERENCES "companies"("id");',
    "adding-foreign-key-constraint",
  ],
  [
    "a column made required",
    'ALTER TABLE "orders" ALTER COLUMN "reference" SET NOT NULL;',
    "adding-not-nullable-field",
  ],
];
const HARMLESS: [what: string, text: string][] = [
  ["an optional column", 'ALTER TABLE "orders" ADD COLUMN "batch" bigint;'],
  [
    "a column with a constant default",
    'ALTER TABLE "orders" ADD COLUMN "is_odd" boolean DEFAULT false NOT NULL;',
  ],
  [
    "a table with its indexes",
    `CREATE TABLE "batches" ("id" uuid PRIMARY KEY NOT NULL, "name" text);${BREAK}CREATE INDEX "batches_name" ON "batches" USING btree ("name");`,
  ],
  [
    "indexes in a file of their own",
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_batch" ON "orders" USING btree ("batch");${BREAK}DROP INDEX CONCURRENTLY IF EXISTS "orders_old";`,
  ],
  [
    "a column dropped a release after its last use",
    '-- Version 0.3.0 was the last to read it.\n-- squawk-ignore ban-drop-column\nALTER TABLE "orders" DROP COLUMN "batch";',
  ],
  [
    "a CHECK for new rows",
    'ALTER TABLE "orders" ADD CONSTRAINT "orders_some" CHECK ("quantity" > 0) NOT VALID;',
  ],
];

/** Names a new migration by its effect. */
const named = (what: string) => `9999_${what.replaceAll(" ", "-")}.sql`;

test.each(REFUSED)("the linter of migrations refuses %s", (what, _, rule) => {
  expect(found[named(what)]?.map((one) => one.split(":")[0])).toContain(rule);
});

test.each(HARMLESS)("the linter of migrations accepts %s", (what) => {
  expect(found[named(what)]).toEqual([]);
});

let found: Record<string, string[]>;
beforeAll(async () => {
  found = await lintMigrations(
    Object.fromEntries<string>([
      ...files.map((name): [string, string] => [name, read(name)]),
      ...[...REFUSED, ...HARMLESS].map(([what, text]): [string, string] => [named(what), text]),
    ]),
  );
});

test("the baseline is that of 0.1.0", () => {
  const hash = createHash("sha256").update(read("0000_baseline.sql")).digest("hex");
  expect(hash).toBe("d460c8fb36ce723c83d84f8cc5c6993a0bf2cd4a4b803d3911da6b2e005e883a");
});

/** Returns what drizzle-kit would generate from the last snapshot to these tables. */
function missing(tables: Record<string, unknown>): Promise<string[]> {
  const [last = ""] = readdirSync(path.join(folder, "meta")).filter(isSnapshot).sort().reverse();
  const snapshot = JSON.parse(read(`meta/${last}`)) as { id: string };
  return generateMigration(snapshot, generateDrizzleJson(tables, snapshot.id) as object);
}
const isSnapshot = (name: string) => name.endsWith("_snapshot.json");

test("each change of db/schema has its migration", async () => {
  expect(await missing(schema)).toEqual([]);
  const { secretChecks: _left, ...others } = schema;
  expect(await missing(others)).toEqual(['DROP TABLE "secret_checks" CASCADE;']);
});

test("each statement of db/sql stands in a migration as it does there", () => {
  const plain = (text: string) => text.replaceAll(/^--.*\n/gm, "");
  const migrations = plain(["0000_baseline.sql", ...files].map(read).join("\n"));
  for (const name of readdirSync("db/sql")) {
    const text = plain(readFileSync(`db/sql/${name}`, "utf8"));
    for (const statement of text.split(/^(?=[A-Z]+ )/m))
      expect(migrations, name).toContain(statement.trim());
  }
});

test("a table with a trigger names the trigger's file in its comment", () => {
  const schema = readdirSync("db/schema").map((name) => readFileSync(`db/schema/${name}`, "utf8"));
  const comments = schema.flatMap((text) =>
    [
      ...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+ = pgTable\(\s*"(\w+)"/g),
    ].map(([, comment = "", table = ""]) => [table, comment] as const),
  );
  const byTable = new Map(comments);
  for (const name of readdirSync("db/sql")) {
    const text = readFileSync(`db/sql/${name}`, "utf8");
    for (const [, table = ""] of text.matchAll(/^CREATE TRIGGER [^;]*? ON (\w+)/gm)) {
      expect(byTable.get(table), table).toContain(`db/sql/${name}`);
    }
  }
});
