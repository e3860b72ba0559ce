import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oneTimeCodes, sessions, users } from "@db/schema";
import type { Caller } from "@server/http/router";
import { deliverMessages } from "@server/testing/deliver-messages";
import { duringReset } from "@server/testing/during-reset";
import { resultCode } from "@server/testing/order-harness";
import { PASSWORD, memberHarness, type UserRow } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let companyId: string;
let api: Caller;
beforeEach(async () => {
  companyId = await harness.company();
  api = await harness.caller({ at: companyId });
});
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const NEW = "another pass phrase";
const resetCodeOf = async (person: UserRow) =>
  (await harness.sentTo(person.email, "resetCode"))[0]?.code ?? "";
const wrongOf = (code: string) => (code === "111111" ? "222222" : "111111");
const startSession = async ({ role, id, companyId: at }: UserRow) => {
  const { token } = await harness.deps.sessions.start(
    { role, id, companyId: at },
    { ip: "", userAgent: null },
  );
  return token;
};
const canLogIn = async (person: UserRow, password: string) =>
  resultCode(
    person.role === "ADMIN"
      ? api.sessions.logInAdmin({ email: person.email, password })
      : api.sessions.logIn({ email: person.email, password }),
  );

describe.each([
  ["USER", "requestReset", "reset"],
  ["ADMIN", "requestResetAdmin", "resetAdmin"],
] as const)("a %s who forgot the password", (role, request, reset) => {
  test(
    "a reset sets a new password with a code; sessions end, a mail is sent and the reset is logged",
    { tags: ["full"] },
    async () => {
      const person = await harness.person(companyId, role, { emailVerifiedAt: new Date() });
      const token = await startSession(person);
      expect(await api.passwords[request]({ email: person.email.toUpperCase() })).toEqual({
        channels: ["EMAIL"],
        resendAfterSeconds: 30,
        expiresInSeconds: 600,
      });
      const otp = await resetCodeOf(person);
      await api.passwords[reset]({ email: person.email, otp, newPassword: NEW });
      expect(await canLogIn(person, NEW)).toBe("ok");
      expect(await canLogIn(person, PASSWORD)).toBe("WRONG_LOGIN");
      expect(await harness.deps.sessions.read(token)).toBeNull();
      expect(await harness.sentTo(person.email, "passwordChanged")).toHaveLength(1);
      const balances = await harness.audited(person.id);
      expect(balances.map((line) => line.action)).toEqual(["member.password-reset"]);
      expect(JSON.stringify(balances)).not.toContain("pass phrase");
      // The code works once.
      const again = api.passwords[reset]({ email: person.email, otp, newPassword: NEW });
      expect(await resultCode(again)).toBe("CODE_WRONG");
    },
  );

  test(
    "a reset request gets the same answer for every address; only an eligible one gets a mail",
    { tags: ["full"] },
    async () => {
      const other = role === "USER" ? "ADMIN" : "USER";
      const there = await harness.person(companyId, role);
      const strangers = [
        await harness.person(companyId, role, { status: "BLOCKED" }),
        await harness.person(companyId, role, { status: "INACTIVE" }),
        await harness.person(companyId, role, { deletedAt: new Date() }),
        await harness.person(companyId, other),
        await harness.person(await harness.company(), role),
      ];
      const answer = await api.passwords[request]({ email: there.email });
      for (const person of strangers) {
        expect(await api.passwords[request]({ email: person.email })).toEqual(answer);
        expect(await harness.sentTo(person.email, "resetCode")).toHaveLength(0);
        const call = api.passwords[reset]({ email: person.email, otp: "123456", newPassword: NEW });
        expect(await resultCode(call)).toBe("CODE_WRONG");
        expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
      }
      expect(await api.passwords[request]({ email: "nobody@people.example" })).toEqual(answer);
      expect(await harness.sentTo(there.email, "resetCode")).toHaveLength(1);
    },
  );

  test("another reset code ends the one before", { tags: ["full"] }, async () => {
    const person = await harness.person(companyId, role);
    await api.passwords[request]({ email: person.email });
    const first = await resetCodeOf(person);
    await harness.database.sql`DELETE FROM login_throttles`;
    await api.passwords[request]({ email: person.email });
    const reset_ = (otp: string) =>
      resultCode(api.passwords[reset]({ email: person.email, otp, newPassword: NEW }));
    expect(await reset_(first)).toBe("CODE_WRONG");
    expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
    expect(await reset_(await resetCodeOf(person))).toBe("ok");
  });

  test("a reset code has five tries", { tags: ["full"] }, async () => {
    const person = await harness.person(companyId, role);
    await api.passwords[request]({ email: person.email });
    const otp = await resetCodeOf(person);
    const reset_ = (code: string) =>
      resultCode(api.passwords[reset]({ email: person.email, otp: code, newPassword: NEW }));
    for (let i = 0; i < 5; i += 1) expect(await reset_(wrongOf(otp))).toBe("CODE_WRONG");
    expect(await reset_(otp)).toBe("CODE_WRONG");
    expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
  });
});

