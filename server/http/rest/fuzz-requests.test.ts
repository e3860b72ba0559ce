import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "@server/testing/member-harness";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import { type RestFixtures, EXPECTED } from "@server/testing/rest-expectations";
import { type Answer, type Sending, restHarness } from "@server/testing/rest-harness";
import { rounds } from "@server/testing/rounds";
import { fieldsOf } from "@server/http/rest/openapi/row-contract";
import type { Row } from "@server/http/rest/rows/row";
import { TABLE } from "@server/http/rest/rows/row-table";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(restHarness);
let fixtures: RestFixtures;
beforeEach(async () => {
  fixtures = await createRestFixtures(harness);
});

const named = (rows: readonly Row[]) =>
  rows.map((row) => [`${row.method} ${row.path}`, row] as const);
const RIGHT = {
  anyone: "nobody",
  USER: "member",
  ADMIN: "admin",
  SUPER_ADMIN: "super admin",
  "signed in": "member",
} as const;
const tokenFor = (row: Row) => tokenOf(fixtures, RIGHT[row.audience]);

function expectEnvelope({ status, headers, body }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  const fields = body.status === "success" ? [] : ["code"];
  const { field: _field, ...envelope } = body;
  expect(Object.keys(envelope).sort()).toEqual([...fields, "data", "message", "status"]);
  expect(body.status === "success").toBe(status === 200);
  expect(JSON.stringify(body.message)).not.toMatch(/node_modules|\.ts:\d|postgres|SELECT|INSERT/);
}

/** Unexpected values: nested, huge, of another type, or text that PostgreSQL cannot store. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    1.5,
    [],
    {},
    [["x"]],
    { toString: "x" },
    "",
    " ",
    "\0",
    "a\0b",
    "\u202Ex",
    "\uD800",
    "\u0007",
    "x".repeat(5000),
    "9".repeat(400),
    "-0",
    "1e9",
    "NaN",
    "0x10",
    "__proto__",
    "' OR 1=1 --",
    "%",
    "\\",
    "2026-02-31",
    "+91".repeat(20),
    "a@b",
    "१२३",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.anything({ maxDepth: 2 }).filter((value) => JSON.stringify(value) !== undefined),
);

/** Values that few fields take. */
const INVALID = ["a\0b", ["x"], 1e308, "x".repeat(9000), { x: 1 }, -1, true, "12\u00007"];

/** Every one in the full run; otherwise every fourth, beginning with another one at each turn. */
const some = <T>(all: readonly T[], turn: number): T[] =>
  all.filter((_, index) => (index + turn) % rounds(4, 1) === 0);

describe.each(named(TABLE))("%s", (name, row) => {
  test(
    `${name} answers any field values, and changes nothing when it refuses`,
    { tags: ["full"] },
    async () => {
      const { query = "", json = {} } =
        (await EXPECTED[name]?.send?.(fixtures, RIGHT[row.audience])) ?? {};
      const right = {
        ...Object.fromEntries(new URLSearchParams(query)),
        ...Object(json),
      } as Record<string, unknown>;
      const fields = fieldsOf(row).map((field) => field.name);
      const names = [...new Set([...fields, ...Object.keys(right), "unknown", "__proto__"])];
      const token = await tokenFor(row);
      let before = await harness.rows();
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.constantFrom(...names), hostile, { minKeys: 1, maxKeys: 3 }),
          fc.boolean(),
          async (changes, isWhole) => {
            const sent = isWhole ? { ...right, ...changes } : changes;
            const answer = await harness.send(
              row.method,
              row.method === "GET" ? `${row.path}?${asQuery(sent)}` : row.path,
              row.method === "GET" ? { token } : { token, json: sent },
            );
            expectEnvelope(answer);
            const after = await harness.rows();
            // A change that needs a second admin is stored.
            const isStored = answer.status === 200 || answer.body.code === "NEEDS_SECOND_ADMIN";
            if (!isStored) expect(after).toBe(before);
            before = after;
          },
        ),
        // Requests for a code are deliberately slow.
        { numRuns: row.path.endsWith("otp") ? rounds(2, 6) : rounds(3, 15) },
      );
    },
  );

  test(
    `${name} accepts or refuses invalid values in each field without an internal error`,
    { tags: ["full"] },
    async () => {
      const { query = "", json = {} } =
        (await EXPECTED[name]?.send?.(fixtures, RIGHT[row.audience])) ?? {};
      const right = {
        ...Object.fromEntries(new URLSearchParams(query)),
        ...Object(json),
      } as Record<string, unknown>;
      const token = await tokenFor(row);
      for (const [turn, { name: field }] of fieldsOf(row).entries()) {
        for (const value of some(INVALID, turn)) {
          const sent = { ...right, [field]: value };
          const answer = await harness.send(
            row.method,
            row.method === "GET" ? `${row.path}?${asQuery(sent)}` : row.path,
            row.method === "GET" ? { token } : { token, json: sent },
          );
          expectEnvelope(answer);
        }
      }
    },
  );
});

