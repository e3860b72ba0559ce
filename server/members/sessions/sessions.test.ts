import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessions as sessionRows, users } from "@db/schema";
import { NOBODY, type SignedInActor } from "@server/access/call/actor";
import { refusalFrom } from "@server/access/call/refusal-from";
import { type Caller, createCaller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  memberHarness,
  quickPasswords,
  type UserRow,
} from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() =>
  memberHarness({
    passwords: {
      ...quickPasswords,
      async verify(hash, password) {
        verified.push(hash);
        await meanwhile();
        return quickPasswords.verify(hash, password);
      },
    },
  }),
);
/** Hashes that were verified; null for an unknown account. */
let verified: (string | null)[] = [];
/** Runs while a password is being verified. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
let companyId: string;
let api: Caller;

beforeEach(async () => {
  companyId = await harness.company();
  api = await harness.caller({ at: companyId });
  verified = [];
});
afterEach(() => {
  meanwhile = () => Promise.resolve();
  return harness.database.sql`DELETE FROM login_throttles`;
});

const sessionsOf = (person: UserRow) =>
  harness.database.db.select().from(sessionRows).where(eq(sessionRows.userId, person.id));
const logIn = (email: string, password: string, from: { ip?: string } = {}) =>
  harness
    .caller({ at: companyId, ...from })
    .then((caller) => resultCode(caller.sessions.logIn({ email, password })));

test("a member logs in, ignoring the address's case, and gets a session", async () => {
  const person = await harness.person(companyId, "USER");
  const { token, expiresAt } = await api.sessions.logIn({
    email: ` ${person.email.toUpperCase()} `,
    password: PASSWORD,
  });
  expect((await harness.deps.sessions.read(token))?.actor).toMatchObject({
    role: "USER",
    id: person.id,
  });
  expect(new Date(expiresAt).toISOString()).toBe(expiresAt);
});

test("two instances log one member in at once, ten times each", { tags: ["full"] }, async () => {
  const person = await harness.person(companyId, "USER");
  const callers = await Promise.all(
    [harness, harness.elsewhere()].map((on) => on.caller({ at: companyId })),
  );
  // More tries than an account has: those of right passwords are taken back.
  const rounds = [0, 1].map(async (i) => {
    for (let n = 0; n < 10; n += 1) {
      await callers[i]?.sessions.logIn({ email: person.email, password: PASSWORD });
    }
  });
  await Promise.all(rounds);
  expect(await sessionsOf(person)).toHaveLength(20);
});

describe("every failed login gets the same refusal after the same work", () => {
  test("every kind of failed login gets the same refusal after the same work", async () => {
    const cases: [string, string, UserRow | null][] = [["nobody@people.example", PASSWORD, null]];
    const add = async (change: Partial<UserRow>, password = PASSWORD) => {
      const person = await harness.person(companyId, change.role ?? "USER", change);
      cases.push([person.email, password, person]);
    };
    await add({}, "not the password");
    await add({ status: "BLOCKED" });
    await add({ status: "INACTIVE" });
    await add({ deletedAt: new Date() });
    await add({ role: "ADMIN" });
    await add({ passwordHash: null });
    const elsewhere = await harness.person(await harness.company(), "USER");
    cases.push([elsewhere.email, PASSWORD, elsewhere]);

    for (const [email, password, person] of cases) {
      verified = [];
      expect(await logIn(email, password)).toBe("WRONG_LOGIN");
      expect(verified).toHaveLength(1);
      if (person) expect(await sessionsOf(person)).toHaveLength(0);
    }
  });

  test("a member cannot log in as an admin, nor through the platform", async () => {
    const person = await harness.person(companyId, "USER");
    const input = { email: person.email, password: PASSWORD };
    expect(await resultCode(api.sessions.logInAdmin(input))).toBe("WRONG_LOGIN");
    const platform = await harness.caller();
    expect(await resultCode(platform.sessions.logInAdmin(input))).toBe("WRONG_LOGIN");
    expect(await resultCode(platform.sessions.logIn(input))).toBe("COMPANY_NOT_CONFIGURED");
    expect(await resultCode(platform.sessions.logIn({ ...input, companyId }))).toBe("ok");
    expect(await sessionsOf(person)).toHaveLength(1);
  });
});

describe("guessing", () => {
  test("a login is refused after ten wrong ones of an account, even with the right password", async () => {
    const person = await harness.person(companyId, "USER");
    for (let i = 0; i < 10; i += 1) {
      expect(await logIn(person.email, "wrong", { ip: `192.0.2.${i}` })).toBe("WRONG_LOGIN");
    }
    expect(await logIn(person.email, PASSWORD, { ip: "192.0.2.99" })).toBe("LOGIN_THROTTLED");
    expect(await sessionsOf(person)).toHaveLength(0);
  });

  test("a login is limited for an unknown account as well", async () => {
    for (let i = 0; i < 10; i += 1) {
      expect(await logIn("nobody@people.example", "x", { ip: `192.0.2.${i}` })).toBe("WRONG_LOGIN");
    }
    expect(await logIn("NOBODY@people.example", "x", { ip: "192.0.2.99" })).toBe("LOGIN_THROTTLED");
  });

  test("a throttled login is refused with the time of the next try", async () => {
    for (let i = 0; i < 10; i += 1) await logIn("nobody@people.example", "x");
    const error = await api.sessions
      .logIn({ email: "nobody@people.example", password: "x" })
      .catch((refused: unknown) => refusalFrom(refused));
    expect(error).toMatchObject({ code: "LOGIN_THROTTLED" });
    expect(Reflect.get(error ?? {}, "retryAfterSeconds")).toBeGreaterThan(0);
    expect(Reflect.get(error ?? {}, "retryAfterSeconds")).toBeLessThanOrEqual(900);
  });

  test(
    "an account gets ten verifications from fifty concurrent logins on two instances",
    { tags: ["full"] },
    async () => {
      const person = await harness.person(companyId, "USER");
      const there = await harness.elsewhere().caller({ at: companyId });
      await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          resultCode((i % 2 ? api : there).sessions.logIn({ email: person.email, password: "x" })),
        ),
      );
      expect(verified).toHaveLength(10);
    },
  );

  test(
    "wrong logins are limited to a hundred per network, over all accounts",
    { tags: ["full"] },
    async () => {
      const outcomes: string[] = [];
      for (let i = 0; i < 101; i += 1) outcomes.push(await logIn(`p${i}@people.example`, "x"));
      expect(outcomes.slice(0, 100).every((one) => one === "WRONG_LOGIN")).toBe(true);
      expect(outcomes[100]).toBe("LOGIN_THROTTLED");
    },
  );

  test(
    "the limit of wrong logins ignores right ones: a hundred and twenty in a row pass",
    { tags: ["full"] },
    async () => {
      const person = await harness.person(companyId, "USER");
      for (let i = 0; i < 120; i += 1) expect(await logIn(person.email, PASSWORD)).toBe("ok");
    },
  );

  test("wrong logins are forgotten for an account after a right one", async () => {
    const person = await harness.person(companyId, "USER");
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 9; i += 1) await logIn(person.email, "wrong");
      expect(await logIn(person.email, PASSWORD)).toBe("ok");
    }
  });

  test(
    "wrong logins by others do not lock the owner out of a trusted network",
    { tags: ["full"] },
    async () => {
      const person = await harness.person(companyId, "USER");
      expect(await logIn(person.email, PASSWORD, { ip: "203.0.113.50" })).toBe("ok");
      for (let i = 0; i < 12; i += 1) await logIn(person.email, "wrong", { ip: `192.0.2.${i}` });
      expect(await logIn(person.email, PASSWORD, { ip: "192.0.2.99" })).toBe("LOGIN_THROTTLED");
      expect(await logIn(person.email, PASSWORD, { ip: "203.0.113.50" })).toBe("ok");
      // Guesses from the trusted network are limited as well.
      for (let i = 0; i < 30; i += 1) await logIn(person.email, "wrong", { ip: "203.0.113.50" });
      expect(await logIn(person.email, PASSWORD, { ip: "203.0.113.50" })).toBe("LOGIN_THROTTLED");
    },
  );

  test("wrong logins do not affect an account with the same address at another company", async () => {
    const person = await harness.person(companyId, "USER");
    const other = await harness.company();
    const namesake = await harness.person(other, "USER", { email: person.email });
    for (let i = 0; i < 11; i += 1) await logIn(person.email, "wrong", { ip: `192.0.2.${i}` });
    const there = await harness.caller({ at: other });
    expect(
      await resultCode(there.sessions.logIn({ email: namesake.email, password: PASSWORD })),
    ).toBe("ok");
  });
});

describe("changes during password verification count", () => {
  test.each([
    ["blocked", { status: "BLOCKED" }],
    ["a new password", { passwordHash: "hash of another" }],
    ["made an admin", { role: "ADMIN" }],
  ] as const)(
    "a login counts a change during its password verification: %s",
    async (_what, change) => {
      const person = await harness.person(companyId, "USER");
      meanwhile = () =>
        harness.database.db.update(users).set(change).where(eq(users.id, person.id));
      expect(await logIn(person.email, PASSWORD)).toBe("WRONG_LOGIN");
      expect(await sessionsOf(person)).toHaveLength(0);
    },
  );
});

describe("admins", () => {
  test("admins log in on their company's host, and on the platform if no other admin has the address", async () => {
    const admin = await harness.person(companyId, "ADMIN");
    const input = { email: admin.email, password: PASSWORD };
    const platform = await harness.caller();
    expect(await resultCode(api.sessions.logInAdmin(input))).toBe("ok");
    expect(await resultCode(platform.sessions.logInAdmin(input))).toBe("ok");
    expect(await resultCode(platform.sessions.logInAdmin({ ...input, companyId }))).toBe("ok");

    const other = await harness.company();
    const twin = await harness.person(other, "ADMIN", { email: admin.email });
    expect(await resultCode(platform.sessions.logInAdmin(input))).toBe("WRONG_LOGIN");
    const { token } = await platform.sessions.logInAdmin({ ...input, companyId: other });
    expect((await harness.deps.sessions.read(token))?.actor).toMatchObject({ id: twin.id });
  });

  test("admins' guesses share one limit between both hosts", async () => {
    const admin = await harness.person(companyId, "ADMIN");
    for (let i = 0; i < 10; i += 1) {
      const from = await harness.caller({ at: i % 2 ? companyId : null, ip: `192.0.2.${i}` });
      const call = from.sessions.logInAdmin({ email: admin.email, password: "wrong" });
      expect(await resultCode(call)).toBe("WRONG_LOGIN");
    }
    const call = api.sessions.logInAdmin({ email: admin.email, password: PASSWORD });
    expect(await resultCode(call)).toBe("LOGIN_THROTTLED");
  });

  test("admins cannot log in on another company's host, nor as a member", async () => {
    const admin = await harness.person(companyId, "ADMIN");
    const input = { email: admin.email, password: PASSWORD };
    const other = await harness.caller({ at: await harness.company() });
    expect(await resultCode(other.sessions.logInAdmin(input))).toBe("WRONG_LOGIN");
    expect(await resultCode(other.sessions.logInAdmin({ ...input, companyId }))).toBe(
      "COMPANY_MISMATCH",
    );
    expect(await resultCode(api.sessions.logIn(input))).toBe("WRONG_LOGIN");
    expect(await sessionsOf(admin)).toHaveLength(0);
  });
});

describe("super admins", () => {
  const ask = async (email: string, ip?: string) =>
    resultCode(
      (await harness.caller({ ip: ip ?? "203.0.113.8" })).sessions.requestSuperAdminCode({ email }),
    );
  const codeOf = async (email: string) =>
    (await harness.sentTo(email, "superAdminCode"))[0]?.code ?? "";

  test(
    "super admins log in with a code valid for three minutes; another is sent after its countdown",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const platform = await harness.caller();
      expect(await platform.sessions.requestSuperAdminCode({ email: root.email })).toEqual({
        channels: ["EMAIL"],
        resendAfterSeconds: 179,
        expiresInSeconds: 180,
      });
      expect(await ask(root.email, "203.0.113.7")).toBe("CODE_RESEND_TOO_SOON");
      const otp = await codeOf(root.email);
      const { token } = await platform.sessions.logInSuperAdmin({ email: root.email, otp });
      expect((await harness.deps.sessions.read(token))?.actor).toMatchObject({
        role: "SUPER_ADMIN",
        id: root.id,
      });
      const again = platform.sessions.logInSuperAdmin({ email: root.email, otp });
      expect(await resultCode(again)).toBe("CODE_WRONG");
    },
  );

  test(
    "super admins are notified of a login from a new device only",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const from = async (ip: string, userAgent: string) => {
        await harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-resend%'`;
        await ask(root.email);
        const caller = await harness.caller({ ip, userAgent });
        await caller.sessions.logInSuperAdmin({ email: root.email, otp: await codeOf(root.email) });
        return (await harness.sentTo(root.email, "newDevice")).length;
      };
      const firefox = (version: string) => `Mozilla/5.0 (Windows NT 10.0) Firefox/${version}`;
      expect(await from("203.0.113.8", firefox("132.0"))).toBe(1);
      expect(await from("203.0.113.8", firefox("133.0.1"))).toBe(1);
      expect(await from("198.51.100.9", firefox("133.0.1"))).toBe(2);
      expect(await from("203.0.113.8", "curl/8.9.1")).toBe(3);
      const told = await harness.sentTo(root.email, "newDevice");
      expect(told.map(({ device, ip }) => [device, ip])).toEqual([
        ["", "203.0.113.8"],
        ["Firefox, Windows", "198.51.100.9"],
        ["Firefox, Windows", "203.0.113.8"],
      ]);
    },
  );

  test(
    "addresses of others are sent no super admin's code, though the answer is the same",
    { tags: ["full"] },
    async () => {
      const admin = await harness.person(companyId, "ADMIN");
      const platform = await harness.caller();
      expect(await platform.sessions.requestSuperAdminCode({ email: admin.email })).toEqual({
        channels: ["EMAIL"],
        resendAfterSeconds: 179,
        expiresInSeconds: 180,
      });
      expect(await harness.sentTo(admin.email, "superAdminCode")).toHaveLength(0);
      const call = platform.sessions.logInSuperAdmin({ email: admin.email, otp: "123456" });
      expect(await resultCode(call)).toBe("CODE_WRONG");
    },
  );

  test("super admins cannot log in on a company's host", async () => {
    const root = await harness.superAdmin();
    expect(await resultCode(api.sessions.requestSuperAdminCode({ email: root.email }))).toBe(
      "NOT_FOUND",
    );
    await ask(root.email);
    const otp = await codeOf(root.email);
    expect(await resultCode(api.sessions.logInSuperAdmin({ email: root.email, otp }))).toBe(
      "NOT_FOUND",
    );
    const mapped = await harness.caller({ at: companyId, isPlatform: true });
    expect(await resultCode(mapped.sessions.logInSuperAdmin({ email: root.email, otp }))).toBe(
      "ok",
    );
  });

  test(
    "super admins are not locked out of a trusted network by others who request codes",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const home = await harness.caller({ ip: "203.0.113.60" });
      await home.sessions.requestSuperAdminCode({ email: root.email });
      await home.sessions.logInSuperAdmin({ email: root.email, otp: await codeOf(root.email) });
      for (let i = 0; i < 22; i += 1) {
        // The first login at home, from a network not known yet, counts as well.
        const expected = i < 19 ? "ok" : "CODE_THROTTLED";
        expect(await ask(root.email, `192.0.2.${i}`)).toBe(expected);
      }
      await harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-resend%'`;
      expect(await ask(root.email, "203.0.113.60")).toBe("ok");
    },
  );
});

describe("a person's own sessions", () => {
  const signedIn = async (person: UserRow) => {
    const { token } = await api.sessions.logIn({ email: person.email, password: PASSWORD });
    const read = await harness.deps.sessions.read(token);
    if (!read) throw new Error("The session was not read.");
    return { token, mine: await harness.caller({ at: companyId }, read.actor) };
  };

  test("a person's own sessions are listed, and ended one by one or all", async () => {
    const person = await harness.person(companyId, "USER");
    const [one, two] = [await signedIn(person), await signedIn(person)];
    expect(await one.mine.sessions.listMine()).toHaveLength(2);
    await one.mine.sessions.endAll({});
    expect(await harness.deps.sessions.read(two.token)).toBeNull();
    expect(await harness.deps.sessions.read(one.token)).not.toBeNull();
    await one.mine.sessions.logOut();
    expect(await harness.deps.sessions.read(one.token)).toBeNull();
  });

  test("calls about one's own sessions are refused without a session", async () => {
    for (const call of [
      api.sessions.me(),
      api.sessions.listMine(),
      api.sessions.logOut(),
      api.sessions.endAll({}),
    ]) {
      expect(await resultCode(call)).toBe("NOT_SIGNED_IN");
    }
  });

  test("a session identifies its person", async () => {
    const person = await harness.person(companyId, "ADMIN", { language: "hi" });
    expect(await (await harness.as(person)).sessions.me()).toMatchObject({
      id: person.id,
      role: "ADMIN",
      email: person.email,
      language: "hi",
    });
  });
});

test.each(["USER", "ADMIN"] as const)(
  "a login on a page remembers the host for links to a %s; one by REST does not",
  async (role) => {
    const person = await harness.person(companyId, role);
    const logIn = async (host: string, facts: { transport?: "rest"; isAgain?: boolean } = {}) => {
      const context = await harness.context(NOBODY, { at: companyId, host });
      const session = { role, id: person.id, companyId, sessionId: "none" } as SignedInActor;
      const api = createCaller({
        ...context,
        ...(facts.transport && { transport: facts.transport }),
        ...(facts.isAgain && { presentSession: () => Promise.resolve(session) }),
      });
      const given = { email: person.email, password: PASSWORD };
      await (role === "USER" ? api.sessions.logIn(given) : api.sessions.logInAdmin(given));
      return (await harness.row(person)).host;
    };
    expect(await logIn("api.example", { transport: "rest" })).toBeNull();
    expect(await logIn("first.example")).toBe("first.example");
    // A browser that is logged in already takes the way of a transaction.
    expect(await logIn("second.example", { isAgain: true })).toBe("second.example");
    expect(await logIn("api.example", { transport: "rest" })).toBe("second.example");
  },
);
