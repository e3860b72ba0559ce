import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { users } from "@db/schema";
import { ADMIN_ROLES, type AdminRole } from "@db/vocabulary";
import { lockActiveAdmins } from "@server/access/queries/members";
import { adminRoleOf, mayCall } from "@server/access/rules/admin-roles";
import { LEAST_ADMIN_ROLE } from "@server/access/rules/calls";
import { totpCode } from "@server/members/rules/codes";
import { freshActor } from "@server/testing/actors";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { appRouter, type Caller } from "@server/http/router";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let owner: UserRow;
let api: Caller;
let counter = 0;
beforeEach(async () => {
  companyId = await harness.company();
  owner = await harness.person(companyId, "ADMIN");
  api = await harness.as(owner);
});

const typed = ({ id, name, mobile, email, role }: UserRow) => ({ id, name, mobile, email, role });
const admin = (adminRole: AdminRole | null) => harness.person(companyId, "ADMIN", { adminRole });
const asha = () => ({
  name: "Asha Rao",
  email: `asha${(counter += 1)}@people.example`,
  mobile: "+919876543210",
});
const actions = async (person: { id: string }) =>
  (await harness.audited(person.id)).map(({ action }) => action).toSorted();
const logIn = async (email: string, code?: string) =>
  resultCode(
    (await harness.caller({ at: companyId })).sessions.logInAdmin({
      email,
      password: PASSWORD,
      ...(code && { code }),
    }),
  );

function call(caller: Caller, name: string): Promise<unknown> {
  const found = name
    .split(".")
    .reduce<unknown>((at, part) => Reflect.get(Object(at), part), caller);
  if (typeof found !== "function") throw new Error(`There is no ${name}.`);
  return Promise.resolve(Reflect.apply(found, undefined, [{}]));
}

