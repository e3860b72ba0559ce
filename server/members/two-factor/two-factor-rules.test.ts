import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import {
  companies,
  medias,
  oneTimeCodes,
  passkeys,
  recoveryCodes,
  twoFactors,
  superAdminSessions,
  users,
} from "@db/schema";
import { type Actor, NOBODY } from "@server/access/call/actor";
import { openMediaAs } from "@server/media/open-media";
import { readForm, receiveForm } from "@server/http/pages/page-files";
import { totpCode } from "@server/members/rules/codes";
import { appRouter, type Caller, createCaller } from "@server/http/router";
import { duringReset } from "@server/testing/during-reset";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, memberHarness, type UserRow } from "@server/testing/member-harness";
import { freshActor } from "@server/testing/actors";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let admin: UserRow;
let start: number;
beforeEach(async () => {
  start = Date.now();
  companyId = await harness.company();
  admin = await harness.person(companyId, "ADMIN");
});

const inPeriods = (count: number) => new Date(start + count * 30_000);

/** A caller at a later period, on the company's host or the platform's. */
async function at(periods: number, actor: Actor = NOBODY, host: string | null = companyId) {
  return createCaller({ ...(await harness.context(actor, { at: host })), now: inPeriods(periods) });
}

const stepOf = async ({ id }: { id: string }) => {
  const { db } = harness.database;
  const [step] = await db.select().from(twoFactors).where(eq(twoFactors.personId, id));
  const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.personId, id));
  return { step, codes };
};

/** Sets up an app; a super admin has no password. */
async function setUp(mine: Caller, credentials: { currentPassword?: string }) {
  await mine.secondStep.begin(credentials);
  const secret = (await mine.secondStep.mine()).pending?.secret ?? "";
  const shown = await mine.secondStep.confirm({ code: totpCode(secret, inPeriods(0)) });
  return {
    codes: shown.recoveryCodes,
    codeIn: (periods: number) => totpCode(secret, inPeriods(periods)),
  };
}
const adminSetUp = async () => setUp(await at(0, freshActor(admin)), { currentPassword: PASSWORD });
const logIn = async (api: Caller, code?: string) =>
  resultCode(
    api.sessions.logInAdmin({ email: admin.email, password: PASSWORD, ...(code && { code }) }),
  );

describe("a recovery code", () => {
  test(
    "a recovery code works once, even concurrently, and sends a mail",
    { tags: ["full"] },
    async () => {
      const { codes } = await adminSetUp();
      const here = await at(1);
      const code = (codes[0] ?? "").toLowerCase().replace("-", " ");
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => logIn(here, code)));
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(["ok", "SECOND_STEP_WRONG"]));
      expect((await stepOf(admin)).codes.filter(({ usedAt }) => usedAt)).toHaveLength(1);
      expect(await harness.sentTo(admin.email, "securityChanged")).toEqual([
        { change: "CODE_USED", left: 9 },
        { change: "ON", left: 10 },
      ]);
      expect(await harness.audited(admin.id)).toMatchObject([
        { action: "member.second-step-on" },
        { action: "member.recovery-code-used", after: { left: 9 } },
      ]);
      // The control removes the mark of its use, to show that the mark protects: the code works
      // again.
      await harness.database.db.update(recoveryCodes).set({ usedAt: null });
      expect(await logIn(here, code)).toBe("ok");
    },
  );

  test(
    "a recovery code works for its owner only, and not after new ones are made",
    { tags: ["full"] },
    async () => {
      const { codes, codeIn } = await adminSetUp();
      const other = await harness.person(companyId, "ADMIN");
      await setUp(await at(0, freshActor(other)), { currentPassword: PASSWORD });
      const here = await at(1);
      const theirs = { email: other.email, password: PASSWORD, code: codes[0] ?? "" };
      expect(await resultCode(here.sessions.logInAdmin(theirs))).toBe("SECOND_STEP_WRONG");
      const mine = await at(1, freshActor(admin));
      const fresh = await mine.secondStep.renewCodes({ code: codeIn(1) });
      expect(await logIn(here, codes[0])).toBe("SECOND_STEP_WRONG");
      expect(await logIn(here, fresh.recoveryCodes[0])).toBe("ok");
    },
  );
});

