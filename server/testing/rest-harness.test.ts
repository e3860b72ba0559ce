import { afterAll, beforeAll, expect, test } from "vitest";
import { runText } from "@db/client";
import { createRestFixtures } from "./rest-fixtures";
import { type RestHarness, restHarness } from "./rest-harness";

let harness: RestHarness;
beforeAll(async () => {
  harness = await restHarness();
});
afterAll(() => harness.close());

test(
  "a snapshot changes with each insert, update and delete, and with nothing else",
  { tags: ["full"] },
  async () => {
    const run = (statement: string) => runText(harness.database.db, statement, []);
    const empty = await harness.rows();
    await createRestFixtures(harness);
    const inserted = await harness.rows();
    expect(inserted).not.toBe(empty);
    await run("SELECT id FROM users FOR UPDATE");
    expect(await harness.rows()).toBe(inserted);
    await run("UPDATE companies SET name = name");
    const updated = await harness.rows();
    expect(updated).not.toBe(inserted);
    await run("DELETE FROM supplies");
    expect(await harness.rows()).not.toBe(updated);
  },
);
