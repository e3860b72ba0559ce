import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { sessions, superAdminSessions } from "@db/schema";
import { type Actor, NOBODY } from "./actor";
import { totpCode } from "@server/members/rules/codes";
import { freshActor } from "@server/testing/actors";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { appRouter, type Caller, createCaller } from "@server/http/router";
import { STEP_UP } from "@server/access/rules/calls";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let owner: UserRow;
let colleague: UserRow;
beforeEach(async () => {
  start = Date.now();
  companyId = await harness.company();
  owner = await harness.person(companyId, "ADMIN");
  colleague = await harness.person(companyId, "ADMIN");
});

const procedures = Object.keys(appRouter._def.procedures);
const upi = (name: string) => ({ upi: `${name}@bank` });

/** Calls a procedure by name. */
function call(api: Caller, name: string, input: unknown): Promise<unknown> {
  const found = name.split(".").reduce<unknown>((at, part) => Reflect.get(Object(at), part), api);
  if (typeof found !== "function") throw new Error(`There is no ${name}.`);
  return Promise.resolve(Reflect.apply(found, undefined, [input]));
}

let start: number;
/** A time in periods of 30 s since the start of the test: an app shows a new code in each. */
const inPeriods = (count: number) => new Date(start + count * 30_000);

/** Logs in by password, and by a code of the app if there is one; each caller reads the session anew. */
async function logIn({ email }: UserRow, code?: { of: (periods: number) => string; at: number }) {
  const context = await harness.context(NOBODY, { at: companyId });
  const first = await createCaller({
    ...context,
    now: inPeriods(code?.at ?? 0),
  }).sessions.logInAdmin({ email, password: PASSWORD, ...(code && { code: code.of(code.at) }) });
  let { token } = first;
  const mine = async (periods = 0) => {
    const session = await harness.deps.sessions.read(token);
    if (!session) throw new Error("The session has ended.");
    const context_ = await harness.context(session.actor, { at: companyId });
    return createCaller({ ...context_, now: inPeriods(periods) });
  };
  /** Proves the owner of the session, which goes on with the new token. */
  const stepUp = async (stepUpProof: string, periods = 0) => {
    const renewed = await (await mine(periods)).sessions.stepUp({ stepUpProof });
    const before = token;
    ({ token } = renewed);
    return before;
  };
  return Object.assign(mine, { stepUp });
}

/** Moves all logins and proofs of a person into the past. */
async function age(person: { id: string }, minutes: number): Promise<void> {
  for (const table of [sessions, superAdminSessions]) {
    await harness.database.db
      .update(table)
      .set({
        createdAt: sql`${table.createdAt} - make_interval(mins => ${minutes})`,
        provedAt: sql`${table.provedAt} - make_interval(mins => ${minutes})`,
      })
      .where(eq(table.userId, person.id));
  }
}

/** Sets up an authenticator app; returns its code of a later period. */
async function authenticator(actor: Actor) {
  const api = createCaller({
    ...(await harness.context(actor, { at: companyId, isPlatform: true })),
    now: inPeriods(0),
  });
  await api.secondStep.begin({ currentPassword: PASSWORD });
  const secret = (await api.secondStep.mine()).pending?.secret ?? "";
  const codeIn = (periods: number) => totpCode(secret, inPeriods(periods));
  const { recoveryCodes } = await api.secondStep.confirm({ code: codeIn(0) });
  return { codeIn, recoveryCodes };
}

const typed = ({ id, name, mobile, email, role }: UserRow) => ({ id, name, mobile, email, role });

test("the step-up table classifies every procedure, and nothing else", () => {
  expect([...STEP_UP.keys()].sort()).toEqual([...procedures].sort());
});

test(
  "exactly the procedures that always need a step-up refuse an old session before they read the input",
  { tags: ["full"] },
  async () => {
    const root = await harness.superAdmin();
    const old = { sessionId: "test", isSteppedUp: false, hasSecondFactor: true } as const;
    const callers = [
      await harness.caller({ at: companyId }, freshActor(owner, { isSteppedUp: false })),
      await harness.caller({}, { role: "SUPER_ADMIN", id: root.id, ...old }),
    ];
    const refused = new Set<string>();
    for (const api of callers) {
      for (const name of procedures) {
        if ((await resultCode(call(api, name, {}))) === "STEP_UP_REQUIRED") refused.add(name);
      }
    }
    const always = procedures.filter((name) => STEP_UP.get(name) === "always");
    // A super admin's set-up has no password to ask for.
    expect([...refused].sort()).toEqual([...always, "secondStep.begin"].sort());
  },
);

