import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { companies, hosts as hostRows, passkeys, recoveryCodes, sessions, users } from "@db/schema";
import { NOBODY } from "@server/access/call/actor";
import type { PasskeyChallenge } from "@server/members/contracts/passkeys";
import { type Caller, createCaller } from "@server/http/router";
import { Authenticator } from "@server/testing/authenticator";
import { isTrustedNetwork } from "@server/access/throttles/throttle";
import { freshActor } from "@server/testing/actors";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness, PASSWORD, type UserRow } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let host: string;
let admin: UserRow;
let own: Caller;
let hosts = 0;

beforeEach(async () => {
  companyId = await harness.company();
  host = await hostOf(companyId);
  admin = await harness.person(companyId, "ADMIN");
  own = await as(admin);
});

async function hostOf(id: string): Promise<string> {
  const name = `passkeys${(hosts += 1)}.example`;
  await harness.database.db.insert(hostRows).values({ id: newId(), host: name, companyId: id });
  return name;
}

const as = (person: UserRow): Promise<Caller> =>
  harness.caller({ at: person.companyId }, freshActor(person));
const stranger = (at = companyId, ip?: string) => harness.caller({ at, ...(ip && { ip }) });

/** The origin of a host, as the product is reached in tests. */
const originOf = (name: string): string => {
  const { protocol, port } = new URL(harness.deps.config.appOrigin);
  return `${protocol}//${name}${port && `:${port}`}`;
};

/** Adds a passkey for this host; returns its authenticator and the recovery codes shown. */
async function added(api: Caller, at = host, device = new Authenticator()) {
  const challenge = await api.passkeys.beginAdding({ host: at });
  const response = device.create(challenge, { origin: originOf(at) });
  const { recoveryCodes: codes } = await api.passkeys.add({
    ticket: challenge.ticket,
    response,
    currentPassword: PASSWORD,
  });
  return { device, codes };
}

const sessionsOf = async ({ id }: UserRow) =>
  (await harness.database.db.select().from(sessions).where(eq(sessions.userId, id))).length;

const role = "ADMIN" as const;
type LogIn = Parameters<Caller["passkeys"]["logIn"]>[0];

/** Logs in by passkey; the answer, or the refusal's code. */
async function logIn(
  device: Authenticator,
  change: Partial<Parameters<Authenticator["get"]>[1]> & {
    as?: LogIn["role"];
    at?: string;
    by?: Caller;
  } = {},
): Promise<string> {
  const api = change.by ?? (await stranger());
  const at = change.at ?? host;
  const challenge = await api.passkeys.beginLogIn({ host: at });
  const response = device.get(challenge, { origin: originOf(at), ...change });
  return resultCode(
    api.passkeys.logIn({ role: change.as ?? role, ticket: challenge.ticket, response }),
  );
}