describe("the roles of admins", () => {
  const procedures = Object.keys(appRouter._def.procedures);
  /** The calls that a role passes, whatever their input. */
  async function passed(role: AdminRole): Promise<string[]> {
    const caller = await harness.as(await admin(role));
    const names: string[] = [];
    for (const name of LEAST_ADMIN_ROLE.keys()) {
      if ((await resultCode(call(caller, name))) !== "ADMIN_ROLE_TOO_LOW") names.push(name);
    }
    return names;
  }

  test("the table lists exactly the calls of the admin area", { tags: ["full"] }, async () => {
    // Only an admin passes the role; a call that is not listed refuses even an owner.
    const member = await harness.as(await harness.person(companyId, "USER"));
    const root = await harness.asSuperAdmin();
    const ofAdmins: string[] = [];
    for (const name of procedures) {
      const said = [await resultCode(call(member, name)), await resultCode(call(root, name))];
      if (said.every((one) => one === "WRONG_ROLE")) ofAdmins.push(name);
    }
    expect([...LEAST_ADMIN_ROLE.keys()].sort()).toEqual(ofAdmins.sort());
  });

  test.each(ADMIN_ROLES)(
    "a role of %s passes exactly the calls that the table allows",
    { tags: ["full"] },
    async (role) => {
      const allowed = [...LEAST_ADMIN_ROLE.keys()].filter((name) => mayCall(role, name));
      expect(await passed(role)).toEqual(allowed);
    },
  );

  test(
    "a viewer sees, a cashier decides too, an owner does everything",
    { tags: ["full"] },
    async () => {
      const [viewer, cashier, all] = [
        await passed("VIEWER"),
        await passed("CASHIER"),
        await passed("OWNER"),
      ];
      const isQuery = (name: string) => {
        const found = Reflect.get(appRouter._def.procedures, name) as { _def: { type: string } };
        return found._def.type === "query";
      };
      const stops = ["changes.refuse", "changes.withdraw"];
      // Their own mails
      const mails = "dashboard.chooseMails";
      const own = [...stops, mails].sort();
      expect(viewer.filter((name) => !isQuery(name)).sort()).toEqual(own);
      expect(cashier.filter((name) => !isQuery(name)).sort()).toEqual([
        "changes.confirm",
        ...stops,
        mails,
        "exports.orders",
        "exports.rewards",
        "identity.decide",
        "identity.openDocument",
        "identity.undo",
        "members.approve",
        "members.approveMany",
        "members.refuse",
        "members.resendMessage",
        "notes.add",
        "notes.ask",
        "orders.approve",
        "orders.approveMany",
        "orders.reject",
        "orders.rejectMany",
        "orders.reverse",
        "orders.rewards.release",
        "orders.rewards.withdraw",
        "orders.undo",
        "orders.undoMany",
        "payments.allocate",
        "payments.approveReceived",
        "payments.dismiss",
        "payments.payOrder",
        "payments.record",
        "payments.refund",
        "payments.signDay",
        "payments.waitForRest",
        "programme.statement",
        "statements.acceptSum",
        "statements.addEntry",
        "statements.answerDays",
        "statements.approve",
        "statements.decideMany",
        "statements.drop",
        "statements.hold",
        "statements.import",
        "statements.importFile",
        "statements.link",
        "statements.map",
        "statements.mend",
        "statements.putAwayMany",
        "statements.reopen",
        "statements.setAside",
        "statements.unlink",
      ]);
      expect(all).toEqual([...LEAST_ADMIN_ROLE.keys()]);
    },
  );

  test(
    "a new role applies from the admin's next request on, and refusals change nothing",
    { tags: ["full"] },
    async () => {
      const cashier = await admin("CASHIER");
      const { token } = await (
        await harness.caller({ at: companyId })
      ).sessions.logInAdmin({ email: cashier.email, password: PASSWORD });
      const mine = async () => {
        const session = await harness.deps.sessions.read(token);
        if (!session) throw new Error("The session has ended.");
        return harness.caller({ at: companyId }, session.actor);
      };
      const member = await harness.person(companyId, "USER", { isApproved: false });
      expect(await resultCode((await mine()).members.remove({ id: member.id }))).toBe(
        "ADMIN_ROLE_TOO_LOW",
      );
      await api.members.update({ ...typed(cashier), adminRole: "VIEWER" });
      expect(await resultCode((await mine()).members.approve({ id: member.id }))).toBe(
        "ADMIN_ROLE_TOO_LOW",
      );
      expect(await harness.row(member)).toEqual(member);
      expect(await actions(cashier)).toEqual(["admin.role-changed", "member.updated"]);
      expect((await (await mine()).sessions.me()).adminRole).toBe("VIEWER");
    },
  );

  test("admins from before the roles are owners", { tags: ["full"] }, async () => {
    const early = await admin(null);
    expect(await harness.row(early)).toMatchObject({ adminRole: null });
    const { id } = early;
    expect(await api.members.find({ id })).toMatchObject({ adminRole: "OWNER" });
    await api.members.update({ ...typed(early), name: "Asha" });
    expect((await harness.row(early)).adminRole).toBe("OWNER");
    expect(await resultCode((await harness.as(early)).members.remove({ id: owner.id }))).toBe("ok");
  });
});

