import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { recoveryCodes, twoFactors, users } from "@db/schema";
import { type Actor, NOBODY } from "@server/access/call/actor";
import { totpCode } from "@server/members/rules/codes";
import { type Caller, createCaller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  type UserRow,
} from "@server/testing/member-harness";
import { freshActor } from "@server/testing/actors";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
beforeEach(async () => {
  start = Date.now();
  companyId = await harness.company();
  admin = await harness.person(companyId, "ADMIN");
});

let start: number;
/** A time in 30 s periods since the start of the test: an app shows a new code in each. */
const inPeriods = (count: number) => new Date(start + count * 30_000);

/** A caller at a later period. */
async function at(
  periods: number,
  { actor = NOBODY, ip, on = harness }: { actor?: Actor; ip?: string; on?: MemberHarness } = {},
): Promise<Caller> {
  const context = await on.context(actor, { at: companyId, ...(ip && { ip }) });
  return createCaller({ ...context, now: inPeriods(periods) });
}

const stepOf = async ({ id }: { id: string }) => {
  const { db } = harness.database;
  const [step] = await db.select().from(twoFactors).where(eq(twoFactors.personId, id));
  const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.personId, id));
  return { step, codes };
};
const sessionsOf = ({ id, companyId: of }: UserRow) =>
  harness.deps.sessions.list({ role: "ADMIN", id, companyId: of, sessionId: "" });

/** Sets up the app; returns its secret and the recovery codes shown. */
async function setUp(person: UserRow) {
  const mine = await at(0, { actor: freshActor(person) });
  await mine.secondStep.begin({ currentPassword: PASSWORD });
  const { pending } = await mine.secondStep.mine();
  const secret = pending?.secret ?? "";
  const code = totpCode(secret, inPeriods(0));
  const { recoveryCodes: codes } = await mine.secondStep.confirm({ code });
  return { mine, secret, codes, codeIn: (periods: number) => totpCode(secret, inPeriods(periods)) };
}

const login = { email: "", password: PASSWORD };
const ticketOf = async (api: Caller) => {
  const begun = await api.sessions.startAdmin({ ...login, email: admin.email });
  if (!("ticket" in begun)) throw new Error("The login was finished without a code.");
  return begun.ticket;
};

describe("setting up the app", () => {
  test(
    "setting up the app needs the password and a first code; then a mail is sent and other sessions end",
    { tags: ["full"] },
    async () => {
      await harness.deps.sessions.start(
        { role: "ADMIN", id: admin.id, companyId },
        { ip: "203.0.113.9", userAgent: null },
      );
      const mine = await at(0, { actor: freshActor(admin) });
      expect(await resultCode(mine.secondStep.begin({}))).toBe("CURRENT_PASSWORD_REQUIRED");
      expect(await resultCode(mine.secondStep.begin({ currentPassword: "wrong" }))).toBe(
        "CURRENT_PASSWORD_WRONG",
      );
      expect((await stepOf(admin)).step).toBeUndefined();
      await mine.secondStep.begin({ currentPassword: PASSWORD });
      const { pending } = await mine.secondStep.mine();
      const right = totpCode(pending?.secret ?? "", inPeriods(0));
      const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
      expect(await resultCode(mine.secondStep.confirm({ code: wrong }))).toBe("SECOND_STEP_WRONG");
      expect((await stepOf(admin)).step?.confirmedAt).toBeNull();
      // Until then, login is unchanged.
      expect(
        await resultCode((await at(0)).sessions.logInAdmin({ ...login, email: admin.email })),
      ).toBe("ok");

      const { recoveryCodes: shown } = await mine.secondStep.confirm({ code: right });
      expect(shown).toHaveLength(10);
      expect(await mine.secondStep.mine()).toMatchObject({
        isOn: true,
        pending: null,
        recoveryCodesLeft: 10,
      });
      expect(await sessionsOf(admin)).toEqual([]);
      expect(await harness.sentTo(admin.email, "securityChanged")).toEqual([
        { change: "ON", left: 10 },
      ]);
      expect(await harness.audited(admin.id)).toMatchObject([{ action: "member.second-step-on" }]);
      expect(await resultCode(mine.secondStep.begin({ currentPassword: PASSWORD }))).toBe(
        "SECOND_STEP_IS_ON",
      );
    },
  );

  test(
    "neither the app's secret nor a recovery code is stored in plain text",
    { tags: ["full"] },
    async () => {
      const { secret, codes } = await setUp(admin);
      const kept = JSON.stringify([await stepOf(admin), await harness.audited(admin.id)]);
      expect(kept).not.toContain(secret);
      for (const code of codes) {
        expect(kept).not.toContain(code);
        expect(kept).not.toContain(code.replace("-", ""));
      }
    },
  );

  test("an app's set-up expires after fifteen minutes without a first code, and hides the secret", async () => {
    const mine = await at(0, { actor: freshActor(admin) });
    await mine.secondStep.begin({ currentPassword: PASSWORD });
    const secret = (await mine.secondStep.mine()).pending?.secret ?? "";
    const late = await at(31, { actor: freshActor(admin) });
    expect((await late.secondStep.mine()).pending).toBeNull();
    const code = totpCode(secret, inPeriods(31));
    expect(await resultCode(late.secondStep.confirm({ code }))).toBe("SECOND_STEP_IS_OFF");
  });

  test("concurrent first codes show recovery codes once", { tags: ["full"] }, async () => {
    const mine = await at(0, { actor: freshActor(admin) });
    await mine.secondStep.begin({ currentPassword: PASSWORD });
    const secret = (await mine.secondStep.mine()).pending?.secret ?? "";
    const code = totpCode(secret, inPeriods(0));
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => resultCode(mine.secondStep.confirm({ code }))),
    );
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
    expect((await stepOf(admin)).codes).toHaveLength(10);
  });
});

