import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import {
  companies,
  medias,
  oneTimeCodes,
  recoveryCodes,
  secondSteps,
  superAdminSessions,
} from "@db/schema";
import { type Actor, NOBODY } from "@server/context/actor";
import { openMediaAs } from "@server/media/open-media";
import { readForm, receiveForm } from "@server/media/receive-form";
import { totpCode } from "@server/domain/second-step/totp";
import { type Caller, createCaller } from "@server/procedures/router";
import { outcome } from "@server/testing/money-world";
import {
  PASSWORD,
  type PeopleWorld,
  peopleWorld,
  type UserRow,
} from "@server/testing/people-world";

let world: PeopleWorld;
let companyId: string;
let admin: UserRow;
let start: number;
beforeAll(async () => {
  world = await peopleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  start = Date.now();
  companyId = await world.company();
  admin = await world.person(companyId, "ADMIN");
});

const inPeriods = (count: number) => new Date(start + count * 30_000);
const actorOf = ({ id, companyId: at }: UserRow): Actor => ({
  role: "ADMIN",
  id,
  companyId: at,
  sessionId: "test",
});

/** A caller when it will be so many periods later, on the company's host or the platform's. */
async function at(periods: number, actor: Actor = NOBODY, host: string | null = companyId) {
  return createCaller({ ...(await world.context(actor, { at: host })), now: inPeriods(periods) });
}

const stepOf = async ({ id }: { id: string }) => {
  const { db } = world.database;
  const [step] = await db.select().from(secondSteps).where(eq(secondSteps.personId, id));
  const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.personId, id));
  return { step, codes };
};

/** Sets somebody's app up; a super admin gives no password. */
async function setUp(mine: Caller, credentials: { currentPassword?: string }) {
  await mine.secondStep.begin(credentials);
  const secret = (await mine.secondStep.mine()).pending?.secret ?? "";
  const shown = await mine.secondStep.confirm({ code: totpCode(secret, inPeriods(0)) });
  return {
    codes: shown.recoveryCodes,
    codeIn: (periods: number) => totpCode(secret, inPeriods(periods)),
  };
}
const adminSetUp = async () => setUp(await at(0, actorOf(admin)), { currentPassword: PASSWORD });
const logIn = async (api: Caller, code?: string) =>
  outcome(
    api.sessions.logInAdmin({ email: admin.email, password: PASSWORD, ...(code && { code }) }),
  );

describe("a recovery code", () => {
  test("opens the account once, however many bring it at once, and is told", async () => {
    const { codes } = await adminSetUp();
    const here = await at(1);
    const code = (codes[0] ?? "").toLowerCase().replace("-", " ");
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => logIn(here, code)));
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["ok", "SECOND_STEP_WRONG"]));
    expect((await stepOf(admin)).codes.filter(({ usedAt }) => usedAt)).toHaveLength(1);
    expect(await world.sentTo(admin.email, "securityChanged")).toEqual([
      { change: "CODE_USED", left: 9 },
      { change: "ON", left: 10 },
    ]);
    expect(await world.audited(admin.id)).toMatchObject([
      { action: "member.second-step-on" },
      { action: "member.recovery-code-used", after: { left: 9 } },
    ]);
    // With its use forgotten it would open again: it is the mark that refuses.
    await world.database.db.update(recoveryCodes).set({ usedAt: null });
    expect(await logIn(here, code)).toBe("ok");
  });

  test("is another person's nowhere, and dead once new ones were made", async () => {
    const { codes, codeIn } = await adminSetUp();
    const other = await world.person(companyId, "ADMIN");
    await setUp(await at(0, actorOf(other)), { currentPassword: PASSWORD });
    const here = await at(1);
    const theirs = { email: other.email, password: PASSWORD, code: codes[0] ?? "" };
    expect(await outcome(here.sessions.logInAdmin(theirs))).toBe("SECOND_STEP_WRONG");
    const mine = await at(1, actorOf(admin));
    const fresh = await mine.secondStep.renewCodes({ code: codeIn(1) });
    expect(await logIn(here, codes[0])).toBe("SECOND_STEP_WRONG");
    expect(await logIn(here, fresh.recoveryCodes[0])).toBe("ok");
  });
});