describe("the first proof of a mailbox", () => {
  /** An account that a stranger registered with the owner's address and a phone's code. */
  const taken = async () => {
    const stranger = await harness.person(companyId, "USER");
    return harness.person(companyId, "USER", {
      emailVerifiedAt: null,
      mobile: "+919800000001",
      mobileVerifiedAt: new Date(),
      walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      kycEncrypted: harness.deps.secrets.encrypt("kyc", "ABCDE1234F"),
      dateOfBirth: "1990-01-02",
      referrerId: stranger.id,
    });
  };
  const reset = async (person: UserRow, newPassword: string) => {
    await harness.database.sql`DELETE FROM login_throttles`;
    await api.passwords.requestReset({ email: person.email });
    const otp = await resetCodeOf(person);
    await api.passwords.reset({ email: person.email, otp, newPassword });
  };

  test(
    "the first proof of an address removes a stranger's entries, and tells the owner",
    { tags: ["full"] },
    async () => {
      const person = await taken();
      const token = await startSession(person);
      await reset(person, NEW);
      expect(await harness.row(person)).toMatchObject({
        // A verification does not pass on to whoever reads the mailbox.
        isApproved: false,
        email: person.email,
        mobile: "",
        mobileVerifiedAt: null,
        walletAddress: null,
        kycEncrypted: null,
        dateOfBirth: null,
        referrerId: null,
        emailVerifiedAt: expect.any(Date) as Date,
      });
      expect(await harness.deps.sessions.read(token)).toBeNull();
      expect(await harness.sentTo(person.email, "addressProven")).toHaveLength(1);
      const [entry] = (await harness.audited(person.id)).filter(
        ({ action }) => action === "member.address-proven",
      );
      expect(entry?.after).toEqual({
        fields: expect.arrayContaining(["mobile", "walletAddress", "referrerId"]) as string[],
      });
      expect(JSON.stringify(entry)).not.toContain("+91");

      // Entries by the owner are kept from now on.
      const wallet = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
      await harness.database.db
        .update(users)
        .set({ walletAddress: wallet })
        .where(eq(users.id, person.id));
      await reset(person, `${NEW} again`);
      expect((await harness.row(person)).walletAddress).toBe(wallet);
      expect(await harness.sentTo(person.email, "addressProven")).toHaveLength(1);
    },
  );

  test("the first proof of an address is not followed by a stranger's concurrent entries", async () => {
    const person = await taken();
    const theirs = await harness.as(person);
    const walletAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
    await harness.database.db
      .update(users)
      .set({ walletAddress: null })
      .where(eq(users.id, person.id));
    const writing = duringReset(harness, person, () =>
      theirs.members.updateProfile({ currentPassword: PASSWORD, walletAddress }),
    );
    expect(await writing).toBe("NOT_SIGNED_IN");
    expect((await harness.row(person)).walletAddress).toBeNull();
  });

  test("a proof from the owner's own session clears nothing", async () => {
    const person = await taken();
    const mine = await harness.as(person);
    await mine.passwords.requestChangeCode();
    const otp = (await harness.sentTo(person.email, "changeCode"))[0]?.code ?? "";
    await mine.passwords.change({ otp, currentPassword: PASSWORD, newPassword: NEW });
    const { walletAddress, mobile } = person;
    expect(await harness.row(person)).toMatchObject({ walletAddress, mobile });
    expect((await harness.row(person)).emailVerifiedAt).not.toBeNull();
  });
});