describe("a passkey", () => {
  test("a passkey is added with the password, mailed and audited, and logs in", async () => {
    const challenge = await own.passkeys.beginAdding({ host });
    const device = new Authenticator();
    const response = device.create(challenge, { origin: originOf(host) });
    const { ticket } = challenge;
    expect(await resultCode(own.passkeys.add({ ticket, response }))).toBe(
      "CURRENT_PASSWORD_REQUIRED",
    );
    const wrong = { ticket, response, currentPassword: "not my password" };
    expect(await resultCode(own.passkeys.add(wrong))).toBe("CURRENT_PASSWORD_WRONG");
    expect(await own.passkeys.mine()).toEqual([]);

    const given = { ticket, response, currentPassword: PASSWORD, name: "My phone" };
    const { recoveryCodes: codes } = await own.passkeys.add(given);
    expect(codes).toHaveLength(10);
    expect(await own.passkeys.mine()).toMatchObject([{ name: "My phone", host, lastUsedAt: null }]);
    const [row] = await rowsOf(admin);
    expect(row?.transports).toEqual(["internal"]);
    expect(await harness.sentTo(admin.email, "securityChanged")).toMatchObject([
      { change: "PASSKEY_ADDED" },
    ]);
    expect(await harness.audited(admin.id)).toMatchObject([{ action: "member.passkey-added" }]);

    expect(await logIn(device)).toBe("ok");
    const [used] = await own.passkeys.mine();
    expect(used?.lastUsedAt).not.toBeNull();
  });

  test(
    "a passkey makes the password alone insufficient; a recovery code stands in for it",
    { tags: ["full"] },
    async () => {
      const { codes } = await added(own);
      const api = await stranger();
      const login = { email: admin.email, password: PASSWORD };
      expect(await resultCode(api.sessions.logInAdmin(login))).toBe("SECOND_STEP_REQUIRED");
      expect(await resultCode(api.sessions.logInAdmin({ ...login, code: "123456" }))).toBe(
        "SECOND_STEP_WRONG",
      );
      const code = codes[0] ?? "";
      expect(await resultCode(api.sessions.logInAdmin({ ...login, code }))).toBe("ok");
      expect(await resultCode(api.sessions.logInAdmin({ ...login, code }))).toBe(
        "SECOND_STEP_WRONG",
      );
    },
  );

  test("a passkey satisfies the company's rule of a second factor", async () => {
    await added(own);
    expect(await resultCode(own.secondStep.require({ isRequired: true }))).toBe("ok");
    const fellow = await as(await harness.person(companyId, "ADMIN"));
    expect(await resultCode(own.members.counts())).toBe("ok");
    expect(await resultCode(fellow.members.counts())).toBe("SECOND_STEP_NEEDED");
  });

  test("a passkey is removed with the password; with the last one its recovery codes go", async () => {
    const { device } = await added(own);
    const [mine] = await own.passkeys.mine();
    const id = mine?.id ?? "";
    expect(await resultCode(own.passkeys.remove({ id }))).toBe("CURRENT_PASSWORD_REQUIRED");
    const other = await as(await harness.person(companyId, "ADMIN"));
    const theirs = { id, currentPassword: PASSWORD };
    expect(await logIn(device)).toBe("ok");
    expect(await sessionsOf(admin)).toBe(1);
    expect(await resultCode(other.passkeys.remove(theirs))).toBe("PASSKEY_NOT_FOUND");
    expect(await resultCode(own.passkeys.remove(theirs))).toBe("ok");
    expect(await logIn(device)).toBe("PASSKEY_WRONG");
    // The device was logged in by it.
    expect(await sessionsOf(admin)).toBe(0);
    const { db } = harness.database;
    const kept = await db.select().from(recoveryCodes).where(eq(recoveryCodes.personId, admin.id));
    expect(kept).toEqual([]);
    const login = { email: admin.email, password: PASSWORD };
    expect(await resultCode((await stranger()).sessions.logInAdmin(login))).toBe("ok");
  });

  test("a member's passkey logs in too, beside the password", async () => {
    const member = await harness.person(companyId, "USER");
    const { device, codes } = await added(await as(member));
    expect(codes).toEqual([]);
    expect(await logIn(device, { as: "USER" })).toBe("ok");
    const login = { email: member.email, password: PASSWORD };
    expect(await resultCode((await stranger()).sessions.logIn(login))).toBe("ok");
  });
});

test("a passkey proves an admin once more; another person's does not", async () => {
  const { device } = await added(own);
  const session = await harness.deps.sessions.start(
    { role: "ADMIN", id: admin.id, companyId },
    { ip: "203.0.113.9", userAgent: null },
  );
  const read = await harness.deps.sessions.read(session.token);
  if (read?.actor.role !== "ADMIN") throw new Error("There is no session.");
  const old = await harness.caller({ at: companyId }, { ...read.actor, isSteppedUp: false });
  expect(await resultCode(old.prices.set({ price: "11" }))).toBe("STEP_UP_REQUIRED");
  const answered = async (by: Authenticator) => {
    const challenge = await old.passkeys.beginStepUp({ host });
    const stepUpResponse = by.get(challenge, { origin: originOf(host) });
    return resultCode(old.sessions.stepUp({ stepUpTicket: challenge.ticket, stepUpResponse }));
  };
  const fellow = await added(await as(await harness.person(companyId, "ADMIN")));
  expect(await answered(fellow.device)).toBe("PASSKEY_WRONG");
  expect(await answered(new Authenticator())).toBe("PASSKEY_WRONG");
  expect(await answered(device)).toBe("ok");
  expect(await harness.audited(admin.id)).toContainEqual(
    expect.objectContaining({ action: "member.stepped-up" }),
  );
});

