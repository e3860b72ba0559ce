import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { twoFactors } from "@db/schema";
import { readConfig } from "@server/platform/config/environment";
import { type Actor, NOBODY } from "@server/access/call/actor";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { totpCode } from "@server/members/rules/codes";
import { createCaller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, type MemberHarness, memberHarness } from "@server/testing/member-harness";

/** These tests act as strangers, and check whether the owner of an account still gets in. */

const LIMITS = {
  codesPerIpHour: 40,
  codesPerCompanyHour: 12,
  wrongLoginsPerIp: 12,
  wrongCodesPerAccountMonth: 8,
};
let harness: MemberHarness;
beforeAll(async () => {
  const { limits } = readConfig({ NODE_ENV: "test" });
  harness = await memberHarness({ config: { limits: { ...limits, ...LIMITS } } });
});
afterAll(() => harness.close());
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const HOME = "203.0.113.80";
/** A network that the owner has never used. */
const HOTEL = "203.0.113.90";
const stranger = (n: number) => `198.51.100.${n}`;

const later = (seconds: number) =>
  harness.database
    .sql`UPDATE login_throttles SET window_ends_at = window_ends_at - make_interval(secs => ${seconds})`;

const ask = async (email: string, ip: string) =>
  resultCode((await harness.caller({ ip })).sessions.requestSuperAdminCode({ email }));
const guess = async (email: string, ip: string, otp: string) =>
  resultCode((await harness.caller({ ip })).sessions.logInSuperAdmin({ email, otp }));
const newestCode = async (email: string) =>
  (await harness.sentTo(email, "superAdminCode"))[0]?.code ?? "";
/** Different from every code that was sent. */
const wrong = async (email: string) => {
  const codes = (await harness.sentTo(email, "superAdminCode")).map(({ code }) => code);
  return ["111111", "222222", "333333"].find((code) => !codes.includes(code)) ?? "";
};
async function logIn(email: string, ip: string): Promise<string> {
  const asked = await ask(email, ip);
  return asked === "ok" ? guess(email, ip, await newestCode(email)) : asked;
}

/** A super admin who has logged in at home. */
async function rootAtHome(): Promise<string> {
  const { email } = await harness.superAdmin();
  expect(await logIn(email, HOME)).toBe("ok");
  await harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-%'`;
  return email;
}

describe("requests for codes", () => {
  test(
    "refused requests for codes keep nobody out, not even on a network that the owner never used",
    { tags: ["full"] },
    async () => {
      const { email } = await harness.superAdmin();
      const answers: string[] = [];
      // An hour of requests, one in each resend window.
      for (let i = 0; i < 20; i += 1) {
        answers.push(await ask(email, stranger(1)));
        await later(179);
      }
      expect(answers.filter((one) => one === "ok")).toHaveLength(5);
      expect(answers.at(-1)).toBe("CODE_THROTTLED");
      await ask(email, stranger(1));
      expect(await logIn(email, HOTEL)).toBe("ok");
    },
  );

  test(
    "requests by strangers use up neither the owner's share of the address nor of the platform's budget",
    { tags: ["full"] },
    async () => {
      const email = await rootAtHome();
      for (let i = 0; i < LIMITS.codesPerCompanyHour; i += 1) {
        expect(await ask(i < 4 ? email : `guest${i}@platform.example`, stranger(i))).toBe("ok");
      }
      expect(await ask("last@platform.example", stranger(50))).toBe("CODE_THROTTLED");
      expect(await logIn(email, HOTEL)).toBe("CODE_THROTTLED");
      expect(await logIn(email, HOME)).toBe("ok");
    },
  );

  test(
    "requests by strangers on the owner's network use up that network's budget, not the owner's share",
    { tags: ["full"] },
    async () => {
      const email = await rootAtHome();
      const guests = await Promise.all(
        Array.from({ length: 4 }, async () =>
          harness.caller({ at: await harness.company(), ip: HOME }),
        ),
      );
      const answers: string[] = [];
      for (let i = 0; i < 44; i += 1) {
        const call = guests[i % 4]?.passwords.requestReset({ email: `guest${i}@people.example` });
        answers.push(await resultCode(call ?? Promise.reject(refuse("NOT_FOUND"))));
      }
      expect(answers.filter((one) => one === "ok")).toHaveLength(LIMITS.codesPerIpHour);
      expect(await logIn(email, HOME)).toBe("ok");
    },
  );

  test(
    "requests by strangers leave a company's members and admins their share, on both hosts",
    { tags: ["full"] },
    async () => {
      const companyId = await harness.company();
      const member = await harness.person(companyId, "USER");
      const admin = await harness.person(companyId, "ADMIN");
      const home = await harness.caller({ at: companyId, ip: HOME });
      await home.sessions.logIn({ email: member.email, password: PASSWORD });
      await home.sessions.logInAdmin({ email: admin.email, password: PASSWORD });
      for (const at of [companyId, null]) {
        for (let i = 0; i <= LIMITS.codesPerCompanyHour; i += 1) {
          const from = await harness.caller({ at, ip: stranger(i) });
          await resultCode(from.passwords.requestResetAdmin({ email: `guest${i}@people.example` }));
        }
      }
      const platform = await harness.caller({ ip: HOME });
      const hotel = await harness.caller({ ip: HOTEL });
      const email = admin.email;
      expect(await resultCode(hotel.passwords.requestResetAdmin({ email }))).toBe("CODE_THROTTLED");
      expect(await resultCode(platform.passwords.requestResetAdmin({ email }))).toBe("ok");
      expect(await resultCode(home.passwords.requestResetAdmin({ email }))).toBe("ok");
      expect(await resultCode(home.passwords.requestReset({ email: member.email }))).toBe("ok");
      expect(await harness.sentTo(email, "resetCode")).toHaveLength(2);
      expect(await resultCode((await harness.as(member)).passwords.requestChangeCode())).toBe("ok");
    },
  );

  test(
    "requests whose code could not be sent start no window and use nothing up",
    { tags: ["full"] },
    async () => {
      const { email } = await harness.superAdmin();
      const { jobs } = harness.deps;
      harness.deps.jobs = { ...jobs, notify: () => Promise.reject(refuse("DATA_BUSY")) };
      for (let i = 0; i < 7; i += 1) expect(await ask(email, HOTEL)).toBe("DATA_BUSY");
      harness.deps.jobs = jobs;
      expect(await logIn(email, HOTEL)).toBe("ok");
    },
  );

  test(
    "one of twenty concurrent requests at two instances is sent a code",
    { tags: ["full"] },
    async () => {
      const { email } = await harness.superAdmin();
      const callers = await Promise.all(
        [harness, harness.elsewhere()].map((on) => on.caller({ ip: HOTEL })),
      );
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          resultCode(
            callers[i % 2]?.sessions.requestSuperAdminCode({ email }) ??
              Promise.reject(refuse("NOT_FOUND")),
          ),
        ),
      );
      expect(answers.filter((one) => one === "ok")).toHaveLength(1);
      expect(answers.filter((one) => one === "CODE_RESEND_TOO_SOON")).toHaveLength(19);
      expect(await harness.sentTo(email, "superAdminCode")).toHaveLength(1);
    },
  );
});