describe("logging in with the app", () => {
  test(
    "the password alone is not enough for an admin with the app, in any call",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await setUp(admin);
      const here = await at(1);
      const credentials = { ...login, email: admin.email };
      expect(await resultCode(here.sessions.logInAdmin(credentials))).toBe("SECOND_STEP_REQUIRED");
      const ticket = await ticketOf(here);
      expect(await resultCode(here.sessions.finishAdmin({ ticket, code: "000000" }))).toBe(
        "SECOND_STEP_WRONG",
      );
      expect(await sessionsOf(admin)).toEqual([]);
      expect(await resultCode(here.sessions.finishAdmin({ ticket, code: codeIn(1) }))).toBe("ok");
      // REST logs in by one call, with the next code.
      const later = await at(2);
      expect(await resultCode(later.sessions.logInAdmin({ ...credentials, code: codeIn(2) }))).toBe(
        "ok",
      );
      expect(await sessionsOf(admin)).toHaveLength(2);
    },
  );

  test("a wrong password does not reveal whether there is an app", async () => {
    await setUp(admin);
    const here = await at(1);
    const call = here.sessions.startAdmin({ email: admin.email, password: "wrong" });
    expect(await resultCode(call)).toBe("WRONG_LOGIN");
  });

  test(
    "a code of the app works once, and earlier ones and the setup code do not work",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await setUp(admin);
      const finish = async (periods: number, code: string) => {
        const here = await at(periods);
        return resultCode(here.sessions.finishAdmin({ ticket: await ticketOf(here), code }));
      };
      expect(await finish(0, codeIn(0))).toBe("SECOND_STEP_WRONG");
      expect(await finish(3, codeIn(3))).toBe("ok");
      expect(await finish(3, codeIn(3))).toBe("SECOND_STEP_WRONG");
      expect(await finish(3, codeIn(2))).toBe("SECOND_STEP_WRONG");
      expect(await finish(4, codeIn(4))).toBe("ok");
    },
  );

  test(
    "one code of the app used concurrently on two instances logs in once",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await setUp(admin);
      const other = harness.elsewhere();
      const callers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => at(1, { on: i % 2 ? harness : other })),
      );
      const ticket = await ticketOf(callers[0] ?? (await at(1)));
      const race = () =>
        Promise.all(
          callers.map((api) => resultCode(api.sessions.finishAdmin({ ticket, code: codeIn(1) }))),
        );
      const outcomes = await race();
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(["ok", "SECOND_STEP_WRONG"]));
      expect(await sessionsOf(admin)).toHaveLength(1);
    },
  );

  test(
    "control: without the stored period, a used code would work again",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await setUp(admin);
      const here = await at(1);
      const finish = async () =>
        resultCode(here.sessions.finishAdmin({ ticket: await ticketOf(here), code: codeIn(1) }));
      expect([await finish(), await finish()]).toEqual(["ok", "SECOND_STEP_WRONG"]);
      await harness.database.db
        .update(twoFactors)
        .set({ lastPeriod: 0 })
        .where(eq(twoFactors.personId, admin.id));
      expect(await finish()).toBe("ok");
    },
  );

  test(
    "after ten wrong codes of the app, a right one is throttled",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await setUp(admin);
      const here = await at(1, { ip: "198.51.100.4" });
      const ticket = await ticketOf(here);
      const guess = (code: string) => resultCode(here.sessions.finishAdmin({ ticket, code }));
      for (let i = 0; i < 10; i += 1) expect(await guess("12345")).toBe("SECOND_STEP_WRONG");
      expect(await guess(codeIn(1))).toBe("LOGIN_THROTTLED");
      expect(await sessionsOf(admin)).toEqual([]);
    },
  );

  test(
    "a login's ticket is invalid after five minutes, a new password or a block, and for another role",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await setUp(admin);
      const ticket = await ticketOf(await at(1));
      const finish = async (periods: number, sealed = ticket) =>
        resultCode(
          (await at(periods)).sessions.finishAdmin({ ticket: sealed, code: codeIn(periods) }),
        );
      expect(await finish(1, `${ticket}x`)).toBe("SECOND_STEP_OVER");
      expect(await finish(1, harness.deps.secrets.encrypt("kyc", "{}"))).toBe("SECOND_STEP_OVER");
      expect(await finish(11)).toBe("SECOND_STEP_OVER");
      const platform = await harness.caller();
      expect(
        await resultCode(platform.sessions.finishSuperAdmin({ ticket, code: codeIn(1) })),
      ).toBe("SECOND_STEP_OVER");
      const change = (set: Partial<UserRow>) =>
        harness.database.db.update(users).set(set).where(eq(users.id, admin.id));
      await change({ status: "BLOCKED" });
      expect(await finish(1)).toBe("SECOND_STEP_OVER");
      await change({ status: "ACTIVE", passwordHash: "another" });
      expect(await finish(1)).toBe("SECOND_STEP_OVER");
      await change({ passwordHash: admin.passwordHash });
      expect(await finish(1)).toBe("ok");
    },
  );
});