describe("switching the app off", () => {
  test("takes password and code; then the password alone opens again", async () => {
    const { codeIn } = await adminSetUp();
    const mine = await at(1, actorOf(admin));
    const off = (input: { currentPassword?: string; code: string }) =>
      outcome(mine.secondStep.turnOff(input));
    expect(await off({ code: codeIn(1) })).toBe("CURRENT_PASSWORD_REQUIRED");
    expect(await off({ currentPassword: "wrong", code: codeIn(1) })).toBe("CURRENT_PASSWORD_WRONG");
    expect(await off({ currentPassword: PASSWORD, code: codeIn(0) })).toBe("SECOND_STEP_WRONG");
    expect((await stepOf(admin)).step?.confirmedAt).toBeInstanceOf(Date);
    expect(await off({ currentPassword: PASSWORD, code: codeIn(1) })).toBe("ok");
    expect(await stepOf(admin)).toEqual({ step: undefined, codes: [] });
    expect(await logIn(await at(2))).toBe("ok");
    const [told] = await world.sentTo(admin.email, "securityChanged");
    expect(told).toEqual({ change: "OFF", left: 0 });
    expect((await world.audited(admin.id)).at(-1)?.action).toBe("member.second-step-off");
  });

  test("is part of leaving the desk: one who is no admin any more has no app", async () => {
    await adminSetUp();
    const other = await world.person(companyId, "ADMIN");
    const desk = await world.as(other);
    const { id, name, mobile, email } = admin;
    await desk.members.update({ id, name, mobile, email, role: "USER" });
    expect((await stepOf(admin)).step).toBeUndefined();
    const third = await world.person(companyId, "ADMIN");
    await setUp(await at(0, actorOf(third)), { currentPassword: PASSWORD });
    await desk.members.remove({ id: third.id });
    expect((await stepOf(third)).step).toBeUndefined();
  });
});

describe("a company that asks for it", () => {
  test("is asked by an admin who has it, and shuts the desk to those who have not", async () => {
    const desk = await world.as(admin);
    expect(await outcome(desk.secondStep.require({ isRequired: true }))).toBe(
      "SECOND_STEP_OWN_FIRST",
    );
    await adminSetUp();
    await desk.secondStep.require({ isRequired: true });
    expect(await outcome((await world.as(admin)).members.counts())).toBe("ok");

    const other = await world.person(companyId, "ADMIN");
    const theirs = await world.as(other);
    expect(await outcome(theirs.members.counts())).toBe("SECOND_STEP_NEEDED");
    expect(await outcome(theirs.secondStep.require({ isRequired: false }))).toBe(
      "SECOND_STEP_NEEDED",
    );
    expect(await theirs.secondStep.mine()).toMatchObject({
      isOn: false,
      company: { isRequired: true },
    });
    await setUp(await at(0, actorOf(other)), { currentPassword: PASSWORD });
    expect(await outcome((await world.as(other)).members.counts())).toBe("ok");
    expect(await world.audited(companyId)).toMatchObject([
      {
        action: "company.second-step-required",
        actorId: admin.id,
        before: { requiresSecondStep: false },
        after: { requiresSecondStep: true },
      },
    ]);
    // Nor do files open for them, by whatever way.
    const fourth = await world.person(companyId, "ADMIN");
    expect(await outcome(openMediaAs(world.deps, actorOf(fourth), newId()))).toBe(
      "SECOND_STEP_NEEDED",
    );
    expect(await outcome(openMediaAs(world.deps, actorOf(admin), newId()))).toBe("MEDIA_NOT_FOUND");
    const shut = await world.as(fourth);
    expect(await outcome(shut.media.open({ id: newId() }))).toBe("SECOND_STEP_NEEDED");
    const files = [{ fileName: "a.png", bytes: new Uint8Array([1]) }];
    expect(await outcome(shut.media.add({ files }))).toBe("SECOND_STEP_NEEDED");
    const form = () => {
      const body = new FormData();
      body.set("medias", new Blob(["%PDF-1.4"]), "slip.pdf");
      return new Request("http://desk.example/", { method: "POST", body });
    };
    for (const read of [readForm, receiveForm]) {
      expect(await outcome(read(world.deps, form(), actorOf(fourth)))).toBe("SECOND_STEP_NEEDED");
    }
    const filed = world.database.db.select().from(medias).where(eq(medias.companyId, companyId));
    expect(await filed).toEqual([]);
    // Members have nothing to do with it.
    const member = await world.person(companyId, "USER");
    expect(await outcome((await world.as(member)).members.profile())).toBe("ok");
  });
});