test(
  "wrong codes and new codes from elsewhere do not invalidate the owner's code",
  { tags: ["full"] },
  async () => {
    const { email } = await harness.superAdmin();
    await ask(email, HOTEL);
    const otp = await newestCode(email);
    for (let i = 0; i < 7; i += 1) {
      expect(await guess(email, stranger(i), await wrong(email))).toBe("CODE_WRONG");
    }
    expect(await ask(email, stranger(9))).toBe("ok");
    expect(await guess(email, HOTEL, otp)).toBe("ok");
  },
);

test(
  "a code guessed at from other networks has five tries altogether",
  { tags: ["full"] },
  async () => {
    const { email } = await harness.superAdmin();
    await ask(email, HOTEL);
    for (let i = 0; i < 5; i += 1) await guess(email, stranger(i), await wrong(email));
    expect(await guess(email, stranger(9), await newestCode(email))).toBe("CODE_WRONG");
  },
);

test(
  "strangers who use up their network's wrong logins do not lock out who logged in there",
  { tags: ["full"] },
  async () => {
    const companyId = await harness.company();
    const member = await harness.person(companyId, "USER");
    const logInFrom = async (ip: string, email: string, password: string) =>
      resultCode((await harness.caller({ at: companyId, ip })).sessions.logIn({ email, password }));
    expect(await logInFrom(HOME, member.email, PASSWORD)).toBe("ok");
    for (let i = 0; i < LIMITS.wrongLoginsPerIp; i += 1) {
      expect(await logInFrom(HOME, `guest${i}@people.example`, "wrong")).toBe("WRONG_LOGIN");
    }
    expect(await logInFrom(HOME, "guest@people.example", "wrong")).toBe("LOGIN_THROTTLED");
    expect(await logInFrom(HOME, member.email, PASSWORD)).toBe("ok");
    const newcomer = await harness.person(companyId, "USER");
    expect(await logInFrom(HOME, newcomer.email, PASSWORD)).toBe("LOGIN_THROTTLED");
    // The owner's own share ends as well.
    const own: string[] = [];
    for (let i = 0; i < 12; i += 1) own.push(await logInFrom(HOME, member.email, "wrong"));
    expect(own.at(-1)).toBe("LOGIN_THROTTLED");
  },
);