test("a member's reset code does not work for an admin's reset", async () => {
  const member = await harness.person(companyId, "USER");
  await api.passwords.requestReset({ email: member.email });
  const call = api.passwords.resetAdmin({
    email: member.email,
    otp: await resetCodeOf(member),
    newPassword: NEW,
  });
  expect(await resultCode(call)).toBe("CODE_WRONG");
  expect((await harness.row(member)).passwordHash).toBe(member.passwordHash);
});

test("a reset code used by twenty concurrent calls resets once", { tags: ["full"] }, async () => {
  const person = await harness.person(companyId, "USER");
  await api.passwords.requestReset({ email: person.email });
  const otp = await resetCodeOf(person);
  const there = await harness.elsewhere().caller({ at: companyId });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      resultCode(
        (i % 2 ? api : there).passwords.reset({
          email: person.email,
          otp,
          newPassword: `${NEW} ${i}`,
        }),
      ),
    ),
  );
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
  expect(await harness.sentTo(person.email, "passwordChanged")).toHaveLength(1);
});

test("a person blocked after requesting a reset code cannot use it", async () => {
  const person = await harness.person(companyId, "USER");
  await api.passwords.requestReset({ email: person.email });
  const otp = await resetCodeOf(person);
  await harness.database.db.update(users).set({ status: "BLOCKED" }).where(eq(users.id, person.id));
  const call = api.passwords.reset({ email: person.email, otp, newPassword: NEW });
  expect(await resultCode(call)).toBe("CODE_WRONG");
  expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
});

test("a weak password is refused, and the reset code stays usable", async () => {
  const person = await harness.person(companyId, "USER");
  await api.passwords.requestReset({ email: person.email });
  const otp = await resetCodeOf(person);
  const attempt = (newPassword: string) =>
    resultCode(api.passwords.reset({ email: person.email, otp, newPassword }));
  expect(await attempt("password123")).toBe("PASSWORD_TOO_COMMON");
  expect(await attempt(person.email)).toBe("PASSWORD_IS_CONTACT");
  expect(await attempt(NEW)).toBe("ok");
});

test(
  "the owner can log in after a reset although others used up the tries, then and later",
  { tags: ["full"] },
  async () => {
    const person = await harness.person(companyId, "USER");
    const strangersTry = async () => {
      for (let i = 0; i < 12; i += 1) {
        const from = await harness.caller({ at: companyId, ip: `192.0.2.${i}` });
        await resultCode(from.sessions.logIn({ email: person.email, password: "wrong" }));
      }
    };
    await strangersTry();
    expect(await canLogIn(person, PASSWORD)).toBe("LOGIN_THROTTLED");
    await api.passwords.requestReset({ email: person.email });
    const otp = await resetCodeOf(person);
    await api.passwords.reset({ email: person.email, otp, newPassword: NEW });
    await strangersTry();
    expect(await canLogIn(person, NEW)).toBe("ok");
  },
);