describe("a company keeps an owner", () => {
  test.each([
    ["demoted", { adminRole: "CASHIER" }],
    ["made a member", { role: "USER" }],
    ["blocked", { status: "BLOCKED" }],
  ] as const)("the last owner cannot be %s", async (_what, change) => {
    await admin("CASHIER");
    const refused = api.members.update({ ...typed(owner), ...change });
    expect(await resultCode(refused)).toBe("LAST_OWNER");
    expect(await harness.row(owner)).toEqual(owner);
  });

  test("the last owner cannot be removed; an invited owner without a password is none", async () => {
    await admin("VIEWER");
    await api.members.add({ ...asha(), role: "ADMIN", adminRole: "OWNER" });
    expect(await resultCode(api.members.remove({ id: owner.id }))).toBe("LAST_OWNER");
    await admin("OWNER");
    expect(await resultCode(api.members.remove({ id: owner.id }))).toBe("ok");
  });

  const ownersLeft = async () =>
    (await harness.database.db.select().from(users).where(eq(users.companyId, companyId))).filter(
      (one) =>
        one.role === "ADMIN" && one.status === "ACTIVE" && adminRoleOf(one.adminRole) === "OWNER",
    ).length;

  test(
    "two owners who demote each other concurrently from two instances leave one",
    { tags: ["full"] },
    async () => {
      const there = harness.elsewhere();
      for (let round = 0; round < 10; round += 1) {
        await harness.database.db
          .update(users)
          .set({ adminRole: "CASHIER" })
          .where(eq(users.companyId, companyId));
        const [one, two] = [await admin("OWNER"), await admin("OWNER")];
        const outcomes = await Promise.all([
          resultCode(
            (await harness.as(one)).members.update({ ...typed(two), adminRole: "VIEWER" }),
          ),
          resultCode((await there.as(two)).members.update({ ...typed(one), adminRole: "VIEWER" })),
        ]);
        expect(outcomes.toSorted()).toEqual(["LAST_OWNER", "ok"]);
        expect(await ownersLeft()).toBe(1);
      }
    },
  );

  /** Counting the other owners without locking them demotes both. */
  test(
    "control: without the lock two owners would both be demoted",
    { tags: ["full"] },
    async () => {
      const two = await admin("OWNER");
      const { db } = harness.database;
      let waiting = 2;
      let bothCounted: () => void = () => undefined;
      const counted = new Promise<void>((resolve) => (bothCounted = resolve));
      const demoteUnlocked = (who: UserRow) =>
        db.transaction(async (tx) => {
          const owners = await tx.select().from(users).where(eq(users.companyId, companyId));
          if ((waiting -= 1) === 0) bothCounted();
          await counted;
          if (owners.length > 1) {
            await tx.update(users).set({ adminRole: "VIEWER" }).where(eq(users.id, who.id));
          }
        });
      await Promise.all([demoteUnlocked(owner), demoteUnlocked(two)]);
      expect(await ownersLeft()).toBe(0);
      const locked = await db.transaction((tx) => lockActiveAdmins(tx, companyId));
      expect(locked.map(({ adminRole }) => adminRole)).toEqual(["VIEWER", "VIEWER"]);
    },
  );
});

describe("admins begin by invitation alone", () => {
  const accept = async (email: string, newPassword = PASSWORD) => {
    const [mail] = await harness.sentTo(email, "invitation");
    const visitor = await harness.caller({ at: companyId });
    return visitor.passwords.setPassword({
      token: mail?.token ?? "",
      newPassword,
    });
  };

  test("an added admin has no password but a link, which works once", async () => {
    const person = asha();
    const added = await api.members.add({ ...person, role: "ADMIN", password: PASSWORD });
    expect(added).toMatchObject({ ...person, role: "ADMIN", adminRole: "OWNER" });
    expect((await harness.row(added)).passwordHash).toBeNull();
    expect(await logIn(person.email)).toBe("WRONG_LOGIN");
    expect(await actions(added)).toEqual(["admin.invited", "member.added"]);
    await accept(person.email);
    expect(await logIn(person.email)).toBe("ok");
    expect(await resultCode(accept(person.email))).toBe("LINK_DEAD");
    expect(await resultCode(api.members.inviteAgain({ id: added.id }))).toBe("ADMIN_HAS_PASSWORD");
  });

  test("a new link for an admin ends the earlier one; members have none", async () => {
    const person = asha();
    const { id } = await api.members.add({ ...person, role: "ADMIN", adminRole: "VIEWER" });
    const [first] = await harness.sentTo(person.email, "invitation");
    await api.members.inviteAgain({ id });
    const visitor = await harness.caller({ at: companyId });
    const old = visitor.passwords.invitation({ token: first?.token ?? "" });
    expect(await resultCode(old)).toBe("LINK_DEAD");
    await accept(person.email);
    const member = await harness.person(companyId, "USER", { passwordHash: null });
    expect(await resultCode(api.members.inviteAgain({ id: member.id }))).toBe("MEMBER_NOT_FOUND");
  });

  test("a promoted member's password no longer works; the link's does", async () => {
    const member = await harness.person(companyId, "USER");
    await api.members.update({ ...typed(member), role: "ADMIN", adminRole: "CASHIER" });
    expect(await harness.row(member)).toMatchObject({ adminRole: "CASHIER", passwordHash: null });
    expect(await logIn(member.email)).toBe("WRONG_LOGIN");
    await accept(member.email, "another pass phrase of tests");
    expect(await actions(member)).toEqual([
      "admin.invited",
      "member.password-set",
      "member.promoted",
      "member.updated",
    ]);
  });
});

