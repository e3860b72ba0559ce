import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deleteOverSessions } from "@server/access/queries/sessions";
import { sessions as sessionRows, superAdminSessions, users } from "@db/schema";
import type { Sessions } from "./sessions";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let sessions: Sessions;
let companyId: string;
beforeAll(async () => {
  ({ sessions } = harness.deps);
  companyId = await harness.company();
});

const client = { ip: "203.0.113.7", userAgent: "a browser" };
const subjectOf = ({ role, id, companyId: at }: UserRow) => ({ role, id, companyId: at });
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const hours = (at: Date) => (at.getTime() - Date.now()) / 3_600_000;
const rowOf = async (token: string) => {
  const [row] = await harness.database.db
    .select()
    .from(sessionRows)
    .where(eq(sessionRows.id, hashOf(token)));
  return row;
};

test("the database stores a token's SHA-256, never the token", async () => {
  const person = await harness.person(companyId, "USER");
  const { token } = await sessions.start(subjectOf(person), client);
  const rows = await harness.database.sql`SELECT row_to_json(s)::text AS row FROM sessions s`;
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(token.slice(2));
  expect(await rowOf(token)).toMatchObject({ userId: person.id, companyId, ...client });
});

test("each role's session signs in that role only, and a stored hash signs in no one", async () => {
  const member = await harness.person(companyId, "USER");
  const admin = await harness.person(companyId, "ADMIN");
  const root = await harness.superAdmin();
  const subjects = [
    subjectOf(member),
    subjectOf(admin),
    { role: "SUPER_ADMIN" as const, id: root.id },
  ];
  for (const subject of subjects) {
    const { token } = await sessions.start(subject, client);
    const read = await sessions.read(token);
    expect(read?.actor).toEqual({
      ...subject,
      sessionId: hashOf(token),
      ...(subject.role !== "USER" && { isSteppedUp: true }),
      ...(subject.role === "ADMIN" && { adminRole: "OWNER" }),
      ...(subject.role === "SUPER_ADMIN" && { hasSecondFactor: false }),
    });
    expect(await sessions.read(hashOf(token))).toBeNull();
    // The token's prefix names the role; changing it does not change the role.
    for (const mark of ["u", "a", "s"]) {
      if (!token.startsWith(mark)) {
        expect(await sessions.read(`${mark}${token.slice(1)}`)).toBeNull();
      }
    }
  }
});

test.each([
  "",
  "u_",
  "x".repeat(45),
  "u_' OR 1=1 --",
  "u_\0",
  `u_${"a".repeat(43)}`,
  "a".repeat(1e6),
])("an invalid token has no session: %.20j", async (token) => {
  expect(await sessions.read(token)).toBeNull();
});

