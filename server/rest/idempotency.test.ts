import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteOldKeysOfNobody } from "@db/queries/idempotency";
import { newCast, tokenOf } from "@server/testing/rest-cast";
import { type Cast, EXPECTED } from "@server/testing/rest-expectations";
import { type RestWorld, restWorld } from "@server/testing/rest-world";
import { PASSWORD } from "@server/testing/people-world";
import { TABLE } from "./table";

let world: RestWorld;
let elsewhere: RestWorld;
let cast: Cast;
beforeAll(async () => {
  world = await restWorld();
  elsewhere = world.elsewhere();
});
afterAll(() => world.close());
beforeEach(async () => {
  cast = await newCast(world);
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
/** What an hour does to what is remembered. */
async function anHourPasses(): Promise<void> {
  await world.database
    .sql`UPDATE idempotency_keys SET created_at = created_at - interval '61 minutes'`;
  await deleteOldKeysOfNobody(world.database.db);
}
/** Addresses of files are signed afresh at each answer. */
const unsigned = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/signature=[^"]+/g, "signature="));

describe.each(rows)("%s", (name, row) => {
  test("with a key does its work once, wherever and whenever it is repeated", async () => {
    const who = RIGHT[row.audience];
    const { query = "", ...sending } = (await EXPECTED[name]?.send?.(cast, who)) ?? {};
    const token = await tokenOf(cast, who);
    const headers = { "idempotency-key": newKey() };
    const call = { ...sending, token, headers };
    const first = await world.send(row.method, row.path + query, call);
    expect(first.status).toBe(200);

    const before = await world.rows();
    await anHourPasses();
    const again = await elsewhere.send(row.method, row.path + query, call);
    expect({ status: again.status, body: unsigned(again.body) }).toEqual({
      status: 200,
      body: unsigned(first.body),
    });
    expect(await world.rows()).toBe(before);

    const other = {
      ...Object(sending.json),
      amount: 4321,
      id: cast.companyId,
      purchaseId: "PUR-000001",
      upi: "x@okbank",
    } as object;
    const otherwise = await elsewhere.send(row.method, `${row.path}${query || "?"}&unlike=it`, {
      ...call,
      ...(row.method !== "GET" && !row.takesFile && { json: other }),
    });
    expect(`${otherwise.status} ${otherwise.body.code}`).toBe("422 IDEMPOTENCY_KEY_MISMATCH");
    expect(await world.rows()).toBe(before);
  });
});

test("two at once do the work of one", async () => {
  const token = await tokenOf(cast, "admin");
  const json = { name: "Asha", email: "twice@people.example", mobile: "9876543210", role: "USER" };
  const call = {
    token,
    json: { ...json, password: PASSWORD },
    headers: { "idempotency-key": newKey() },
  };
  const [one, two] = await Promise.all([
    world.send("POST", "/admin/auth/add", call),
    elsewhere.send("POST", "/admin/auth/add", call),
  ]);
  expect(one.status).toBe(200);
  expect(two.body).toEqual(one.body);
  // Without a key the same is refused: the address is taken.
  const { headers: _key, ...bare } = call;
  expect((await world.send("POST", "/admin/auth/add", bare)).body.code).toBe("EMAIL_TAKEN");
});

test("a refusal does not use the key up", async () => {
  const headers = { "idempotency-key": newKey() };
  const { email: user } = cast.member;
  const logIn = (password: string) => ({
    headers,
    json: { companyId: cast.companyId, user, password },
  });
  expect((await world.send("POST", "/user/auth/login", logIn("wrong"))).status).toBe(401);
  expect((await world.send("POST", "/user/auth/login", logIn(PASSWORD))).status).toBe(200);
});

test("a call whose process died is made again, once it can no longer be under way", async () => {
  const token = await tokenOf(cast, "admin");
  const headers = { "idempotency-key": newKey() };
  const json = {
    name: "Asha",
    email: "died@people.example",
    mobile: "9876543210",
    role: "USER",
    password: PASSWORD,
  };
  expect((await world.send("POST", "/admin/auth/add", { token, headers, json })).status).toBe(200);
  await world.database.sql`DELETE FROM users WHERE email = 'died@people.example'`;
  await world.database
    .sql`UPDATE idempotency_keys SET response = NULL, created_at = now() - interval '10 minutes' WHERE key = ${headers["idempotency-key"]}`;
  expect((await world.send("POST", "/admin/auth/add", { token, headers, json })).status).toBe(200);
});

test("one person's key is nobody else's, and what is kept tells no token", async () => {
  const headers = { "idempotency-key": newKey() };
  const logIn = (user: string) => ({
    headers,
    json: { companyId: cast.companyId, user, password: PASSWORD },
  });
  const { body } = await world.send("POST", "/user/auth/login", logIn(cast.member.email));
  const { token } = body.data as { token: string };
  const kept = await world.database.sql`SELECT * FROM idempotency_keys`;
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(JSON.stringify(kept)).not.toContain(headers["idempotency-key"]);

  const name = { headers, json: { password: PASSWORD, name: "New Name" } };
  for (const person of [cast.member, cast.otherMember]) {
    const sent = { ...name, token: await world.tokenFor(person) };
    const { body: answer } = await world.send("PUT", "/user/auth/profile/update", sent);
    expect(answer.data).toMatchObject({ id: person.id });
  }
});

test.each(["", "a b", "x".repeat(201)])("a key like %j is refused", async (key) => {
  const call = { headers: { "idempotency-key": key } };
  const { status, body } = await world.send("POST", "/user/auth/login", call);
  expect(`${status} ${body.code}`).toBe("400 IDEMPOTENCY_KEY_INVALID");
});

test("lists within lists without end are no fault of ours, with a key either", async () => {
  const depth = 200_000;
  const raw = `{"user":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const headers = { "idempotency-key": newKey() };
  const call = { raw, type: "application/json", headers, at: cast.companyId };
  const { status, body } = await world.send("POST", "/user/auth/login", call);
  expect(`${status} ${body.code}`).toBe("400 MALFORMED_BODY");
});
