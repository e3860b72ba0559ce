import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import { type RestFixtures, EXPECTED } from "@server/testing/rest-expectations";
import { type Answer, restHarness } from "@server/testing/rest-harness";
import { rounds } from "@server/testing/rounds";
import { hugePng } from "@server/testing/sample-files";
import { fieldsOf, type Schema } from "@server/http/rest/openapi/row-contract";
import { TABLE } from "@server/http/rest/rows/row-table";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(restHarness);
let fixtures: RestFixtures;
beforeEach(async () => {
  fixtures = await createRestFixtures(harness);
});

const RIGHT = {
  anyone: "nobody",
  USER: "member",
  ADMIN: "admin",
  SUPER_ADMIN: "super admin",
  "signed in": "member",
} as const;

/** `send` already compares the answer with the document. */
function expectAnswered({ status, body }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(body.status === "success").toBe(status === 200);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:\d|at \w+ \(|postgres|INSERT INTO/);
}

const takes = ({ type }: Schema, one: string) =>
  type === one || (Array.isArray(type) && type.includes(one));

/** Values within a field's documented limits; most are meaningless. */
function within(schema: Schema, example: unknown): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 60, minimum = 0, maximum = 1e6 } = schema;
  const kinds: fc.Arbitrary<unknown>[] = [fc.constant(example)];
  if (schema.enum) kinds.push(fc.constantFrom<unknown>(...schema.enum));
  else if (schema.pattern !== undefined && takes(schema, "string")) {
    kinds.push(fc.stringMatching(new RegExp(schema.pattern)));
  } else if (schema.format === "uuid") kinds.push(fc.uuid());
  else if (schema.format === "email") kinds.push(fc.emailAddress());
  else if (schema.format === "date") {
    kinds.push(fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)));
  } else if (takes(schema, "string")) {
    kinds.push(fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 200) }));
  }
  if (takes(schema, "integer")) {
    kinds.push(fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }));
  }
  if (takes(schema, "number")) kinds.push(fc.double({ min: 0, max: maximum, noNaN: true }));
  if (takes(schema, "boolean")) kinds.push(fc.boolean());
  return fc.oneof(...kinds);
}

const asText = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  );

const rows = TABLE.filter((row) => !row.takesFile && fieldsOf(row).length > 0).map(
  (row) => [`${row.method} ${row.path}`, row] as const,
);

describe.each(rows)("%s", (name, row) => {
  test(
    `${name} accepts what its contract allows, as JSON and as a form, and changes nothing when it refuses`,
    { tags: ["full"] },
    async () => {
      const who = RIGHT[row.audience];
      const { json = {} } = (await EXPECTED[name]?.send?.(fixtures, who)) ?? {};
      const token = await tokenOf(fixtures, who);
      const allowed = fc.record(
        Object.fromEntries(
          fieldsOf(row).map((field) => [field.name, within(field.schema, field.example)]),
        ),
        { requiredKeys: [] },
      );
      let before = await harness.rows();
      await fc.assert(
        fc.asyncProperty(allowed, fc.boolean(), fc.boolean(), async (fields, isWhole, isForm) => {
          const right = Object(json) as Record<string, unknown>;
          const sent: Record<string, unknown> = isWhole ? { ...right, ...fields } : fields;
          const answer =
            row.method === "GET"
              ? await harness.send("GET", `${row.path}?${asText(sent).toString()}`, { token })
              : await harness.send(row.method, row.path, {
                  token,
                  ...(isForm ? { raw: asText(sent) } : { json: sent }),
                });
          expectAnswered(answer);
          const after = await harness.rows();
          // A change that needs a second admin is stored.
          const isStored = answer.status === 200 || answer.body.code === "NEEDS_SECOND_ADMIN";
          if (!isStored) expect(after).toBe(before);
          before = after;
        }),
        // Requests for a code are deliberately slow.
        { numRuns: row.path.endsWith("otp") ? rounds(2, 5) : rounds(3, 15) },
      );
    },
  );
});

test("a truncated or corrupted upload is refused or stored", { tags: ["full"] }, async () => {
  const token = await tokenOf(fixtures, "member");
  const png = hugePng(6, 6);
  const edge = "----edge";
  const whole = Buffer.concat([
    Buffer.from(
      `--${edge}\r\nContent-Disposition: form-data; name="medias"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    png,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const type = `multipart/form-data; boundary=${edge}`;
  const upload = (raw: Buffer) =>
    harness.send("POST", "/superadmin/media/add", { token, raw, type });
  expect((await upload(whole)).status).toBe(200);
  let before = await harness.rows();
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: whole.length - 1 }),
      fc.option(fc.nat({ max: 255 })),
      async (at, byte) => {
        const raw = Buffer.from(byte === null ? whole.subarray(0, at) : whole);
        if (byte !== null) raw[at] = byte;
        const answer = await upload(raw);
        expectAnswered(answer);
        if (byte === null && at < whole.length - 4) expect(answer.status).toBe(400);
        const after = await harness.rows();
        if (answer.status !== 200) expect(after).toBe(before);
        before = after;
      },
    ),
    { numRuns: rounds(20, 60) },
  );
});

test("arbitrary headers are refused or ignored", { tags: ["full"] }, async () => {
  const anything = fc.string({
    unit: fc.constantFrom(..." !\"#%&'(),-./09:;=?@AZ[]_az{|}~\t"),
    maxLength: 80,
  });
  const before = await harness.rows();
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: TABLE.length - 1 }),
      fc.record({
        authorization: anything,
        "idempotency-key": anything,
        "accept-language": anything,
        "content-type": anything,
        origin: anything,
      }),
      async (index, headers) => {
        const row = TABLE[index];
        if (!row) return;
        const raw = row.method === "GET" ? {} : { raw: "{}" };
        const answer = await harness.send(row.method, row.path, { headers, ...raw });
        expectAnswered(answer);
        if (row.audience !== "anyone") expect([400, 401, 415]).toContain(answer.status);
      },
    ),
    { numRuns: rounds(30, 80) },
  );
  expect(await harness.rows()).toBe(before);
});
