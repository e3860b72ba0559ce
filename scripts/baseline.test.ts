import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readBaseline } from "./baseline";

test("the baseline is that of db/schema and db/sql: `npm run baseline` writes it", async () => {
  const { migration } = await readBaseline();
  expect(readFileSync("db/migrations/0000_baseline.sql", "utf8") === migration).toBe(true);
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