describe("lifetimes", () => {
  test.each([
    ["USER", 14 * 24],
    ["ADMIN", 12],
  ] as const)("a session of %s expires after %d unused hours", async (role, idle) => {
    const person = await harness.person(companyId, role);
    const { token, expiresAt } = await sessions.start(subjectOf(person), client);
    expect(hours(expiresAt)).toBeCloseTo(idle, 1);
    expect((await sessions.read(token))?.isFresh).toBe(false);

    // Use in the second half of the idle period extends the session; earlier use does not.
    const soon = new Date(Date.now() + (idle / 3) * 3_600_000);
    await harness.database.db
      .update(sessionRows)
      .set({ expiresAt: soon })
      .where(eq(sessionRows.id, hashOf(token)));
    const read = await sessions.read(token);
    expect(read?.isFresh).toBe(true);
    expect(hours(read?.expiresAt ?? soon)).toBeCloseTo(idle, 1);
    // Nobody waits for the extension.
    const written = async () => (await rowOf(token))?.expiresAt.getTime();
    await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(soon.getTime());

    await harness.database.db
      .update(sessionRows)
      .set({ expiresAt: new Date() })
      .where(eq(sessionRows.id, hashOf(token)));
    expect(await sessions.read(token)).toBeNull();
  });

  test("use does not extend a session past its absolute end", async () => {
    const person = await harness.person(companyId, "USER");
    const { token } = await sessions.start(subjectOf(person), client);
    const end = new Date(Date.now() + 3_600_000);
    await harness.database.db
      .update(sessionRows)
      .set({ absoluteExpiresAt: end, expiresAt: new Date(Date.now() + 1_800_000) })
      .where(eq(sessionRows.id, hashOf(token)));
    expect((await sessions.read(token))?.expiresAt).toEqual(end);
    await harness.database.db
      .update(sessionRows)
      .set({ absoluteExpiresAt: new Date() })
      .where(eq(sessionRows.id, hashOf(token)));
    expect(await sessions.read(token)).toBeNull();
    await deleteOverSessions(harness.database.db);
    expect(await rowOf(token)).toBeUndefined();
  });

  test("an instance whose clock is a day ahead ends no session for the others", async () => {
    const { token } = await sessions.start(
      subjectOf(await harness.person(companyId, "ADMIN")),
      client,
    );
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ["Date"] });
    try {
      expect(await sessions.read(token)).toBeNull();
      await deleteOverSessions(harness.database.db);
    } finally {
      vi.useRealTimers();
    }
    expect(await sessions.read(token)).not.toBeNull();
  });

  test("sessions last at most 90 days, 7 days and 24 hours", async () => {
    const absolute = async (role: "USER" | "ADMIN") => {
      const { token } = await sessions.start(
        subjectOf(await harness.person(companyId, role)),
        client,
      );
      return hours((await rowOf(token))?.absoluteExpiresAt ?? new Date()) / 24;
    };
    expect(await absolute("USER")).toBeCloseTo(90, 1);
    expect(await absolute("ADMIN")).toBeCloseTo(7, 1);
    const root = await harness.superAdmin();
    const { expiresAt } = await sessions.start({ role: "SUPER_ADMIN", id: root.id }, client);
    expect(hours(expiresAt)).toBeCloseTo(8, 1);
    const [row] = await harness.database.db
      .select()
      .from(superAdminSessions)
      .where(eq(superAdminSessions.userId, root.id));
    expect(hours(row?.absoluteExpiresAt ?? new Date())).toBeCloseTo(24, 1);
  });
});

describe("a session is rejected once its person is", () => {
  test.each([
    ["blocked", { status: "BLOCKED" }],
    ["inactive", { status: "INACTIVE" }],
    ["deleted", { deletedAt: new Date() }],
    ["made an admin", { role: "ADMIN" }],
  ] as const)("a session is rejected once its person is %s", async (_what, change) => {
    const person = await harness.person(companyId, "USER");
    const { token } = await sessions.start(subjectOf(person), client);
    expect(await sessions.read(token)).not.toBeNull();
    await harness.database.db.update(users).set(change).where(eq(users.id, person.id));
    expect(await sessions.read(token)).toBeNull();
  });
});

test("a person's sessions end one by one, or all except a named one", async () => {
  const person = await harness.person(companyId, "USER");
  const other = await harness.person(companyId, "USER");
  const start = () => sessions.start(subjectOf(person), client);
  const [one, two, three] = [await start(), await start(), await start()];
  const neighbour = await sessions.start(subjectOf(other), client);
  const actor = (await sessions.read(one.token))?.actor;
  if (!actor) throw new Error("The session was not read.");
  expect(await sessions.list(actor)).toHaveLength(3);
  expect((await sessions.list(actor)).filter((row) => row.isCurrent)).toHaveLength(1);

  await sessions.end(actor);
  expect(await sessions.read(one.token)).toBeNull();
  await sessions.endAll(subjectOf(person), hashOf(two.token));
  expect(await sessions.read(two.token)).not.toBeNull();
  expect(await sessions.read(three.token)).toBeNull();
  expect(await sessions.read(neighbour.token)).not.toBeNull();
});

test("starts and ends of sessions roll back with their transaction", async () => {
  const person = await harness.person(companyId, "USER");
  const { token } = await sessions.start(subjectOf(person), client);
  let begun = "";
  const ctx = await harness.context({ role: "NOBODY" });
  await expect(
    ctx.transact(async (tx) => {
      begun = (await sessions.within(tx).start(subjectOf(person), client)).token;
      await sessions.within(tx).endAll(subjectOf(person));
      throw new Error("refused");
    }),
  ).rejects.toThrow("refused");
  expect(await sessions.read(token)).not.toBeNull();
  expect(await sessions.read(begun)).toBeNull();
});