describe("another admin's account", () => {
  async function withAuthenticator(person: UserRow) {
    const theirs = await harness.as(person);
    await theirs.secondStep.begin({ currentPassword: PASSWORD });
    const secret = (await theirs.secondStep.mine()).pending?.secret ?? "";
    const codeIn = (periods: number) => totpCode(secret, new Date(Date.now() + periods * 30_000));
    await theirs.secondStep.confirm({ code: codeIn(0) });
    return codeIn;
  }

  test("an admin's account keeps its authenticator when it is demoted and promoted again", async () => {
    const colleague = await admin("OWNER");
    const codeIn = await withAuthenticator(colleague);
    await api.members.update({ ...typed(colleague), role: "USER" });
    expect((await harness.row(colleague)).adminRole).toBeNull();
    await api.members.update({ ...typed(colleague), role: "ADMIN" });
    const [mail] = await harness.sentTo(colleague.email, "invitation");
    const visitor = await harness.caller({ at: companyId });
    await visitor.passwords.setPassword({
      token: mail?.token ?? "",
      newPassword: PASSWORD,
    });
    expect(await logIn(colleague.email)).toBe("SECOND_STEP_REQUIRED");
    expect(await logIn(colleague.email, codeIn(1))).toBe("ok");
    expect(await actions(colleague)).toEqual([
      "admin.invited",
      "member.demoted",
      "member.password-set",
      "member.promoted",
      "member.second-step-on",
      "member.updated",
      "member.updated",
    ]);
  });

  test("an admin's new address is told to the old one and the new one, without either in the activity", async () => {
    const colleague = await admin("OWNER");
    const email = asha().email;
    await api.members.update({ ...typed(colleague), email });
    expect(await harness.sentTo(colleague.email, "emailChanged")).toEqual([{ change: "OLD" }]);
    expect(await harness.sentTo(email, "emailChanged")).toEqual([{ change: "NEW" }]);
    expect(await actions(colleague)).toEqual(["member.email-changed", "member.updated"]);
    expect(JSON.stringify(await harness.audited(colleague.id))).not.toMatch(/@/);
    // An address in other letters is no change.
    await api.members.update({ ...typed(colleague), email: email.toUpperCase() });
    expect(await harness.sentTo(email, "emailChanged")).toHaveLength(1);
  });

  test("a lost authenticator is removed by another owner, with a mail, and ends all sessions", async () => {
    const colleague = await admin("CASHIER");
    const codeIn = await withAuthenticator(colleague);
    const visitor = await harness.caller({ at: companyId });
    const { token } = await visitor.sessions.logInAdmin({
      email: colleague.email,
      password: PASSWORD,
      code: codeIn(1),
    });
    const { id } = colleague;
    const old = await harness.caller({ at: companyId }, freshActor(owner, { isSteppedUp: false }));
    expect(await resultCode(old.secondStep.reset({ id }))).toBe("STEP_UP_REQUIRED");
    const cashier = await harness.as(await admin("CASHIER"));
    expect(await resultCode(cashier.secondStep.reset({ id }))).toBe("ADMIN_ROLE_TOO_LOW");
    const elsewhere = await harness.as(await harness.person(await harness.company(), "ADMIN"));
    expect(await resultCode(elsewhere.secondStep.reset({ id }))).toBe("MEMBER_NOT_FOUND");
    expect(await harness.deps.sessions.read(token)).not.toBeNull();
    expect(await api.members.find({ id })).toMatchObject({ hasAuthenticator: true });

    await api.secondStep.reset({ id });
    expect(await harness.deps.sessions.read(token)).toBeNull();
    expect(await logIn(colleague.email)).toBe("ok");
    expect(await harness.sentTo(colleague.email, "securityChanged")).toContainEqual({
      change: "RESET",
      left: 0,
    });
    expect(await actions(colleague)).toEqual(["member.second-step-on", "member.second-step-reset"]);
    expect(await resultCode(api.secondStep.reset({ id }))).toBe("SECOND_STEP_IS_OFF");
    expect(await resultCode(api.secondStep.reset({ id: owner.id }))).toBe("OWN_ACCOUNT");
  });

  test("an authenticator deleted with its admin's account is in the activity", async () => {
    const colleague = await admin("OWNER");
    await withAuthenticator(colleague);
    await api.members.remove({ id: colleague.id });
    expect(await actions(colleague)).toContain("member.second-step-lost");
  });
});