describe("a member who changes the password", () => {
  const changing = async () => {
    const person = await harness.person(companyId, "USER");
    const token = await startSession(person);
    const read = await harness.deps.sessions.read(token);
    if (!read) throw new Error("The session was not read.");
    const mine = await harness.caller({ at: companyId }, read.actor);
    await mine.passwords.requestChangeCode();
    const otp = (await harness.sentTo(person.email, "changeCode"))[0]?.code ?? "";
    return { person, token, mine, otp };
  };

  test("changing a member's password needs the current one and a code, keeps this session and ends the others", async () => {
    const { person, token, mine, otp } = await changing();
    const elsewhere = await startSession(person);
    const input = { otp, currentPassword: PASSWORD, newPassword: NEW };
    expect(await resultCode(mine.passwords.change({ ...input, currentPassword: "wrong" }))).toBe(
      "CURRENT_PASSWORD_WRONG",
    );
    expect(await resultCode(mine.passwords.change({ ...input, otp: wrongOf(otp) }))).toBe(
      "CODE_WRONG",
    );
    expect(await resultCode(mine.passwords.change({ ...input, newPassword: PASSWORD }))).toBe(
      "PASSWORD_UNCHANGED",
    );
    expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
    expect(await resultCode(mine.passwords.change(input))).toBe("ok");
    expect(await canLogIn(person, NEW)).toBe("ok");
    expect(await harness.deps.sessions.read(token)).not.toBeNull();
    expect(await harness.deps.sessions.read(elsewhere)).toBeNull();
    expect(await harness.sentTo(person.email, "passwordChanged")).toHaveLength(1);
  });

  test("changing a member's password cannot use another member's code", async () => {
    const [one, two] = [await changing(), await changing()];
    const call = one.mine.passwords.change({
      otp: two.otp === one.otp ? wrongOf(one.otp) : two.otp,
      currentPassword: PASSWORD,
      newPassword: NEW,
    });
    expect(await resultCode(call)).toBe("CODE_WRONG");
  });

  test("an open session cannot guess a member's current password without limit", async () => {
    const { person, mine, otp } = await changing();
    const guess = () =>
      resultCode(mine.passwords.change({ otp, currentPassword: "wrong", newPassword: NEW }));
    for (let i = 0; i < 10; i += 1) expect(await guess()).toBe("CURRENT_PASSWORD_WRONG");
    expect(await guess()).toBe("LOGIN_THROTTLED");
    // The profile shares the limit.
    const profile = mine.members.updateProfile({ currentPassword: "wrong" });
    expect(await resultCode(profile)).toBe("LOGIN_THROTTLED");
    expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
  });

  test("changing a member's password is refused to admins and without a session", async () => {
    const input = { otp: "123456", currentPassword: PASSWORD, newPassword: NEW };
    const admin = await harness.as(await harness.person(companyId, "ADMIN"));
    expect(await resultCode(api.passwords.requestChangeCode())).toBe("NOT_SIGNED_IN");
    expect(await resultCode(api.passwords.change(input))).toBe("NOT_SIGNED_IN");
    expect(await resultCode(admin.passwords.requestChangeCode())).toBe("WRONG_ROLE");
    expect(await resultCode(admin.passwords.change(input))).toBe("WRONG_ROLE");
  });
});

describe("an admin who changes the own password", () => {
  const changing = async () => {
    const person = await harness.person(companyId, "ADMIN");
    const token = await startSession(person);
    const read = await harness.deps.sessions.read(token);
    if (!read) throw new Error("The session was not read.");
    return { person, token, mine: await harness.caller({ at: companyId }, read.actor) };
  };

  test("changing an admin's own password needs the current one, keeps this session, ends the others and sends a mail", async () => {
    const { person, token, mine } = await changing();
    const elsewhere = await startSession(person);
    const change = (currentPassword: string, newPassword: string) =>
      resultCode(mine.passwords.changeOwn({ currentPassword, newPassword }));
    expect(await change("wrong", NEW)).toBe("CURRENT_PASSWORD_WRONG");
    expect(await change(PASSWORD, PASSWORD)).toBe("PASSWORD_UNCHANGED");
    expect(await change(PASSWORD, "liverpool1")).toBe("PASSWORD_TOO_COMMON");
    expect(await change(PASSWORD, person.email)).toBe("PASSWORD_IS_CONTACT");
    expect((await harness.row(person)).passwordHash).toBe(person.passwordHash);
    expect(await change(PASSWORD, NEW)).toBe("ok");
    expect(await canLogIn(person, NEW)).toBe("ok");
    expect(await canLogIn(person, PASSWORD)).toBe("WRONG_LOGIN");
    expect(await harness.deps.sessions.read(token)).not.toBeNull();
    expect(await harness.deps.sessions.read(elsewhere)).toBeNull();
    expect(await harness.sentTo(person.email, "passwordChanged")).toEqual([{ isAdmin: true }]);
    const entries = await harness.audited(person.id);
    expect(entries.map(({ action }) => action)).toEqual(["member.password-changed"]);
  });

  test("changing an admin's own password does not overwrite that of a reset meanwhile", async () => {
    const { person, mine } = await changing();
    const input = { currentPassword: PASSWORD, newPassword: NEW };
    const change = () => mine.passwords.changeOwn(input);
    expect(await duringReset(harness, person, change)).toBe("NOT_SIGNED_IN");
    expect(await canLogIn(person, NEW)).toBe("WRONG_LOGIN");
  });

  test("an admin cannot guess the own current password without limit, and nobody else may change it", async () => {
    const { mine } = await changing();
    const input = { currentPassword: "wrong", newPassword: NEW };
    for (let i = 0; i < 10; i += 1) {
      expect(await resultCode(mine.passwords.changeOwn(input))).toBe("CURRENT_PASSWORD_WRONG");
    }
    expect(await resultCode(mine.passwords.changeOwn(input))).toBe("LOGIN_THROTTLED");
    const member = await harness.as(await harness.person(companyId, "USER"));
    const root = await harness.asSuperAdmin();
    for (const caller of [member, root]) {
      expect(await resultCode(caller.passwords.changeOwn(input))).toBe("WRONG_ROLE");
    }
    expect(await resultCode(api.passwords.changeOwn(input))).toBe("NOT_SIGNED_IN");
  });
});