test(
  "a stranger's passkey ends with the owner's first proof of the address",
  { tags: ["full"] },
  async () => {
    const person = await harness.person(companyId, "USER", { emailVerifiedAt: null });
    const { device } = await added(await as(person));
    expect(await logIn(device, { as: "USER" })).toBe("ok");
    const api = await stranger();
    await api.passwords.requestReset({ email: person.email });
    const otp = (await harness.sentTo(person.email, "resetCode"))[0]?.code ?? "";
    await api.passwords.reset({ email: person.email, otp, newPassword: `${PASSWORD} anew` });
    expect(await logIn(device, { as: "USER" })).toBe("PASSKEY_WRONG");
    expect(await harness.sentTo(person.email, "addressProven")).toHaveLength(1);
  },
);

test("a member's passkey ends with a promotion: an admin begins by invitation alone", async () => {
  const { id, name, mobile, email, ...rest } = await harness.person(companyId, "USER");
  const { device } = await added(await as({ id, name, mobile, email, ...rest }));
  await own.members.update({ id, name, mobile, email, role: "ADMIN" });
  expect(await logIn(device)).toBe("PASSKEY_WRONG");
});

test(
  "two passkeys added at the same moment give recovery codes once, and never more than ten",
  { tags: ["full"] },
  async () => {
    const both = await Promise.all([added(own), added(own)]);
    expect(both.map(({ codes }) => codes.length).sort()).toEqual([0, 10]);
    const some = Array.from({ length: 12 }, () => added(own).catch(() => null));
    await Promise.all(some);
    expect(await rowsOf(admin)).toHaveLength(10);
  },
);

test("a passkey makes its network known, which a stranger's guesses cannot use up", async () => {
  const { device } = await added(own);
  const ip = "198.51.100.200";
  const context = await harness.context(NOBODY, { at: companyId, ip });
  const account = { companyId, email: admin.email };
  expect(await isTrustedNetwork(context, account)).toBe(false);
  expect(await logIn(device, { by: createCaller(context) })).toBe("ok");
  expect(await isTrustedNetwork(context, account)).toBe(true);
});