describe("an earlier session during the owner's reset of the password", () => {
  test(
    "an earlier session, during the owner's reset of the password, changes nothing of the app",
    { tags: ["full"] },
    async () => {
      const mine = await at(0, freshActor(admin));
      const refused = async (call: () => Promise<unknown>) => {
        expect(await duringReset(harness, admin, call)).toBe("NOT_SIGNED_IN");
        // Back to the password that the next call proves.
        const { id, passwordHash } = admin;
        expect((await harness.row(admin)).passwordHash).not.toBe(passwordHash);
        await harness.database.db.update(users).set({ passwordHash }).where(eq(users.id, id));
      };
      const currentPassword = PASSWORD;
      await refused(() => mine.secondStep.begin({ currentPassword }));
      expect(await stepOf(admin)).toEqual({ step: undefined, codes: [] });
      await mine.secondStep.begin({ currentPassword });
      const secret = (await mine.secondStep.mine()).pending?.secret ?? "";
      const code = (periods: number) => totpCode(secret, inPeriods(periods));
      await refused(() => mine.secondStep.confirm({ code: code(0) }));
      expect((await stepOf(admin)).step?.confirmedAt).toBeNull();
      await mine.secondStep.confirm({ code: code(0) });
      const before = await stepOf(admin);
      const later = await at(1, freshActor(admin));
      await refused(() => later.secondStep.renewCodes({ code: code(1) }));
      await refused(() => later.secondStep.turnOff({ currentPassword, code: code(1) }));
      expect(await stepOf(admin)).toEqual(before);
    },
  );
});

describe("turning the app off", () => {
  test(
    "turning the app off needs password and code; then the password alone is enough",
    { tags: ["full"] },
    async () => {
      const { codeIn } = await adminSetUp();
      const mine = await at(1, freshActor(admin));
      const off = (input: { currentPassword?: string; code: string }) =>
        resultCode(mine.secondStep.turnOff(input));
      expect(await off({ code: codeIn(1) })).toBe("CURRENT_PASSWORD_REQUIRED");
      expect(await off({ currentPassword: "wrong", code: codeIn(1) })).toBe(
        "CURRENT_PASSWORD_WRONG",
      );
      expect(await off({ currentPassword: PASSWORD, code: codeIn(0) })).toBe("SECOND_STEP_WRONG");
      expect((await stepOf(admin)).step?.confirmedAt).toBeInstanceOf(Date);
      expect(await off({ currentPassword: PASSWORD, code: codeIn(1) })).toBe("ok");
      expect(await stepOf(admin)).toEqual({ step: undefined, codes: [] });
      expect(await logIn(await at(2))).toBe("ok");
      const [told] = await harness.sentTo(admin.email, "securityChanged");
      expect(told).toEqual({ change: "OFF", left: 0 });
      expect((await harness.audited(admin.id)).at(-1)?.action).toBe("member.second-step-off");
    },
  );

  test(
    "an admin's app is turned off by deletion of the account, not by demotion",
    { tags: ["full"] },
    async () => {
      await adminSetUp();
      const other = await harness.person(companyId, "ADMIN");
      const adminApi = await harness.as(other);
      const { id, name, mobile, email } = admin;
      const before = await stepOf(admin);
      // Promoting them again must not be a way around their second factor.
      await adminApi.members.update({ id, name, mobile, email, role: "USER" });
      expect(await stepOf(admin)).toEqual(before);
      const third = await harness.person(companyId, "ADMIN");
      await setUp(await at(0, freshActor(third)), { currentPassword: PASSWORD });
      await adminApi.members.remove({ id: third.id });
      expect((await stepOf(third)).step).toBeUndefined();
    },
  );
});

