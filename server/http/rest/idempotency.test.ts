import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteOldKeys } from "@server/access/queries/stored-answers";
import { createSecrets, type Secrets } from "@server/platform/config/secrets";
import { freshActor } from "@server/testing/actors";
import { resultCode } from "@server/testing/order-harness";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import { type RestFixtures, EXPECTED } from "@server/testing/rest-expectations";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";
import { PASSWORD } from "@server/testing/member-harness";
import { idempotentAnswer } from "./rest-transport";
import { TABLE } from "@server/http/rest/rows/row-table";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(restHarness);
let elsewhere: RestHarness;
let fixtures: RestFixtures;
beforeAll(() => {
  elsewhere = harness.elsewhere();
});
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
let counter = 0;
const newKey = () => `key-${(counter += 1)}-${crypto.randomUUID()}`;
const rows = TABLE.filter((row) => row.changes).map(
  (row) => [`${row.method} ${row.path}`, row] as const,
);
/** Ages the stored keys by an hour and deletes expired ones. */
async function anHourPasses(): Promise<void> {
  await harness.database
    .sql`UPDATE idempotency_keys SET created_at = created_at - interval '61 minutes'`;
  await deleteOldKeys(harness.database.db);
}
/** File URLs are signed again for each answer. */
const unsigned = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/signature=[^"]+/g, "signature="));

describe.each(rows)("%s", (name, row) => {
  test(
    `${name} with a key runs once, on any instance and an hour later`,
    { tags: ["full"] },
    async () => {
      const who = RIGHT[row.audience];
      const { query = "", ...sending } = (await EXPECTED[name]?.send?.(fixtures, who)) ?? {};
      const token = await tokenOf(fixtures, who);
      const headers = { "idempotency-key": newKey() };
      const call = { ...sending, token, headers };
      const first = await harness.send(row.method, row.path + query, call);
      const status = EXPECTED[name]?.waits ? 409 : 200;
      expect(first.status).toBe(status);

      const before = await harness.rows();
      await anHourPasses();
      const again = await elsewhere.send(row.method, row.path + query, call);
      expect({ status: again.status, body: unsigned(again.body) }).toEqual({
        status,
        body: unsigned(first.body),
      });
      expect(await harness.rows()).toBe(before);

      // A call that reads none of these fields would be sent the same input again.
      const other = {
        ...Object(sending.json),
        amount: 4321,
        id: fixtures.companyId,
        purchaseId: "PUR-000001",
        upi: "x@okbank",
        referralRewardPercent: 8,
      } as object;
      const otherwise = await elsewhere.send(row.method, `${row.path}${query || "?"}&unlike=it`, {
        ...call,
        ...(row.method !== "GET" && !row.takesFile && { json: other }),
      });
      expect(`${otherwise.status} ${otherwise.body.code}`).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
      expect(await harness.rows()).toBe(before);
    },
  );
});

test("two concurrent calls with one idempotency key run once", { tags: ["full"] }, async () => {
  const token = await tokenOf(fixtures, "admin");
  const json = { name: "Asha", email: "twice@people.example", mobile: "9876543210", role: "USER" };
  const call = {
    token,
    json: { ...json, password: PASSWORD },
    headers: { "idempotency-key": newKey() },
  };
  const [one, two] = await Promise.all([
    harness.send("POST", "/admin/auth/add", call),
    elsewhere.send("POST", "/admin/auth/add", call),
  ]);
  expect(one.status).toBe(200);
  expect(two.body).toEqual(one.body);
  // The control repeats the call without a key, to show that the key made the difference: the
  // e-mail is taken.
  const { headers: _key, ...bare } = call;
  expect((await harness.send("POST", "/admin/auth/add", bare)).body.code).toBe("EMAIL_TAKEN");
});

test(
  "nothing of a person is left in stored answers once their account has ended",
  { tags: ["full"] },
  async () => {
    const token = await tokenOf(fixtures, "admin");
    const json = { name: "Zqxmark", email: "zqxmark@people.example", mobile: "9876543210" };
    const keyed = (sent: object) => ({
      token,
      json: sent,
      headers: { "idempotency-key": newKey() },
    });
    const add = keyed({ ...json, role: "USER", password: PASSWORD });
    const added = await harness.send("POST", "/admin/auth/add", add);
    const { id } = added.body.data as { id: string };
    const rename = keyed({ ...json, id, name: "Zqxmark Two", role: "USER" });
    expect((await harness.send("PUT", "/admin/auth/update", rename)).status).toBe(200);
    const other = keyed({ ...json, email: "other@people.example", name: "Other", role: "USER" });
    await harness.send("POST", "/admin/auth/add", {
      ...other,
      json: { ...other.json, password: PASSWORD },
    });

    const stored = async () => {
      const rows = (await harness.database.sql`SELECT response FROM idempotency_keys`) as {
        response: unknown;
      }[];
      return rows.map(({ response }) =>
        typeof response === "string"
          ? harness.deps.secrets.decrypt("idempotency", response)
          : JSON.stringify(response),
      );
    };
    const about = async (mark: RegExp) =>
      (await stored()).filter((answer) => mark.test(answer)).length;
    expect(await about(/zqxmark/i)).toBe(2);
    expect((await harness.send("DELETE", "/admin/auth/delete", keyed({ id }))).status).toBe(200);
    expect(await about(/zqxmark/i)).toBe(0);
    // Answers about others are kept.
    expect(await about(/other@people/)).toBe(1);
  },
);

test("a refused call does not consume its idempotency key", async () => {
  const headers = { "idempotency-key": newKey() };
  const { email: user } = fixtures.member;
  const logIn = (password: string) => ({
    headers,
    json: { companyId: fixtures.companyId, user, password },
  });
  expect((await harness.send("POST", "/user/auth/login", logIn("wrong"))).status).toBe(401);
  expect((await harness.send("POST", "/user/auth/login", logIn(PASSWORD))).status).toBe(200);
});

test("a call whose process died runs again after the request limit", async () => {
  const token = await tokenOf(fixtures, "admin");
  const headers = { "idempotency-key": newKey() };
  const json = {
    name: "Asha",
    email: "died@people.example",
    mobile: "9876543210",
    role: "USER",
    password: PASSWORD,
  };
  expect((await harness.send("POST", "/admin/auth/add", { token, headers, json })).status).toBe(
    200,
  );
  await harness.database
    .sql`DELETE FROM member_signs WHERE member_id = (SELECT id FROM users WHERE email = 'died@people.example')`;
  await harness.database.sql`DELETE FROM users WHERE email = 'died@people.example'`;
  await harness.database
    .sql`UPDATE idempotency_keys SET response = NULL, created_at = now() - interval '10 minutes' WHERE key = ${headers["idempotency-key"]}`;
  expect((await harness.send("POST", "/admin/auth/add", { token, headers, json })).status).toBe(
    200,
  );
});

test(
  "an idempotency key is scoped to its person, and stored answers are encrypted",
  { tags: ["full"] },
  async () => {
    const headers = { "idempotency-key": newKey() };
    const logIn = (user: string) => ({
      headers,
      json: { companyId: fixtures.companyId, user, password: PASSWORD },
    });
    const { body } = await harness.send("POST", "/user/auth/login", logIn(fixtures.member.email));
    const { token } = body.data as { token: string };
    const kept = await harness.database.sql`SELECT * FROM idempotency_keys`;
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(JSON.stringify(kept)).not.toContain(headers["idempotency-key"]);

    const name = { headers, json: { password: PASSWORD, name: "New Name" } };
    for (const person of [fixtures.member, fixtures.otherMember]) {
      const sent = { ...name, token: await harness.tokenFor(person) };
      const { body: answer } = await harness.send("PUT", "/user/auth/profile/update", sent);
      expect(answer.data).toMatchObject({ id: person.id });
    }
  },
);

test.each(["", "a b", "x".repeat(201)])(
  "the invalid idempotency key %j is refused",
  async (key) => {
    const call = { headers: { "idempotency-key": key } };
    const { status, body } = await harness.send("POST", "/user/auth/login", call);
    expect(`${status} ${body.code}`).toBe("400 IDEMPOTENCY_KEY_INVALID");
  },
);

test("deeply nested lists are refused, also with a key", async () => {
  const depth = 200_000;
  const raw = `{"user":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const headers = { "idempotency-key": newKey() };
  const call = { raw, type: "application/json", headers, at: fixtures.companyId };
  const { status, body } = await harness.send("POST", "/user/auth/login", call);
  expect(`${status} ${body.code}`).toBe("400 MALFORMED_BODY");
});

test("while the secret is exchanged a repeated call gets its answer, and after the old one is gone", async () => {
  const OLD = "a secret of tests, thirty-two signs or more";
  const NEW = "another secret, of thirty-two signs or more";
  const [before, between, after] = [
    createSecrets(OLD, { previous: NEW, ofDatabase: OLD }),
    createSecrets(NEW, { previous: OLD, ofDatabase: OLD }),
    createSecrets(NEW),
  ];
  const row = TABLE.find(({ path }) => path === "/admin/auth/add");
  if (!row) throw new Error("There is no such call.");
  let runs = 0;
  const send = (secrets: Secrets, key: string, name = "Asha") =>
    resultCode(
      idempotentAnswer(
        { ...harness.deps, secrets },
        {
          row,
          key,
          input: { name, password: PASSWORD },
          token: null,
          actor: freshActor(fixtures.admin),
          site: { kind: "platform" },
        },
        () => Promise.resolve({ run: (runs += 1) }),
      ).then((answer) => {
        expect(answer).toEqual({ run: runs });
      }),
    );
  for (const [first, ...others] of [
    [before, between, before],
    [between, before, after],
  ] as const) {
    const key = newKey();
    const until = runs + 1;
    for (const secrets of [first, ...others]) {
      expect(await send(secrets, key)).toBe("ok");
      expect(await send(secrets, key, "Vikram")).toBe("IDEMPOTENCY_KEY_MISMATCH");
    }
    expect(runs).toBe(until);
  }
  // One whose process died is taken over by an instance with another secret.
  const key = newKey();
  expect(await send(before, key)).toBe("ok");
  await harness.database
    .sql`UPDATE idempotency_keys SET response = NULL, created_at = now() - interval '10 minutes' WHERE key = ${key}`;
  expect(await send(between, key)).toBe("ok");
  expect(await send(before, key)).toBe("ok");
  expect(runs).toBe(4);
});