describe("refused", () => {
  test("a recorded passkey answer that is sent again, and one to another challenge, are refused", async () => {
    const { device } = await added(own, host, new Authenticator({ countsUses: false }));
    const api = await stranger();
    const challenge = await api.passkeys.beginLogIn({ host });
    const response = device.get(challenge, { origin: originOf(host) });
    const sent = { role, ticket: challenge.ticket, response };
    expect(await resultCode(api.passkeys.logIn(sent))).toBe("ok");
    expect(await resultCode(api.passkeys.logIn(sent))).toBe("PASSKEY_OVER");
    const { ticket } = await api.passkeys.beginLogIn({ host });
    expect(await resultCode(api.passkeys.logIn({ ...sent, ticket }))).toBe("PASSKEY_WRONG");
  });

  test(
    "all but one of twenty parallel sendings of one passkey answer are refused",
    { tags: ["full"] },
    async () => {
      const { device } = await added(own, host, new Authenticator({ countsUses: false }));
      const api = await stranger();
      const challenge = await api.passkeys.beginLogIn({ host });
      const response = device.get(challenge, { origin: originOf(host) });
      const sent = { role, ticket: challenge.ticket, response };
      const all = Array.from({ length: 20 }, () => resultCode(api.passkeys.logIn(sent)));
      const codes = await Promise.all(all);
      expect(codes.filter((one) => one === "ok")).toHaveLength(1);
    },
  );

  test(
    "a passkey answer made on another site, for another site, or without its person's check is refused",
    { tags: ["full"] },
    async () => {
      const { device } = await added(own);
      expect(await logIn(device, { origin: originOf("phish.example") })).toBe("PASSKEY_WRONG");
      expect(await logIn(device, { rpId: "phish.example" })).toBe("PASSKEY_WRONG");
      expect(await logIn(device, { isVerified: false })).toBe("PASSKEY_WRONG");
      expect(await logIn(new Authenticator())).toBe("PASSKEY_WRONG");
      expect(await logIn(device)).toBe("ok");
    },
  );

  test(
    "a copied passkey, whose count of uses did not grow, is refused",
    { tags: ["full"] },
    async () => {
      const { device } = await added(own);
      expect(await logIn(device)).toBe("ok");
      expect(await logIn(device, { isCopy: true })).toBe("PASSKEY_WRONG");
    },
  );

  test(
    "a passkey is refused on another company's host, in another role, or of a blocked person",
    { tags: ["full"] },
    async () => {
      const { device } = await added(own);
      const elsewhere = await harness.company();
      const theirHost = await hostOf(elsewhere);
      const by = await stranger(elsewhere);
      expect(await logIn(device, { by, at: theirHost })).toBe("PASSKEY_WRONG");
      expect(await resultCode(by.passkeys.beginLogIn({ host }))).toBe("PASSKEY_WRONG");
      expect(await resultCode(by.passkeys.beginLogIn({ host: "nobodys.example" }))).toBe(
        "PASSKEY_WRONG",
      );
      expect(await logIn(device, { as: "USER" })).toBe("PASSKEY_WRONG");
      expect(await logIn(device, { as: "SUPER_ADMIN" })).toBe("PASSKEY_WRONG");
      const { db } = harness.database;
      await db.update(users).set({ status: "BLOCKED" }).where(eq(users.id, admin.id));
      expect(await logIn(device)).toBe("PASSKEY_WRONG");
    },
  );

  test("passkeys of everybody are refused while the company is suspended", async () => {
    const { device } = await added(own);
    const before = await stranger();
    const challenge = await before.passkeys.beginLogIn({ host });
    const response = device.get(challenge, { origin: originOf(host) });
    const { db } = harness.database;
    await db.update(companies).set({ status: "SUSPENDED" }).where(eq(companies.id, companyId));
    const api = await stranger();
    const given = { role, ticket: challenge.ticket, response };
    expect(await resultCode(api.passkeys.logIn(given))).toBe("COMPANY_SUSPENDED");
  });

  test("a passkey's ticket of another purpose or person, a late one and a torn one are refused", async () => {
    const { device } = await added(own);
    const api = await stranger();
    const challenge = await api.passkeys.beginLogIn({ host });
    const forNew = await own.passkeys.beginAdding({ host });
    const answer = (to: PasskeyChallenge) => device.get(to, { origin: originOf(host) });
    expect(
      await resultCode(
        api.passkeys.logIn({ role, ticket: forNew.ticket, response: answer(forNew) }),
      ),
    ).toBe("PASSKEY_OVER");
    const another = await as(await harness.person(companyId, "ADMIN"));
    const response = new Authenticator().create(forNew, { origin: originOf(host) });
    const taken = { ticket: forNew.ticket, response, currentPassword: PASSWORD };
    expect(await resultCode(another.passkeys.add(taken))).toBe("PASSKEY_OVER");
    const late = createCaller({
      ...(await harness.context(NOBODY, { at: companyId })),
      now: new Date(Date.now() + 6 * 60_000),
    });
    const given = { role, ticket: challenge.ticket, response: answer(challenge) };
    expect(await resultCode(late.passkeys.logIn(given))).toBe("PASSKEY_OVER");
    const torn = { ...given, ticket: `${challenge.ticket.slice(0, -3)}AAA` };
    expect(await resultCode(api.passkeys.logIn(torn))).toBe("PASSKEY_OVER");
    expect(await resultCode(api.passkeys.logIn({ ...given, response: "{" }))).toBe("PASSKEY_WRONG");
  });

  test("somebody else's passkey, and an eleventh, are refused", { tags: ["full"] }, async () => {
    const { device } = await added(own);
    const other = await as(await harness.person(companyId, "ADMIN"));
    const challenge = await other.passkeys.beginAdding({ host });
    const response = device.create(challenge, { origin: originOf(host) });
    const taken = { ticket: challenge.ticket, response, currentPassword: PASSWORD };
    expect(await resultCode(other.passkeys.add(taken))).toBe("PASSKEY_KNOWN");
    for (let count = 1; count < 10; count += 1) await added(own);
    expect(await resultCode(own.passkeys.beginAdding({ host }))).toBe("PASSKEYS_FULL");
  });

  test(
    "after too many wrong passkeys from one network, all from there are refused",
    { tags: ["full"] },
    async () => {
      const limited = await stranger(companyId, "198.51.100.77");
      const limit = harness.deps.config.limits.wrongLoginsPerIp;
      const device = new Authenticator();
      for (let count = 0; count < limit; count += 1) {
        expect(await logIn(device, { by: limited })).toBe("PASSKEY_WRONG");
      }
      expect(await logIn(device, { by: limited })).toBe("LOGIN_THROTTLED");
      expect(await logIn(device)).toBe("PASSKEY_WRONG");
    },
  );
});

const rowsOf = ({ id }: { id: string }) =>
  harness.database.db.select().from(passkeys).where(eq(passkeys.personId, id));