describe("a stolen session whose owner logged in more than ten minutes ago", () => {
  const evil = {
    holderName: "Evil",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: "50100000009",
    ifscCode: "HDFC0000060",
    upi: "evil@bank",
  };
  const noSecondAdmin = { secondAdminAbove: "" };
  const puppet = { name: "Sock Puppet", mobile: "9876543299", email: "puppet@evil.example" };

  test(
    "a stolen session cannot take over the company, step by step, and no row changes",
    { tags: ["full"] },
    async () => {
      const first = await logIn(owner);
      await (await first()).beneficiaries.add(upi("first"));
      expect(await resultCode((await first()).beneficiaries.add(upi("second")))).toBe(
        "NEEDS_SECOND_ADMIN",
      );
      const { changes } = await harness.as(colleague);
      for (const change of await changes.list()) await changes.confirm({ id: change.id });
      const { records } = await (await first()).beneficiaries.list({});
      const [account] = records.filter(({ isDefault }) => !isDefault);
      const id = account?.id ?? "";
      await authenticator(freshActor(colleague));
      const member = await harness.person(companyId, "USER");
      const settings = await (await first()).companies.settings();
      await age(owner, 11);
      const stolen = await first();
      const steps: [string, () => Promise<unknown>][] = [
        ["demotes an admin", () => stolen.members.update({ ...typed(colleague), role: "USER" })],
        [
          "changes an admin's address",
          () => stolen.members.update({ ...typed(colleague), email: puppet.email }),
        ],
        [
          "changes a member's address",
          () => stolen.members.update({ ...typed(member), email: puppet.email }),
        ],
        ["promotes a member", () => stolen.members.update({ ...typed(member), role: "ADMIN" })],
        ["removes an admin", () => stolen.members.remove({ id: colleague.id })],
        [
          "adds an admin",
          () => stolen.members.add({ ...puppet, role: "ADMIN", password: PASSWORD }),
        ],
        ["adds an account", () => stolen.beneficiaries.add(upi("evil"))],
        ["changes the account", () => stolen.beneficiaries.update(evil)],
        ["edits an account", () => stolen.beneficiaries.edit({ id, ...upi("evil") })],
        ["makes it the default", () => stolen.beneficiaries.makeDefault({ id })],
        ["removes an account", () => stolen.beneficiaries.remove({ id })],
        ["lets one admin suffice", () => stolen.companies.setSecondAdmin(noSecondAdmin)],
        ["confirms a change", () => stolen.changes.confirm({ id })],
        ["sets a price", () => stolen.prices.set({ price: "0.01" })],
        [
          "redirects the members' mail",
          () => stolen.companies.updateSettings({ supportEmail: puppet.email }),
        ],
        [
          "redirects the members' calls",
          () => stolen.companies.updateSettings({ supportMobile: "9876543219" }),
        ],
        [
          "replaces the risk notice",
          () => stolen.companies.updateSettings({ riskNotice: "There is no risk at all." }),
        ],
        [
          "replaces the privacy policy",
          () => stolen.companies.updateSettings({ privacyPolicy: "We sell it all." }),
        ],
        [
          "has proofs deleted the next night",
          () => stolen.companies.updateSettings({ proofYears: "1" }),
        ],
        [
          "has messages deleted earlier",
          () => stolen.companies.updateSettings({ messageDays: "30" }),
        ],
        [
          "has text messages sent to another country",
          () => stolen.companies.updateSettings({ smsCountries: "IN, AE" }),
        ],
        [
          "drops the confirmation of the money",
          () => stolen.companies.updateSettings({ asksMoneyConfirmation: false }),
        ],
        ["no longer requires an app", () => stolen.secondStep.require({ isRequired: false })],
        ["downloads everybody", () => stolen.exports.members({})],
        ["downloads all orders", () => stolen.exports.orders({})],
        ["downloads the activity", () => stolen.exports.activity({})],
      ];
      const outcomes: [string, string][] = [];
      for (const [what, step] of steps) outcomes.push([what, await resultCode(step())]);
      expect(outcomes).toEqual(steps.map(([what]) => [what, "STEP_UP_REQUIRED"]));
      expect(await harness.row(colleague)).toEqual(colleague);
      expect(await harness.row(member)).toEqual(member);
      expect((await stolen.beneficiaries.list({})).records).toEqual(records);
      expect(await stolen.companies.settings()).toEqual(settings);
      expect(await harness.audited(colleague.id)).toMatchObject([
        { action: "member.second-step-on" },
      ]);
    },
  );

  test("a stolen session sees no secret of an authenticator that is being set up", async () => {
    const mine = await logIn(owner);
    await (await mine()).secondStep.begin({ currentPassword: PASSWORD });
    expect((await (await mine()).secondStep.mine()).pending).not.toBeNull();
    await age(owner, 11);
    expect((await (await mine()).secondStep.mine()).pending).toBeNull();
    const confirmed = (await mine()).secondStep.confirm({ code: "123456" });
    expect(await resultCode(confirmed)).toBe("STEP_UP_REQUIRED");
  });

  test("a session without a recent proof does its usual work", async () => {
    const mine = await logIn(owner);
    const member = await harness.person(companyId, "USER", { isApproved: false });
    await age(owner, 600);
    const api = await mine();
    await api.members.approve({ id: member.id });
    await api.members.update({ ...typed(member), name: "Asha Rao", status: "BLOCKED" });
    await api.members.add({ ...puppet, role: "USER", password: PASSWORD });
    await api.companies.updateSettings({ digestHour: "9", riskNotice: "" });
    // These changes protect more, keep longer, or change nothing.
    await api.companies.updateSettings({ asksMoneyConfirmation: true });
    await api.companies.updateSettings({ messageDays: "365", proofYears: "" });
    await api.companies.updateSettings({ smsCountries: "" });
    await api.beneficiaries.add(upi("the first account"));
    expect(await harness.row(member)).toMatchObject({ name: "Asha Rao", isApproved: true });
  });
});

