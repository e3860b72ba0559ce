import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";
import { sessions as sessionRows, users } from "@db/schema";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { totpCode } from "@server/members/rules/codes";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  quickPasswords,
  type UserRow,
} from "@server/testing/member-harness";

const OLD = `old hash of ${PASSWORD}`;
const NEW = `hash of ${PASSWORD}`;
let harness: MemberHarness;
let companyId: string;
let api: Caller;
let counter: RoundTripCounter;
/** The harness through a proxy that counts. */
let counted: MemberHarness;
/** Runs before a password is hashed anew. */
let meanwhile: () => Promise<unknown>;

beforeAll(async () => {
  harness = await memberHarness({
    passwords: {
      async hash(password) {
        await meanwhile();
        return quickPasswords.hash(password);
      },
      verify: async (hash, password) =>
        hash === `old hash of ${password}` || quickPasswords.verify(hash, password),
      isOutdated: (hash) => hash.startsWith("old "),
    },
  });
  counter = await countRoundTrips(harness.database.url);
  counted = harness.elsewhere(counter.url);
  companyId = await harness.company();
  api = await harness.caller({ at: companyId });
});
afterAll(async () => {
  await harness.close();
  await counter.close();
});
beforeEach(() => {
  meanwhile = () => Promise.resolve();
});

const withOldHash = (role: "USER" | "ADMIN" = "USER") =>
  harness.person(companyId, role, { passwordHash: OLD });
const hashOf = async (person: UserRow) => (await harness.row(person)).passwordHash;
const sessionsOf = (person: UserRow) =>
  harness.database.db.select().from(sessionRows).where(eq(sessionRows.userId, person.id));
const logIn = ({ email, role }: UserRow, password = PASSWORD) =>
  resultCode(
    role === "USER"
      ? api.sessions.logIn({ email, password })
      : api.sessions.logInAdmin({ email, password }),
  );

test.each(["USER", "ADMIN"] as const)("a right password of %s is hashed anew", async (role) => {
  const person = await withOldHash(role);
  expect(await logIn(person, "wrong")).toBe("WRONG_LOGIN");
  expect(await hashOf(person)).toBe(OLD);
  expect(await logIn(person)).toBe("ok");
  expect(await hashOf(person)).toBe(NEW);
  expect(await sessionsOf(person)).toHaveLength(1);
});

test("an admin's ticket for the second step outlives the hashing of the password anew", async () => {
  const person = await withOldHash("ADMIN");
  const secret = await harness.authenticator(person);
  const begun = await api.sessions.startAdmin({ email: person.email, password: PASSWORD });
  if (!("ticket" in begun)) throw new Error("There is no second step.");
  expect(await hashOf(person)).toBe(NEW);
  const code = totpCode(secret, new Date());
  expect(await resultCode(api.sessions.finishAdmin({ ticket: begun.ticket, code }))).toBe("ok");
});

test("a login goes on with the old hash where it cannot be hashed anew", async () => {
  const person = await withOldHash();
  meanwhile = () => Promise.reject(refuse("SERVER_BUSY"));
  expect(await logIn(person)).toBe("ok");
  expect(await hashOf(person)).toBe(OLD);
});

test(
  "eight concurrent logins of one member with an old hash all succeed",
  { tags: ["full"] },
  async () => {
    const person = await withOldHash();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => logIn(person)));
    expect(outcomes).toEqual(Array(8).fill("ok"));
    expect(await hashOf(person)).toBe(NEW);
  },
);

test("a password that was changed while a login hashed the old one stays, and the login is refused", async () => {
  const person = await withOldHash();
  const changed = "hash of another password";
  meanwhile = () =>
    harness.database.db.update(users).set({ passwordHash: changed }).where(eq(users.id, person.id));
  expect(await logIn(person)).toBe("WRONG_LOGIN");
  expect(await hashOf(person)).toBe(changed);
  expect(await sessionsOf(person)).toHaveLength(0);
});

test("a member's login takes three statements, without a transaction", async () => {
  const { id, email } = await harness.person(companyId, "USER");
  const caller = await counted.caller({ at: companyId });
  let token = "";
  const trips = await counter.record(async () => {
    ({ token } = await caller.sessions.logIn({ email, password: PASSWORD }));
  });
  expect((await harness.deps.sessions.read(token))?.actor).toMatchObject({ role: "USER", id });
  const statements = trips.flatMap((trip) => trip.statements);
  expect(statements).toHaveLength(3);
  expect(statements).not.toContain("commit");
});

test("a refused login takes two statements, whether the account exists or not", async () => {
  const { email } = await harness.person(companyId, "USER");
  const caller = await counted.caller({ at: companyId });
  for (const asked of [email, "nobody@people.example"]) {
    const trips = await counter.record(() =>
      expect(caller.sessions.logIn({ email: asked, password: "wrong" })).rejects.toThrow(),
    );
    expect(trips.flatMap((trip) => trip.statements)).toHaveLength(2);
  }
});