describe("a company that requires the app", () => {
  test(
    "an admin who has the app requires it of all, and admins without it are refused",
    { tags: ["full"] },
    async () => {
      const adminApi = await harness.as(admin);
      expect(await resultCode(adminApi.secondStep.require({ isRequired: true }))).toBe(
        "SECOND_STEP_OWN_FIRST",
      );
      await adminSetUp();
      await adminApi.secondStep.require({ isRequired: true });
      expect(await resultCode((await harness.as(admin)).members.counts())).toBe("ok");

      const other = await harness.person(companyId, "ADMIN");
      const theirs = await harness.as(other);
      expect(await resultCode(theirs.members.counts())).toBe("SECOND_STEP_NEEDED");
      expect(await resultCode(theirs.secondStep.require({ isRequired: false }))).toBe(
        "SECOND_STEP_NEEDED",
      );
      expect(await theirs.secondStep.mine()).toMatchObject({
        isOn: false,
        company: { isRequired: true },
      });
      await setUp(await at(0, freshActor(other)), { currentPassword: PASSWORD });
      expect(await resultCode((await harness.as(other)).members.counts())).toBe("ok");
      expect(await harness.audited(companyId)).toMatchObject([
        {
          action: "company.second-step-required",
          actorId: admin.id,
          before: { requiresSecondStep: false },
          after: { requiresSecondStep: true },
        },
      ]);
      // Files are refused as well, over every path.
      const fourth = await harness.person(companyId, "ADMIN");
      expect(await resultCode(openMediaAs(harness.deps, freshActor(fourth), newId()))).toBe(
        "SECOND_STEP_NEEDED",
      );
      expect(await resultCode(openMediaAs(harness.deps, freshActor(admin), newId()))).toBe(
        "MEDIA_NOT_FOUND",
      );
      const shut = await harness.as(fourth);
      expect(await resultCode(shut.media.open({ id: newId() }))).toBe("SECOND_STEP_NEEDED");
      const files = [{ fileName: "a.png", bytes: new Uint8Array([1]) }];
      expect(await resultCode(shut.media.add({ files }))).toBe("SECOND_STEP_NEEDED");
      const form = () => {
        const body = new FormData();
        body.set("medias", new Blob(["%PDF-1.4"]), "slip.pdf");
        return new Request("http://desk.example/", { method: "POST", body });
      };
      for (const read of [readForm, receiveForm]) {
        expect(await resultCode(read(harness.deps, form(), freshActor(fourth)))).toBe(
          "SECOND_STEP_NEEDED",
        );
      }
      const filed = harness.database.db
        .select()
        .from(medias)
        .where(eq(medias.companyId, companyId));
      expect(await filed).toEqual([]);
      // Members are not affected.
      const member = await harness.person(companyId, "USER");
      expect(await resultCode((await harness.as(member)).members.profile())).toBe("ok");
    },
  );
});

describe("anyone but the account's owner", () => {
  const CALLS: [string, (api: Caller) => Promise<unknown>][] = [
    ["mine", (api) => api.secondStep.mine()],
    ["begin", (api) => api.secondStep.begin({ currentPassword: PASSWORD })],
    ["confirm", (api) => api.secondStep.confirm({ code: "123456" })],
    ["renewCodes", (api) => api.secondStep.renewCodes({ code: "123456" })],
    ["turnOff", (api) => api.secondStep.turnOff({ currentPassword: PASSWORD, code: "123456" })],
    ["require", (api) => api.secondStep.require({ isRequired: true })],
  ];

  test.each(CALLS)("nobody but the account's owner can call secondStep.%s", async (_name, call) => {
    await adminSetUp();
    const companyRow = async () =>
      harness.database.db.select().from(companies).where(eq(companies.id, companyId));
    const before = [await stepOf(admin), await companyRow()];
    const audited = await harness.audited(admin.id);
    const member = await harness.person(companyId, "USER");
    expect(await resultCode(call(await harness.as(member)))).toBe("WRONG_ROLE");
    expect(await resultCode(call(await at(0)))).toBe("NOT_SIGNED_IN");
    const stranger = await harness.person(await harness.company(), "ADMIN");
    expect(await resultCode(call(await at(0, freshActor(stranger))))).toBe("NOT_SIGNED_IN");
    // On their own host the other admin changes their own account only.
    await resultCode(call(await harness.as(stranger)));
    expect([await stepOf(admin), await companyRow()]).toEqual(before);
    expect(await harness.audited(admin.id)).toEqual(audited);
  });
});