describe("a stolen session of a super admin who logged in more than ten minutes ago", () => {
  test(
    "a stolen session of a super admin cannot move a company's address, close a site or publish another look",
    { tags: ["full"] },
    async () => {
      const root = await harness.superAdmin();
      const api = await harness.asSuperAdmin();
      const accomplice = await harness.company();
      const { id } = await api.domains.add({ host: `${companyId}.example`, companyId });
      const { basedOn } = await api.brands.start({
        companyId: accomplice,
        from: "COWL",
        basedOn: (await api.brands.studio({ companyId: accomplice })).basedOn,
      });
      const stolen = await harness.caller(
        {},
        {
          role: "SUPER_ADMIN",
          id: root.id,
          sessionId: "test",
          isSteppedUp: false,
          hasSecondFactor: true,
        },
      );
      const seen = async () => [
        await api.domains.list({ companyId }),
        await api.companies.find({ id: companyId }),
        await api.brands.studio({ companyId: accomplice }),
        await harness.audited(companyId),
      ];
      const before = await seen();
      const steps: [string, () => Promise<unknown>][] = [
        ["takes the address away", () => stolen.domains.remove({ id })],
        [
          "gives an address to another company",
          () => stolen.domains.add({ host: `evil.${companyId}.example`, companyId: accomplice }),
        ],
        [
          "closes the site",
          () => stolen.companies.setStatus({ id: companyId, status: "SUSPENDED" }),
        ],
        [
          "publishes a copied look",
          () => stolen.brands.publish({ companyId: accomplice, basedOn }),
        ],
        [
          "brings an old look back",
          () => stolen.brands.rollBack({ companyId: accomplice, version: 0 }),
        ],
      ];
      const outcomes: [string, string][] = [];
      for (const [what, step] of steps) outcomes.push([what, await resultCode(step())]);
      expect(outcomes).toEqual(steps.map(([what]) => [what, "STEP_UP_REQUIRED"]));
      expect(await seen()).toEqual(before);
    },
  );
});