describe("wrong codes over a month", () => {
  /** Guesses until the limit; hours pass between the codes. */
  async function guessOn(email: string) {
    for (let i = 0; i < LIMITS.wrongCodesPerAccountMonth; i += 1) {
      if (i % 4 === 0) {
        await later(3600);
        await ask(email, stranger(i));
      }
      expect(await guess(email, stranger(i - (i % 4)), await wrong(email))).toBe("CODE_WRONG");
    }
  }

  test("wrong codes over a month end with codes of twelve digits and a mail; the owner gets in everywhere", async () => {
    const email = await rootAtHome();
    await guessOn(email);
    expect(await harness.sentTo(email, "wrongCodes")).toEqual([
      { guessed: "CODE", wrong: LIMITS.wrongCodesPerAccountMonth, days: 30 },
    ]);
    // A right code of six digits that is still valid no longer opens the account from there.
    expect(await guess(email, stranger(4), await newestCode(email))).toBe("CODE_WRONG");

    await later(3600);
    await ask(email, HOTEL);
    expect(await newestCode(email)).toMatch(/^\d{4} \d{4} \d{4}$/);
    expect(await guess(email, HOTEL, await newestCode(email))).toBe("ok");

    await ask(email, HOME);
    expect(await newestCode(email)).toMatch(/^\d{6}$/);
    expect(await guess(email, HOME, await newestCode(email))).toBe("ok");

    // A month after the first wrong one, six digits are enough again.
    await later(30 * 24 * 3600);
    await ask(email, stranger(60));
    expect(await newestCode(email)).toMatch(/^\d{6}$/);
    expect(await harness.sentTo(email, "wrongCodes")).toHaveLength(1);
  });

  test(
    "guesses do not count where there is no code to be guessed",
    { tags: ["full"] },
    async () => {
      const { email } = await harness.superAdmin();
      for (let i = 0; i < LIMITS.wrongCodesPerAccountMonth + 2; i += 1) {
        expect(await guess(email, stranger(i), "123456")).toBe("CODE_WRONG");
      }
      await ask(email, HOTEL);
      expect(await newestCode(email)).toMatch(/^\d{6}$/);
      expect(await harness.sentTo(email, "wrongCodes")).toHaveLength(0);
    },
  );
});

describe("wrong authenticator codes over a month", () => {
  const start = Date.now();
  const inPeriods = (count: number) => new Date(start + count * 30_000);

  test(
    "wrong authenticator codes over a month end with a recovery code and a mail; the owner's network goes on with the app",
    { tags: ["full"] },
    async () => {
      const companyId = await harness.company();
      const admin = await harness.person(companyId, "ADMIN");
      const at = async (periods: number, ip: string, actor: Actor = NOBODY) => {
        const context = await harness.context(actor, { at: companyId, ip });
        return createCaller({ ...context, now: inPeriods(periods) });
      };
      const session = { adminRole: "OWNER", sessionId: "test", isSteppedUp: true } as const;
      const mine = await at(0, HOME, { role: "ADMIN", id: admin.id, companyId, ...session });
      await mine.secondStep.begin({ currentPassword: PASSWORD });
      const secret = (await mine.secondStep.mine()).pending?.secret ?? "";
      const { recoveryCodes } = await mine.secondStep.confirm({
        code: totpCode(secret, inPeriods(0)),
      });
      const tryCode = async (periods: number, ip: string, code: string, password = PASSWORD) => {
        const { sessions } = await at(periods, ip);
        return resultCode(sessions.logInAdmin({ email: admin.email, password, code }));
      };
      const right = (periods: number) => totpCode(secret, inPeriods(periods));
      expect(await tryCode(1, HOME, right(1))).toBe("ok");
      for (let i = 0; i < LIMITS.wrongCodesPerAccountMonth; i += 1) {
        expect(await tryCode(2, stranger(i), "12345")).toBe("SECOND_STEP_WRONG");
        await later(900);
      }
      expect(await harness.sentTo(admin.email, "wrongCodes")).toEqual([
        { guessed: "APP", wrong: LIMITS.wrongCodesPerAccountMonth, days: 30 },
      ]);
      expect(await tryCode(2, stranger(1), right(2))).toBe("SECOND_STEP_GUESSED");
      expect(await tryCode(2, HOME, right(2))).toBe("ok");
      expect(await tryCode(3, HOTEL, recoveryCodes[0] ?? "")).toBe("ok");
      expect(await tryCode(3, HOTEL, right(3))).toBe("ok");

      // A new password makes what the stranger knew useless.
      await later(3600);
      const hotel = await at(4, HOTEL);
      await hotel.passwords.requestResetAdmin({ email: admin.email });
      const otp = (await harness.sentTo(admin.email, "resetCode"))[0]?.code ?? "";
      const newPassword = "another pass phrase of tests";
      await hotel.passwords.resetAdmin({ email: admin.email, otp, newPassword });
      expect(await tryCode(4, stranger(70), right(4), newPassword)).toBe("ok");
      const { db } = harness.database;
      expect(
        await db.select().from(twoFactors).where(eq(twoFactors.personId, admin.id)),
      ).toHaveLength(1);
    },
  );
});