describe("an invited admin's link", () => {
  let invited: { companyId: string; email: string; token: string };
  beforeEach(async () => {
    const email = `invited-${companyId}@people.example`;
    const root = await harness.asSuperAdmin();
    const company = await root.companies.add({
      companyName: "Invited Ltd",
      email: "desk@invited.example",
      mobile: "+919876543210",
      tokenSymbol: "INV",
      totalSupply: "1000",
      adminName: "Asha",
      adminEmail: email,
    });
    const [sent] = await harness.sentTo(email, "invitation");
    invited = { companyId: company.id, email, token: sent?.token ?? "" };
  });
  const admin = async () => {
    const [row] = await harness.database.db
      .select()
      .from(users)
      .where(and(eq(users.companyId, invited.companyId), eq(users.email, invited.email)));
    if (!row) throw new Error("There is no such admin.");
    return row;
  };
  const there = () => harness.caller({ at: invited.companyId });

  test("an invitation names the admin, sets a password once, and verifies the address", async () => {
    const site = await there();
    expect(await site.passwords.invitation({ token: invited.token })).toMatchObject({
      companyName: "Invited Ltd",
      name: "Asha",
      email: invited.email,
    });
    const input = { token: invited.token, newPassword: NEW };
    expect(await resultCode(site.passwords.setPassword(input))).toBe("ok");
    expect(await harness.sentTo(invited.email, "passwordChanged")).toEqual([{ isAdmin: true }]);
    expect((await admin()).emailVerifiedAt).not.toBeNull();
    const logIn = site.sessions.logInAdmin({ email: invited.email, password: NEW });
    expect(await resultCode(logIn)).toBe("ok");
    expect(await resultCode(site.passwords.setPassword(input))).toBe("LINK_DEAD");
    expect(await resultCode(site.passwords.invitation({ token: invited.token }))).toBe("LINK_DEAD");
  });

  test("an invitation is valid for 72 hours", async () => {
    const { expiresAt } = await (await there()).passwords.invitation({ token: invited.token });
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(72, 1);
    await harness.database.db
      .update(oneTimeCodes)
      .set({ expiresAt: new Date() })
      .where(eq(oneTimeCodes.purpose, "SET_PASSWORD"));
    const call = (await there()).passwords.setPassword({ token: invited.token, newPassword: NEW });
    expect(await resultCode(call)).toBe("LINK_DEAD");
    expect((await admin()).passwordHash).toBeNull();
  });

  test("an invitation works on the company's host and the platform's only", async () => {
    const call = (site: Caller) => resultCode(site.passwords.invitation({ token: invited.token }));
    expect(await call(api)).toBe("LINK_DEAD");
    expect(await call(await there())).toBe("ok");
    expect(await call(await harness.caller())).toBe("ok");
  });

  test("an invitation mailed before the company had a host still works at the platform's and points to that host", async () => {
    const root = await harness.asSuperAdmin();
    const host = `${invited.companyId}.example`;
    await root.domains.add({ host, companyId: invited.companyId });
    const platform = await harness.caller();
    const input = { token: invited.token, newPassword: NEW };
    expect((await platform.passwords.invitation({ token: invited.token })).name).toBe("Asha");
    expect(await platform.passwords.setPassword(input)).toEqual({
      loginOrigin: `http://${host}:3000`,
      companyId: invited.companyId,
    });
    const logIn = { email: invited.email, password: NEW };
    expect(await resultCode(platform.sessions.logInAdmin(logIn))).toBe("LOG_IN_AT_HOST");
    expect(await resultCode((await there()).sessions.logInAdmin(logIn))).toBe("ok");
    // The next invitation links to the host directly.
    const second = `second-${invited.email}`;
    const person = { adminName: "Bela", adminEmail: second, mobile: "+919876543211" };
    await root.companies.inviteAdmin({ id: invited.companyId, ...person });
    const { database, deps } = harness;
    const { secrets, config } = deps;
    const parts = { database, secrets, appOrigin: config.appOrigin };
    const [mail] = await deliverMessages(parts, { address: second });
    expect(new Set(mail?.links)).toEqual(new Set([`http://${host}:3000`]));
  });

  test("an admin of two companies at the platform's host enters the company of the invitation", async () => {
    const root = await harness.asSuperAdmin();
    const other = await root.companies.add({
      companyName: "Other Ltd",
      email: "desk@other.example",
      mobile: "+919876543210",
      tokenSymbol: "OTH",
      totalSupply: "1000",
      adminName: "Asha",
      adminEmail: invited.email,
    });
    const platform = await harness.caller();
    const set = await platform.passwords.setPassword({ token: invited.token, newPassword: NEW });
    expect(set).toEqual({ loginOrigin: null, companyId: invited.companyId });
    const logIn = (named: string) =>
      platform.sessions.startAdmin({ companyId: named, email: invited.email, password: NEW });
    expect(await resultCode(logIn(set.companyId))).toBe("ok");
    expect(await resultCode(logIn(other.id))).toBe("WRONG_LOGIN");
    const { id, companyId } = await admin();
    const { database } = harness;
    const begun = await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.companyId, companyId));
    expect(begun.map(({ userId }) => userId)).toEqual([id]);
  });

  test("an invitation used by ten concurrent calls sets one password", async () => {
    const site = await there();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        resultCode(
          site.passwords.setPassword({ token: invited.token, newPassword: `${NEW} ${i}` }),
        ),
      ),
    );
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
  });

  test("an invitation is invalid once the admin has a password or is blocked", async () => {
    const person = await admin();
    const site = await there();
    const dead = () =>
      resultCode(site.passwords.setPassword({ token: invited.token, newPassword: NEW }));
    await harness.database.db
      .update(users)
      .set({ status: "BLOCKED" })
      .where(eq(users.id, person.id));
    expect(await dead()).toBe("LINK_DEAD");
    await harness.database.db
      .update(users)
      .set({ status: "ACTIVE", passwordHash: "hash of mine" })
      .where(eq(users.id, person.id));
    expect(await dead()).toBe("LINK_DEAD");
    expect((await admin()).passwordHash).toBe("hash of mine");
  });

  test("an invitation cannot be guessed, and is stored as a hash only", async () => {
    const site = await there();
    expect(await resultCode(site.passwords.invitation({ token: "a".repeat(43) }))).toBe(
      "LINK_DEAD",
    );
    expect(await resultCode(site.passwords.invitation({ token: "" }))).toBe("LINK_DEAD");
    const rows = await harness.database.db.select().from(oneTimeCodes);
    expect(JSON.stringify(rows)).not.toContain(invited.token);
  });
});