describe("a super admin", () => {
  /** A super admin who has set up the app. */
  const withApp = async () => {
    const root = await harness.superAdmin();
    const session = { sessionId: "test", isSteppedUp: true, hasSecondFactor: true };
    const actor: Actor = { role: "SUPER_ADMIN", id: root.id, ...session };
    return { root, ...(await setUp(await at(0, actor, null), {})) };
  };
  const mailedCode = async (email: string) => {
    const platform = await harness.caller();
    await platform.sessions.requestSuperAdminCode({ email });
    const [sent] = await harness.sentTo(email, "superAdminCode");
    return sent?.code ?? "";
  };

  test(
    "a super admin's login needs the app besides the mailed code, which stays usable if the app's code is missing",
    { tags: ["full"] },
    async () => {
      const { root, codeIn } = await withApp();
      expect(await harness.sentTo(root.email, "securityChanged")).toHaveLength(1);
      expect(await harness.audited(root.id)).toMatchObject([
        { action: "super-admin.second-step-on", companyId: null },
      ]);

      const otp = await mailedCode(root.email);
      const platform = await at(1, NOBODY, null);
      const credentials = { email: root.email, otp };
      expect(await resultCode(platform.sessions.logInSuperAdmin(credentials))).toBe(
        "SECOND_STEP_REQUIRED",
      );
      const begun = await platform.sessions.startSuperAdmin(credentials);
      const ticket = "ticket" in begun ? begun.ticket : "";
      const sessions = () =>
        harness.database.db
          .select()
          .from(superAdminSessions)
          .where(eq(superAdminSessions.userId, root.id));
      expect(await sessions()).toEqual([]);
      const finish = (code: string) =>
        resultCode(platform.sessions.finishSuperAdmin({ ticket, code }));
      expect(await finish(codeIn(0))).toBe("SECOND_STEP_WRONG");
      expect(await resultCode(platform.sessions.finishAdmin({ ticket, code: codeIn(1) }))).toBe(
        "SECOND_STEP_OVER",
      );
      // A company's host has no super-admin login.
      const elsewhere = await at(1);
      expect(
        await resultCode(elsewhere.sessions.finishSuperAdmin({ ticket, code: codeIn(1) })),
      ).toBe("NOT_FOUND");
      expect(await finish(codeIn(1))).toBe("ok");
      expect(await sessions()).toHaveLength(1);
      const used = await harness.database.db
        .select()
        .from(oneTimeCodes)
        .where(eq(oneTimeCodes.subject, root.email));
      expect(used.every(({ usedAt }) => usedAt !== null)).toBe(true);
    },
  );

  test(
    "a super admin's mailed code stays over REST while the app's code is mistyped; a right one uses it up",
    { tags: ["full"] },
    async () => {
      const { root, codeIn } = await withApp();
      const otp = await mailedCode(root.email);
      const platform = await at(1, NOBODY, null);
      const logIn = (code: string, mailed = otp) =>
        resultCode(platform.sessions.logInSuperAdmin({ email: root.email, otp: mailed, code }));
      const sessions = () =>
        harness.database.db
          .select()
          .from(superAdminSessions)
          .where(eq(superAdminSessions.userId, root.id));
      const wrong = codeIn(1) === "000000" ? "000001" : "000000";
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await logIn(wrong)).toBe("SECOND_STEP_WRONG");
      }
      expect(await sessions()).toEqual([]);
      // A right code of the app without the mailed one opens nothing.
      expect(await logIn(codeIn(1), otp === "000000" ? "000001" : "000000")).toBe("CODE_WRONG");
      expect(await sessions()).toEqual([]);
      // Two concurrent calls send both codes: one is let in.
      const both = await Promise.all([logIn(codeIn(1)), logIn(codeIn(1))]);
      expect(both.toSorted()).toEqual(["CODE_WRONG", "ok"]);
      expect(await sessions()).toHaveLength(1);
      expect(await logIn(codeIn(2))).toBe("CODE_WRONG");
      const [used] = await harness.database.db
        .select()
        .from(oneTimeCodes)
        .where(eq(oneTimeCodes.subject, root.email));
      expect(used?.usedAt).not.toBeNull();
    },
  );

  test(
    "a super admin has no more guesses of the app's code over REST than on the pages",
    { tags: ["full"] },
    async () => {
      const { root, codeIn } = await withApp();
      const otp = await mailedCode(root.email);
      const platform = await at(1, NOBODY, null);
      const wrong = codeIn(1) === "000000" ? "000001" : "000000";
      const outcomes: string[] = [];
      for (let tries = 0; tries < 12; tries += 1) {
        outcomes.push(
          await resultCode(
            platform.sessions.logInSuperAdmin({ email: root.email, otp, code: wrong }),
          ),
        );
      }
      const limit = harness.deps.config.limits.wrongLoginsPerAccount;
      expect(outcomes.filter((one) => one === "SECOND_STEP_WRONG")).toHaveLength(limit);
      expect(outcomes.at(-1)).toBe("LOGIN_THROTTLED");
    },
  );

  /** Their session as it is read with the next request. */
  const sessionOf = async (root: { id: string }) => {
    const client = { ip: "203.0.113.9", userAgent: null };
    const { sessions } = harness.deps;
    const { token } = await sessions.start({ role: "SUPER_ADMIN", id: root.id }, client);
    return async (periods = 0) => at(periods, (await sessions.read(token))?.actor, null);
  };
  const procedures = Object.keys(appRouter._def.procedures);
  const call = (api: Caller, name: string): Promise<unknown> => {
    const found = name.split(".").reduce<unknown>((of, part) => Reflect.get(Object(of), part), api);
    if (typeof found !== "function") throw new Error(`There is no ${name}.`);
    return Promise.resolve(Reflect.apply(found, undefined, [{}]));
  };
  const passkey = (personId: string) =>
    harness.database.db
      .insert(passkeys)
      .values({
        personId,
        companyId: null,
        host: "platform.example",
        name: "A phone",
        credentialId: newId(),
        publicKey: "key",
        counter: 0,
      })
      .returning({ id: passkeys.id });

  test(
    "a super admin without a factor reaches only its set-up, and then everything",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const mine = await sessionOf(root);
      const before = await harness.database.db.select().from(companies);
      const told = new Map<string, string>();
      for (const name of procedures) told.set(name, await resultCode(call(await mine(), name)));
      expect(await harness.database.db.select().from(companies)).toEqual(before);
      const closed = procedures.filter((name) => told.get(name) === "SECOND_STEP_NEEDED");
      const [member, withFactor] = [await harness.as(admin), await harness.asSuperAdmin()];
      const ofSuperAdmins: string[] = [];
      for (const name of procedures) {
        const others = [
          await resultCode(call(member, name)),
          await resultCode(call(await harness.caller(), name)),
        ];
        const isTheirs = others[0] === "WRONG_ROLE" && others[1] === "NOT_SIGNED_IN";
        if (isTheirs && (await resultCode(call(withFactor, name))) !== "WRONG_ROLE") {
          ofSuperAdmins.push(name);
        }
      }
      expect(ofSuperAdmins.length).toBeGreaterThan(30);
      expect(closed.sort()).toEqual([...ofSuperAdmins, "media.add", "media.open"].sort());

      // The walk has logged out as well.
      const again = await sessionOf(root);
      expect((await (await again()).secondStep.mine()).isRequired).toBe(true);
      await setUp(await again(), {});
      expect(await resultCode((await again()).companies.list({}))).toBe("ok");
    },
  );

  test(
    "a super admin keeps a last factor, which another one can replace",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const mine = await sessionOf(root);
      const { codeIn } = await setUp(await mine(), {});
      const turnOff = async (periods: number) =>
        resultCode((await mine(periods)).secondStep.turnOff({ code: codeIn(periods) }));
      expect(await turnOff(1)).toBe("LAST_FACTOR");
      expect((await stepOf(root)).step?.confirmedAt).not.toBeNull();
      const [first] = await passkey(root.id);
      expect(await turnOff(2)).toBe("ok");
      const remove = async () =>
        resultCode((await mine()).passkeys.remove({ id: first?.id ?? "" }));
      expect(await remove()).toBe("LAST_FACTOR");
      expect(await resultCode((await mine()).companies.list({}))).toBe("ok");
      await passkey(root.id);
      expect(await remove()).toBe("ok");
    },
  );

  test("a super admin who removes the app and the passkey at once keeps one of them", async () => {
    const root = await harness.superAdmin();
    const mine = await sessionOf(root);
    const { codeIn } = await setUp(await mine(), {});
    const [key] = await passkey(root.id);
    const [one, other] = [await mine(1), await mine(1)];
    const outcomes = await Promise.all([
      resultCode(one.secondStep.turnOff({ code: codeIn(1) })),
      resultCode(other.passkeys.remove({ id: key?.id ?? "" })),
    ]);
    expect(outcomes.sort()).toEqual(["LAST_FACTOR", "ok"]);
    expect(await resultCode((await mine()).companies.list({}))).toBe("ok");
  });

  test("a super admin cannot require the app for a company", async () => {
    const root = await harness.superAdmin();
    const actor: Actor = {
      role: "SUPER_ADMIN",
      id: root.id,
      sessionId: "test",
      isSteppedUp: true,
      hasSecondFactor: true,
    };
    const call = (await at(0, actor, null)).secondStep.require({ isRequired: true });
    expect(await resultCode(call)).toBe("WRONG_ROLE");
  });
});