describe("nobody but whose account it is", () => {
  const CALLS: [string, (api: Caller) => Promise<unknown>][] = [
    ["mine", (api) => api.secondStep.mine()],
    ["begin", (api) => api.secondStep.begin({ currentPassword: PASSWORD })],
    ["confirm", (api) => api.secondStep.confirm({ code: "123456" })],
    ["renewCodes", (api) => api.secondStep.renewCodes({ code: "123456" })],
    ["turnOff", (api) => api.secondStep.turnOff({ currentPassword: PASSWORD, code: "123456" })],
    ["require", (api) => api.secondStep.require({ isRequired: true })],
  ];

  test.each(CALLS)("may call secondStep.%s", async (_name, call) => {
    await adminSetUp();
    const companyRow = async () =>
      world.database.db.select().from(companies).where(eq(companies.id, companyId));
    const before = [await stepOf(admin), await companyRow()];
    const audited = await world.audited(admin.id);
    const member = await world.person(companyId, "USER");
    expect(await outcome(call(await world.as(member)))).toBe("WRONG_ROLE");
    expect(await outcome(call(await at(0)))).toBe("NOT_SIGNED_IN");
    const stranger = await world.person(await world.company(), "ADMIN");
    expect(await outcome(call(await at(0, actorOf(stranger))))).toBe("NOT_SIGNED_IN");
    // At home the stranger does it to their own account, never to this one.
    await outcome(call(await world.as(stranger)));
    expect([await stepOf(admin), await companyRow()]).toEqual(before);
    expect(await world.audited(admin.id)).toEqual(audited);
  });
});

describe("a super admin", () => {
  const mailedCode = async (email: string) => {
    const platform = await world.caller();
    await platform.sessions.requestSuperAdminCode({ email });
    const [sent] = await world.sentTo(email, "superAdminCode");
    return sent?.code ?? "";
  };

  test("has the app besides the mailed code, which is not used up for want of the other", async () => {
    const root = await world.superAdmin();
    const actor: Actor = { role: "SUPER_ADMIN", id: root.id, sessionId: "test" };
    const { codeIn } = await setUp(await at(0, actor, null), {});
    expect(await world.sentTo(root.email, "securityChanged")).toHaveLength(1);
    expect(await world.audited(root.id)).toMatchObject([
      { action: "super-admin.second-step-on", companyId: null },
    ]);

    const otp = await mailedCode(root.email);
    const platform = await at(1, NOBODY, null);
    const credentials = { email: root.email, otp };
    expect(await outcome(platform.sessions.logInSuperAdmin(credentials))).toBe(
      "SECOND_STEP_REQUIRED",
    );
    const begun = await platform.sessions.startSuperAdmin(credentials);
    const ticket = "ticket" in begun ? begun.ticket : "";
    const sessions = () =>
      world.database.db
        .select()
        .from(superAdminSessions)
        .where(eq(superAdminSessions.userId, root.id));
    expect(await sessions()).toEqual([]);
    const finish = (code: string) => outcome(platform.sessions.finishSuperAdmin({ ticket, code }));
    expect(await finish(codeIn(0))).toBe("SECOND_STEP_WRONG");
    expect(await outcome(platform.sessions.finishAdmin({ ticket, code: codeIn(1) }))).toBe(
      "SECOND_STEP_OVER",
    );
    // On a company's host there is no such door.
    const elsewhere = await at(1);
    expect(await outcome(elsewhere.sessions.finishSuperAdmin({ ticket, code: codeIn(1) }))).toBe(
      "NOT_FOUND",
    );
    expect(await finish(codeIn(1))).toBe("ok");
    expect(await sessions()).toHaveLength(1);
    const used = await world.database.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.subject, root.email));
    expect(used.every(({ usedAt }) => usedAt !== null)).toBe(true);
  });

  test("cannot make a rule for a company", async () => {
    const root = await world.superAdmin();
    const actor: Actor = { role: "SUPER_ADMIN", id: root.id, sessionId: "test" };
    const call = (await at(0, actor, null)).secondStep.require({ isRequired: true });
    expect(await outcome(call)).toBe("WRONG_ROLE");
  });
});