describe("step-up", () => {
  const isAsked = async (api: Caller) =>
    (await resultCode(api.prices.set({ price: String(1 + Math.random()).slice(0, 6) }))) ===
    "STEP_UP_REQUIRED";

  test("a step-up lasts ten minutes from the login, and from each proof", async () => {
    const mine = await logIn(owner);
    await age(owner, 9);
    expect(await isAsked(await mine())).toBe(false);
    await age(owner, 1);
    expect(await isAsked(await mine())).toBe(true);
    await mine.stepUp(PASSWORD);
    expect(await isAsked(await mine())).toBe(false);
    await age(owner, 9);
    expect(await isAsked(await mine())).toBe(false);
    await age(owner, 1);
    expect(await isAsked(await mine())).toBe(true);
    expect(await harness.audited(owner.id)).toContainEqual(
      expect.objectContaining({ action: "member.stepped-up", actorId: owner.id }),
    );
  });

  test("a step-up gives the session a new token, and the old one is worth nothing", async () => {
    const mine = await logIn(owner);
    const [old, listed] = [await mine(), await (await mine()).sessions.listMine()];
    const before = await mine.stepUp(PASSWORD);
    expect(await harness.deps.sessions.read(before)).toBeNull();
    const { listMine } = (await mine()).sessions;
    // The session is unchanged: it has the same start and place.
    const [now] = (await listMine()).filter(({ isCurrent }) => isCurrent);
    const [then] = listed.filter(({ isCurrent }) => isCurrent);
    expect({ ...now, id: "" }).toEqual({ ...then, id: "" });
    expect((await listMine()).length).toBe(listed.length);
    // Two proofs run at once with the old token: the second one finds it gone.
    expect(await resultCode(old.sessions.stepUp({ stepUpProof: PASSWORD }))).toBe("NOT_SIGNED_IN");
  });

  test("a step-up is of the session that gave the proof", async () => {
    const [here, there] = [await logIn(owner), await logIn(owner)];
    await age(owner, 11);
    await here.stepUp(PASSWORD);
    expect([await isAsked(await here()), await isAsked(await there())]).toEqual([false, true]);
  });

  test("a step-up accepts a code of the app once, a recovery code once, and the password", async () => {
    const { codeIn, recoveryCodes } = await authenticator(freshActor(owner));
    const mine = await logIn(owner, { of: codeIn, at: 2 });
    for (const proof of [codeIn(4), recoveryCodes[0] ?? "", PASSWORD]) {
      await age(owner, 11);
      expect(await isAsked(await mine())).toBe(true);
      await mine.stepUp(proof, 4);
      expect(await isAsked(await mine())).toBe(false);
    }
    await age(owner, 11);
    for (const used of [codeIn(4), recoveryCodes[0] ?? ""]) {
      const again = (await mine(4)).sessions.stepUp({ stepUpProof: used });
      expect(await resultCode(again)).toBe("STEP_UP_WRONG");
    }
    expect(await isAsked(await mine())).toBe(true);
  });

  test("a step-up refuses what is wrong, and after too many guesses everything", async () => {
    const mine = await logIn(owner);
    await age(owner, 11);
    const api = await mine();
    const said: string[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      said.push(await resultCode(api.sessions.stepUp({ stepUpProof: `a guess ${guess}` })));
    }
    expect(said).toEqual([...Array<string>(10).fill("STEP_UP_WRONG"), "LOGIN_THROTTLED"]);
    expect(await resultCode(api.sessions.stepUp({ stepUpProof: PASSWORD }))).toBe(
      "LOGIN_THROTTLED",
    );
    expect(await resultCode(api.sessions.stepUp({ stepUpProof: "" }))).toBe(
      "STEP_UP_PROOF_REQUIRED",
    );
    expect(await isAsked(await mine())).toBe(true);
  });

  test("a super admin's step-up takes a code; without an app, a new login", async () => {
    const root = await harness.superAdmin();
    let { token } = await harness.deps.sessions.start(
      { role: "SUPER_ADMIN", id: root.id },
      { ip: "203.0.113.9", userAgent: null },
    );
    const mine = async () => {
      const session = await harness.deps.sessions.read(token);
      if (!session) throw new Error("The session has ended.");
      return harness.caller({}, session.actor);
    };
    const asked = async () => resultCode((await mine()).exports.companies({}));
    // A super admin without a factor can only set one up, and only right after a login.
    expect(await asked()).toBe("SECOND_STEP_NEEDED");
    await age(root, 11);
    const stepUp = async (stepUpProof: string) => {
      const proving = (await mine()).sessions.stepUp({ stepUpProof });
      return resultCode(proving.then((renewed) => ({ token } = renewed)));
    };
    expect(await stepUp(PASSWORD)).toBe("STEP_UP_BY_LOGIN");
    expect(await resultCode((await mine()).secondStep.begin({}))).toBe("STEP_UP_REQUIRED");

    const session = await harness.deps.sessions.read(token);
    const { codeIn } = await authenticator({ ...session!.actor, isSteppedUp: true } as Actor);
    expect(await asked()).toBe("STEP_UP_REQUIRED");
    expect(await stepUp(PASSWORD)).toBe("STEP_UP_WRONG");
    expect(await stepUp(codeIn(1))).toBe("ok");
    expect(await asked()).toBe("ok");
  });

  test("a step-up is refused to members and visitors", async () => {
    const member = await harness.person(companyId, "USER");
    const proof = { stepUpProof: PASSWORD };
    expect(await resultCode((await harness.as(member)).sessions.stepUp(proof))).toBe("WRONG_ROLE");
    const visitor = await harness.caller({ at: companyId });
    expect(await resultCode(visitor.sessions.stepUp(proof))).toBe("NOT_SIGNED_IN");
  });
});
