import { beforeAll, expect, test } from "vitest";
import { newId } from "@db/ids";
import { KEY_SCOPES, PAYMENT_METHODS } from "@db/vocabulary";
import { scopeOf } from "@server/access/rules/key-scopes";
import { contractOf, fieldsOf } from "@server/http/rest/openapi/row-contract";
import { TABLE } from "@server/http/rest/rows/row-table";
import { createRestFixtures } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { restHarness } from "@server/testing/rest-harness";
import { duringTests } from "@server/testing/during-tests";

/** An API key searches, filters and sorts by nothing that its answer hides. */

const harness = duringTests(restHarness);
let house: RestFixtures;
const tokens: Record<string, string> = {};
/** Every value that the database has of the member and the order. */
let stored: string[];
let orderNumber: string;

beforeAll(async () => {
  house = await createRestFixtures(harness);
  const token = await harness.tokenFor(house.member);
  const json = { paymentMethod: "MANUAL", amount: "1234" };
  const { body } = await harness.send("POST", "/user/package/purchase", { token, json });
  const { id } = body.data as { id: string };
  orderNumber = (body.data as { orderNumber: string }).orderNumber;
  await harness.database.sql`
    UPDATE orders SET paid_amount_paise = 987600, flags = '["REFERENCE_USED"]', created_at = '2026-10-01T08:00Z',
           submitted_at = '2026-10-05T08:00Z' WHERE id = ${id}`;
  await harness.database.sql`
    UPDATE users SET name = 'Meenakshi Iyer', pincode = '600042', gender = 'FEMALE', date_of_birth = '1991-04-17'
     WHERE id = ${house.member.id}`;
  const owner = await harness.as(house.admin);
  for (const scope of KEY_SCOPES) {
    tokens[scope] = (await owner.machines.addKey({ name: scope, scopes: scope })).token;
  }
  const rows = await harness.database.sql`
    SELECT to_jsonb(u) AS row FROM users u WHERE u.id = ${house.member.id}
    UNION ALL SELECT to_jsonb(o) FROM orders o WHERE o.id = ${id}`;
  stored = rows.flatMap(({ row }) => Object.entries(row as object).flatMap(spellings));
});

test("a key opens no member's proof of payment, whatever its scopes", async () => {
  for (const token of Object.values(tokens)) {
    const { status, body } = await harness.send("GET", `/media/${newId()}`, { token });
    expect([status, body.code]).toEqual([403, "KEY_SCOPE"]);
  }
});

/** The texts by which somebody might search for a stored value. */
function spellings([column, value]: [string, unknown]): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "number" && column.endsWith("_paise")) return [String(value / 100)];
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value);
  const day = /^\d{4}-\d\d-\d\dT/.test(text)
    ? [new Date(text).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" })]
    : [];
  const parts = text.split(/[\s@.+-]+/);
  const middle = text.slice(2, 8);
  return [text, ...day, ...parts, middle, text.toUpperCase()].filter((one) => one.length > 2);
}

const read = async (scope: string, path: string, query: Record<string, string> = {}) => {
  const address = `${path}?${new URLSearchParams(query).toString()}`;
  const { body } = await harness.send("GET", address, {
    token: tokens[scope] ?? "",
    at: house.companyId,
  });
  return body as { status: string; code?: string; data: unknown };
};

const totalOf = ({ data }: { data: unknown }) => (data as { total: number }).total;

/** The rows that keys may read, with their fields but those of paging. */
const ROWS = TABLE.flatMap((row) => {
  const scope = row.changes ? undefined : scopeOf(contractOf(row).procedure);
  const names = fieldsOf(row).map(({ name }) => name);
  const fields = names.filter((name) => name !== "page" && name !== "limit");
  return scope ? [{ scope, path: row.path, fields }] : [];
});

/** Filters by what an answer shows, with the values that they take. */
const SHOWN: Readonly<Record<string, { field: string; values: readonly string[] }>> = {
  status: { field: "status", values: ["PENDING", "APPROVED", "REJECTED", "REVERSED"] },
  method: { field: "paymentMethod", values: PAYMENT_METHODS },
};

test(
  "each search of each scope finds by nothing that its answer hides, and by what it shows",
  { tags: ["full"] },
  async () => {
    const searchable = ROWS.filter(({ fields }) => fields.includes("search"));
    expect(searchable.length).toBeGreaterThan(0);
    for (const { scope, path } of searchable) {
      const answer = JSON.stringify((await read(scope, path)).data).toLowerCase();
      const isShown = (text: string) => answer.includes(text.toLowerCase());
      const hidden = [...new Set(stored)].filter((text) => !isShown(text));
      for (const known of [house.member.mobile, house.member.email, "Meenakshi", "9876"])
        expect(hidden).toContain(known);
      const found: string[] = [];
      for (const search of hidden) {
        if (totalOf(await read(scope, path, { search })) > 0) found.push(search);
      }
      expect([path, found]).toEqual([path, []]);
      // The control: the same search finds what the answer shows.
      const { referralCode } = house.member;
      for (const search of [referralCode, referralCode.slice(2), orderNumber])
        expect([search, totalOf(await read(scope, path, { search }))]).toEqual([search, 1]);
    }
  },
);

test(
  "each filter of each scope is by what its answer shows, or refused",
  { tags: ["full"] },
  async () => {
    for (const { scope, path, fields } of ROWS) {
      for (const field of fields.filter((name) => name !== "search")) {
        const shown = SHOWN[field];
        for (const value of shown?.values ?? ["true", "false", "1", "date"]) {
          const answer = await read(scope, path, { [field]: value });
          if (!shown) {
            expect([path, field, answer.status]).toEqual([path, field, "error"]);
            continue;
          }
          const { records } = answer.data as { records: Record<string, unknown>[] };
          expect(records.every((record) => record[shown.field] === value)).toBe(true);
        }
      }
    }
  },
);

test("an owner finds by what a key does not", async () => {
  const token = await harness.tokenFor(house.admin);
  for (const query of ["search=Meenakshi", `search=${house.member.mobile}`, "isFlagged=true"]) {
    const path = `/admin/transaction/list?${query}`;
    const { body } = await harness.send("GET", path, { token, at: house.companyId });
    expect([query, totalOf(body)]).toEqual([query, 1]);
  }
});