const asQuery = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  ).toString();

const EDGE = "multipart/form-data; boundary=edge";
const PART = '--edge\r\nContent-Disposition: form-data; name="medias"; filename="a.png"\r\n\r\nx';
const UNREADABLE: readonly [string, Sending, number[]][] = [
  ["JSON cut off", { raw: '{"id": "', type: "application/json" }, [400]],
  ["JSON of another language", { raw: "{'id': 1}", type: "application/json" }, [400]],
  ["a list", { raw: "[]", type: "application/json" }, [400]],
  ["null", { raw: "null", type: "application/json" }, [400]],
  ["a text", { raw: '"id"', type: "application/json" }, [400]],
  ["a number", { raw: "1e999", type: "application/json" }, [400]],
  ["bad UTF-8", { raw: Buffer.from('{"id":"\xff"}', "latin1"), type: "application/json" }, [400]],
  ["a name twice", { raw: '{"id":"a","id":"b"}', type: "application/json" }, [400]],
  [
    "a name twice, written otherwise",
    { raw: '{"id":"a","\\u0069d" : 1}', type: "application/json" },
    [400],
  ],
  ["a field twice", { raw: "id=a&id=b", type: "application/x-www-form-urlencoded" }, [400]],
  [
    "lists within lists",
    { raw: `{"id":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, type: "application/json" },
    [400],
  ],
  ["lists that do not end", { raw: "[".repeat(500_000), type: "application/json" }, [400]],
  ["XML", { raw: "<id/>", type: "text/xml" }, [415]],
  ["bytes", { raw: "id", type: "application/octet-stream" }, [415]],
  ["a multipart form cut off", { raw: PART, type: EDGE }, [400]],
  ["a multipart form without its edge", { raw: PART, type: "multipart/form-data" }, [400, 415]],
  ["an empty multipart form", { raw: "", type: EDGE }, [400]],
];

describe.each(named(TABLE.filter(({ method }) => method !== "GET")))("%s", (name, row) => {
  test(`${name} refuses an unreadable body, and changes nothing`, { tags: ["full"] }, async () => {
    const token = await tokenFor(row);
    const before = await harness.rows();
    const takesFields = fieldsOf(row).length > 0;
    for (const [what, sending, statuses] of some(UNREADABLE, TABLE.indexOf(row))) {
      // Valid JSON, and the call has no fields to check.
      if (what === "lists within lists" && !takesFields) continue;
      const answer = await harness.send(row.method, row.path, { ...sending, token });
      expectEnvelope(answer);
      const isFile = row.takesFile && !sending.type?.startsWith("multipart");
      expect(`${what}: ${answer.status}`).toMatch(
        new RegExp(`: (${(isFile ? [415] : statuses).join("|")})$`),
      );
    }
    expect(await harness.rows()).toBe(before);
  });
});

test("a password in the address is refused, and changes nothing", { tags: ["full"] }, async () => {
  const before = await harness.rows();
  const { member } = fixtures;
  for (const name of ["password", "newPassword", "currentPassword"]) {
    for (const json of [{ user: member.email }, { user: member.email, password: PASSWORD }]) {
      const address = `/user/auth/login?${name}=${encodeURIComponent(PASSWORD)}`;
      const answer = await harness.send("POST", address, { json });
      expect(answer).toMatchObject({ status: 400, body: { code: "PASSWORD_IN_ADDRESS" } });
    }
  }
  expect(await harness.rows()).toBe(before);
});

test("a query with a duplicate name is refused", async () => {
  const token = await tokenOf(fixtures, "admin");
  const answer = await harness.send("GET", "/admin/auth/list?page=1&page=2", { token });
  expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
});
