import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oneTimeCodes, users } from "@db/schema";
import { NOBODY } from "@server/access/call/actor";
import { type Caller, createCaller } from "@server/http/router";
import { RegisterForm } from "@server/members/contracts/registration";
import { isTrustedNetwork } from "@server/access/throttles/throttle";
import { refusalFrom } from "@server/access/call/refusal-from";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(() =>
  memberHarness({ config: { smsWebhookUrl: "https://sms.example" } }),
);
let companyId: string;
let api: Caller;
let counter = 0;

let harnessIp: string;
beforeEach(async () => {
  companyId = await harness.company();
  harnessIp = freshIp();
  api = await harness.caller({ at: companyId, ip: harnessIp });
});
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const freshIp = () => `198.51.100.${(counter += 1) % 250}`;
const forgetWait = () => harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-%'`;

const asha = () => ({
  name: "Asha Rao",
  email: `asha${(counter += 1)}@people.example`,
  mobile: `+9198760${String(counter).padStart(5, "0")}`,
});
const details = {
  dateOfBirth: "1990-05-17",
  pincode: "560001",
  gender: "female" as const,
  password: "a pass phrase of mine",
};

async function codesOf(person: { email: string; mobile: string }) {
  const [byMail] = await harness.sentTo(person.email, "registrationCode");
  const [bySms] = await harness.sentTo(person.mobile, "registrationCode");
  return { byMail: byMail?.code ?? "", bySms: bySms?.code ?? "" };
}
const wrongOf = (...right: string[]) =>
  ["111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
const members = () =>
  harness.database.db
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.role, "USER")));

test(
  "a mailed code registers an unverified member with a Member ID and an audit entry",
  { tags: ["full"] },
  async () => {
    const person = asha();
    expect(await api.registration.requestCode(person)).toEqual({
      channels: ["EMAIL", "SMS"],
      resendAfterSeconds: 30,
      expiresInSeconds: 600,
    });
    const { byMail } = await codesOf(person);
    expect(byMail).toMatch(/^\d{6}$/);
    await api.registration.register({ ...person, ...details, otp: byMail });
    const [member] = await members();
    expect(member).toMatchObject({
      name: "Asha Rao",
      status: "ACTIVE",
      isApproved: false,
      pincode: "560001",
      gender: "female",
      referrerId: null,
    });
    expect(member?.referralCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    const balances = await harness.audited(member?.id ?? "");
    expect(balances.map((line) => line.action)).toEqual(["member.registered"]);
    expect(JSON.stringify(balances)).not.toMatch(/pass phrase|asha\d|\d{6}@/);
  },
);

test(
  "a new member is welcomed, and the referrer hears of it under the bell and, where mails are chosen, by mail",
  { tags: ["full"] },
  async () => {
    const quiet = await harness.person(companyId, "USER", { mailsNotices: false });
    const chosen = { mailsNotices: true, emailVerifiedAt: new Date() };
    const mailed = await harness.person(companyId, "USER", chosen);
    const neighbour = await harness.person(companyId, "USER", chosen);
    for (const { referralCode } of [quiet, mailed]) {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail: otp } = await codesOf(person);
      await api.registration.register({ ...person, ...details, otp, referralCode });
      const [member] = (await members()).filter(({ email }) => email === person.email);
      expect(await harness.sentTo(person.email, "welcome")).toEqual([
        { memberId: member?.referralCode, percent: "5%", until: "", waits: false },
      ]);
    }
    const heard = async (person: typeof quiet) => ({
      bell: (await (await harness.as(person)).notices.mine()).map(({ kind }) => kind),
      mails: await harness.sentTo(person.email, "memberJoined"),
    });
    expect(await heard(quiet)).toEqual({ bell: ["JOINED"], mails: [] });
    // The mail names nobody.
    expect(await heard(mailed)).toEqual({
      bell: ["JOINED"],
      mails: [{ percent: "5%", until: "" }],
    });
    expect(await heard(neighbour)).toEqual({ bell: [], mails: [] });
  },
);

test(
  "the code of a text message does not register somebody's address; it proves the mobile beside the mailed code",
  { tags: ["full"] },
  async () => {
    const [one, two] = [asha(), asha()];
    for (const person of [one, two]) await api.registration.requestCode(person);
    const { byMail, bySms } = await codesOf(one);
    const byPhone = api.registration.register({ ...one, ...details, otp: bySms });
    expect(await resultCode(byPhone)).toBe(byMail === bySms ? "ok" : "CODE_WRONG");
    const form = { ...one, ...details, otp: byMail };
    const wrongMobile = api.registration.register({ ...form, mobileOtp: wrongOf(byMail, bySms) });
    expect(await resultCode(wrongMobile)).toBe("MOBILE_CODE_WRONG");
    expect(await members()).toHaveLength(0);
    await api.registration.register({ ...form, mobileOtp: bySms });
    await api.registration.register({ ...two, ...details, otp: (await codesOf(two)).byMail });
    const rows = await members();
    const verified = (email: string) => {
      const row = rows.find((member) => member.email === email);
      return [row?.emailVerifiedAt !== null, row?.mobileVerifiedAt !== null];
    };
    expect(verified(one.email)).toEqual([true, true]);
    expect(verified(two.email)).toEqual([true, false]);
  },
);

test("a code sent to one mobile does not prove another", { tags: ["full"] }, async () => {
  const person = asha();
  await api.registration.requestCode(person);
  const { byMail, bySms } = await codesOf(person);
  const other = { ...person, ...details, mobile: "+919811111111" };
  const call = api.registration.register({ ...other, otp: byMail, mobileOtp: bySms });
  expect(await resultCode(call)).toBe("MOBILE_CODE_WRONG");
  expect(await members()).toHaveLength(0);
});

describe("text messages", () => {
  const UAE = "+971501234567";
  const USA = "+12015550123";
  const JAMAICA = "+18762101234";
  const INDIA = "+919876012345";

  test.each([
    ["India, without a list", undefined, [INDIA]],
    ["the countries that the company names", ["AE", "US"], [UAE, USA]],
    ["nobody, with an empty list", [], []],
  ])(
    "text messages go to %s, and the answer does not tell",
    { tags: ["full"] },
    async (_whom, smsCountries, reached) => {
      const at = await harness.company({ settings: smsCountries ? { smsCountries } : {} });
      const caller = await harness.caller({ at, ip: freshIp() });
      const sent = async (mobile: string) =>
        (await harness.sentTo(mobile, "registrationCode")).length;
      for (const mobile of [UAE, USA, JAMAICA, INDIA]) {
        const person = { ...asha(), mobile };
        const before = await sent(mobile);
        const answer = await caller.registration.requestCode(person);
        expect(answer.channels).toEqual(["EMAIL", "SMS"]);
        expect(await harness.sentTo(person.email, "registrationCode")).toHaveLength(1);
        expect([mobile, (await sent(mobile)) - before]).toEqual([
          mobile,
          reached.includes(mobile) ? 1 : 0,
        ]);
      }
    },
  );
});

describe("registration does not reveal accounts", () => {
  test(
    "a code request for a registered address is answered alike; its mailbox is notified, not a phone",
    { tags: ["full"] },
    async () => {
      const known = await harness.person(companyId, "USER");
      const stranger = asha();
      const email = known.email.toUpperCase();
      const answers = [
        await api.registration.requestCode({ ...stranger, email }),
        await api.registration.requestCode(stranger),
      ];
      expect(answers[0]).toEqual(answers[1]);
      expect(await harness.sentTo(email, "accountExists")).toHaveLength(1);
      expect(await harness.sentTo(email, "registrationCode")).toHaveLength(0);
      // The phone receives the usual SMS.
      expect(await harness.sentTo(stranger.mobile, "registrationCode")).toHaveLength(2);
      expect(await harness.sentTo(stranger.mobile, "accountExists")).toHaveLength(0);
    },
  );

  test(
    "a registration for a registered address is answered as for a wrong code, even with the code of the SMS",
    { tags: ["full"] },
    async () => {
      const known = await harness.person(companyId, "USER");
      const attacker = asha();
      await api.registration.requestCode({ ...attacker, email: known.email });
      const { bySms } = await codesOf(attacker);
      for (const otp of [bySms, wrongOf(bySms)]) {
        const call = api.registration.register({
          ...attacker,
          ...details,
          email: known.email,
          otp,
        });
        expect(await resultCode(call)).toBe("CODE_WRONG");
      }
      expect(await harness.row(known)).toEqual(known);
      expect(await members()).toHaveLength(1);
    },
  );

  test(
    "a registration accepts an address registered at another company",
    { tags: ["full"] },
    async () => {
      const other = await harness.company();
      const known = await harness.person(other, "USER");
      const person = { ...asha(), email: known.email };
      await api.registration.requestCode(person);
      const { byMail } = await codesOf(person);
      await api.registration.register({ ...person, ...details, otp: byMail });
      expect(await members()).toHaveLength(1);
      expect(await harness.row(known)).toEqual(known);
    },
  );
});

describe("a code", () => {
  test(
    "a registration code is invalid after five wrong guesses, each refused",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail, bySms } = await codesOf(person);
      const otp = wrongOf(byMail, bySms);
      for (let i = 0; i < 5; i += 1) {
        expect(await resultCode(api.registration.register({ ...person, ...details, otp }))).toBe(
          "CODE_WRONG",
        );
      }
      const right = api.registration.register({ ...person, ...details, otp: byMail });
      expect(await resultCode(right)).toBe("CODE_WRONG");
      expect(await members()).toHaveLength(0);
    },
  );

  test(
    "a registration code allows five tries to twenty concurrent guesses",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail, bySms } = await codesOf(person);
      const otp = wrongOf(byMail, bySms);
      await Promise.all(
        Array.from({ length: 20 }, () =>
          resultCode(api.registration.register({ ...person, ...details, otp })),
        ),
      );
      const rows = await harness.database.db
        .select()
        .from(oneTimeCodes)
        .where(and(eq(oneTimeCodes.subject, person.email), eq(oneTimeCodes.channel, "EMAIL")));
      expect(rows.map((row) => row.triesLeft)).toEqual([0]);
    },
  );

  test("a registration code expires after ten minutes", { tags: ["full"] }, async () => {
    const person = asha();
    await api.registration.requestCode(person);
    const { byMail } = await codesOf(person);
    await harness.database
      .sql`UPDATE one_time_codes SET expires_at = now() WHERE subject = ${person.email}`;
    const call = api.registration.register({ ...person, ...details, otp: byMail });
    expect(await resultCode(call)).toBe("CODE_WRONG");
  });

  test("a registration code is replaced by the next one", { tags: ["full"] }, async () => {
    const person = asha();
    await api.registration.requestCode(person);
    const old = (await codesOf(person)).byMail;
    await forgetWait();
    await api.registration.requestCode(person);
    const { byMail, bySms } = await codesOf(person);
    if (old !== byMail && old !== bySms) {
      const call = api.registration.register({ ...person, ...details, otp: old });
      expect(await resultCode(call)).toBe("CODE_WRONG");
    }
    await api.registration.register({ ...person, ...details, otp: byMail });
  });

  test("a registration code is not accepted at another company", { tags: ["full"] }, async () => {
    const person = asha();
    await api.registration.requestCode(person);
    const { byMail } = await codesOf(person);
    const elsewhere = await harness.caller({ at: await harness.company() });
    const call = elsewhere.registration.register({ ...person, ...details, otp: byMail });
    expect(await resultCode(call)).toBe("CODE_WRONG");
  });

  test("a registration code is stored as a keyed hash only", { tags: ["full"] }, async () => {
    const person = asha();
    await api.registration.requestCode(person);
    const { byMail } = await codesOf(person);
    const rows = await harness.database
      .sql`SELECT row_to_json(c)::text AS row FROM one_time_codes c`;
    expect(rows.every(({ row }) => !String(row).includes(`"${byMail}"`))).toBe(true);
    const kept = await harness.database.sql`SELECT params_encrypted FROM messages`;
    expect(JSON.stringify(kept)).not.toContain(byMail);
  });

  test(
    "a registration code is used once by concurrent calls on two instances",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail } = await codesOf(person);
      const elsewhere = await harness.elsewhere().caller({ at: companyId });
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          resultCode(
            (i % 2 ? api : elsewhere).registration.register({ ...person, ...details, otp: byMail }),
          ),
        ),
      );
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
      expect(outcomes.filter((one) => one === "CODE_WRONG")).toHaveLength(19);
      expect(await members()).toHaveLength(1);
    },
  );

  /** Checking before marking lets several calls through. */
  test(
    "control: without the conditional update a registration code would be used several times",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { db } = harness.database;
      const live = and(
        eq(oneTimeCodes.subject, person.email),
        eq(oneTimeCodes.channel, "EMAIL"),
        sql`used_at IS NULL`,
      );
      const checkThenMark = async () => {
        const found = await db.select().from(oneTimeCodes).where(live);
        if (found.length === 0) return false;
        await db
          .update(oneTimeCodes)
          .set({ usedAt: sql`now()` })
          .where(live);
        return true;
      };
      const used = await Promise.all(Array.from({ length: 20 }, checkThenMark));
      expect(used.filter(Boolean).length).toBeGreaterThan(1);
    },
  );

  test(
    "a code by mail and one by SMS, used concurrently, create one account",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail, bySms } = await codesOf(person);
      const outcomes = await Promise.all(
        [byMail, bySms].map((otp) =>
          resultCode(api.registration.register({ ...person, ...details, otp })),
        ),
      );
      expect(outcomes.toSorted()).toEqual(["CODE_WRONG", "ok"]);
      expect(await members()).toHaveLength(1);
    },
  );
});

describe("requests for codes are limited", () => {
  test("another registration code within 30 seconds is refused", { tags: ["full"] }, async () => {
    const person = asha();
    await api.registration.requestCode(person);
    expect(await resultCode(api.registration.requestCode(person))).toBe("CODE_RESEND_TOO_SOON");
    expect(await harness.sentTo(person.email, "registrationCode")).toHaveLength(1);
  });

  const nextRound = () =>
    harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-resend%'`;

  test(
    "an address gets five codes an hour from a network, whatever their purpose, and twenty from all",
    { tags: ["full"] },
    async () => {
      const known = await harness.person(companyId, "USER");
      const ask = async (what: "registration" | "reset", ip: string) => {
        await nextRound();
        const from = await harness.caller({ at: companyId, ip });
        return resultCode(
          what === "reset"
            ? from.passwords.requestReset({ email: known.email })
            : from.registration.requestCode({ ...asha(), email: known.email }),
        );
      };
      for (let network = 0; network < 4; network += 1) {
        const ip = freshIp();
        for (let i = 0; i < 5; i += 1) {
          expect(await ask(i % 2 ? "reset" : "registration", ip)).toBe("ok");
        }
        expect(await ask("registration", ip)).toBe("CODE_THROTTLED");
        expect(await ask("reset", ip)).toBe("CODE_THROTTLED");
      }
      expect(await ask("reset", freshIp())).toBe("CODE_THROTTLED");
    },
  );

  test(
    "a mobile gets five text messages an hour, for any e-mail address; mails go on",
    { tags: ["full"] },
    async () => {
      const { mobile } = asha();
      const people = Array.from({ length: 6 }, () => ({ ...asha(), mobile }));
      for (const person of people) {
        const from = await harness.caller({ at: companyId, ip: freshIp() });
        expect(await resultCode(from.registration.requestCode(person))).toBe("ok");
        expect(await harness.sentTo(person.email, "registrationCode")).toHaveLength(1);
      }
      expect(await harness.sentTo(mobile, "registrationCode")).toHaveLength(5);
    },
  );

  test(
    "a network gets thirty registration codes an hour",
    { tags: ["full"], timeout: 30_000 },
    async () => {
      const outcomes: string[] = [];
      for (let i = 0; i < 31; i += 1) {
        const from = await harness.caller({ at: companyId, ip: `2001:db8:5:6::${i}` });
        outcomes.push(await resultCode(from.registration.requestCode(asha())));
      }
      expect(outcomes.slice(0, 30).every((one) => one === "ok")).toBe(true);
      expect(outcomes[30]).toBe("CODE_THROTTLED");
    },
  );
});

describe("what a member agrees to at the registration", () => {
  const attempt = async (change: object, caller = api) => {
    const person = asha();
    await caller.registration.requestCode(person);
    const { byMail } = await codesOf(person);
    await caller.registration.register({ ...person, ...details, otp: byMail, ...change });
    const all = await members();
    return all.find(({ email }) => email === person.email);
  };
  const versions = async () => ({
    policyVersion: (await api.policies.current()).version,
    termsVersion: (await api.policies.current({ name: "termsOfSale" })).version,
  });

  test(
    "a consent is recorded with the versions shown, whose texts stay readable",
    { tags: ["full"] },
    async () => {
      const shown = await versions();
      const member = await attempt({ consent: true, ...shown });
      expect(member).toMatchObject({
        consentedAt: expect.any(Date) as Date,
        consentVersion: shown.policyVersion,
        consentTermsVersion: shown.termsVersion,
      });
      const kept = await api.policies.agreed({ version: shown.termsVersion });
      expect(kept.text).toContain("The sale is final");
      const [entry] = await harness.audited(member?.id ?? "");
      expect(entry?.after).toMatchObject(shown);
    },
  );

  test(
    "a consent to an outdated version is refused, without an account",
    { tags: ["full"] },
    async () => {
      const shown = await versions();
      for (const [name, refusal] of [
        ["policyVersion", "POLICY_CHANGED"],
        ["termsVersion", "TERMS_CHANGED"],
      ] as const) {
        const old = { consent: true, ...shown, [name]: "a".repeat(64) };
        expect(await resultCode(attempt(old))).toBe(refusal);
      }
      expect(await members()).toHaveLength(0);
    },
  );

  test(
    "only the page asks for the consent: a registration by a call without it works as before",
    { tags: ["full"] },
    async () => {
      const asked = await harness.context(NOBODY, { at: companyId, ip: freshIp() });
      const rest = createCaller({ ...asked, transport: "rest" });
      const nothing = { consentedAt: null, consentVersion: null, consentTermsVersion: null };
      expect(await attempt({}, rest)).toMatchObject(nothing);
      // A site that shows texts of its own names their versions.
      const theirs = "b".repeat(64);
      expect(await attempt({ consent: true, termsVersion: theirs }, rest)).toMatchObject({
        consentedAt: expect.any(Date) as Date,
        consentVersion: null,
        consentTermsVersion: theirs,
      });
      expect(RegisterForm.safeParse({ ...details, consent: false }).error?.issues).toContainEqual(
        expect.objectContaining({ path: ["consent"], message: "TERMS_REQUIRED" }),
      );
    },
  );
});

describe("the steps of the page", () => {
  const consent = async () => ({
    consent: true as const,
    policyVersion: (await api.policies.current()).version,
    termsVersion: (await api.policies.current({ name: "termsOfSale" })).version,
  });
  const { gender: _gender, pincode: _pincode, ...five } = details;

  test("the address is proven first; then five fields make the account and log in", async () => {
    const person = asha();
    const { email } = person;
    expect(await api.registration.begin({ email })).toMatchObject({ channels: ["EMAIL", "SMS"] });
    expect(await harness.sentTo(person.mobile, "registrationCode")).toHaveLength(0);
    const { byMail: otp } = await codesOf(person);
    expect(await resultCode(api.registration.proveEmail({ email, otp: wrongOf(otp) }))).toBe(
      "CODE_WRONG",
    );
    await api.registration.proveEmail({ email, otp });
    expect(await members()).toHaveLength(0);
    const form = { ...person, ...five, otp, ...(await consent()) };
    const { token } = await api.registration.join(form);
    const [member] = await members();
    expect(member).toMatchObject({ email, gender: null, pincode: null, showsName: false });
    expect(member?.emailVerifiedAt).toBeInstanceOf(Date);
    const session = await harness.deps.sessions.read(token);
    expect(session?.actor).toMatchObject({ id: member?.id, role: "USER" });
    // The network of a login is trusted, so that strangers cannot lock the new member out.
    const context = await harness.context(NOBODY, { at: companyId, ip: harnessIp });
    expect(await isTrustedNetwork(context, { companyId, email })).toBe(true);
    expect(await resultCode(api.registration.join(form))).toBe("CODE_WRONG");
    expect(await members()).toHaveLength(1);
  });

  test("the session that a browser had ends, and the new member's has another token", async () => {
    const before = await harness.person(companyId, "USER");
    const subject = { role: "USER", id: before.id, companyId } as const;
    const { token: old } = await harness.deps.sessions.start(subject, { ip: "", userAgent: null });
    const actor = (await harness.deps.sessions.read(old))?.actor ?? null;
    const context = await harness.context(NOBODY, { at: companyId, ip: harnessIp });
    const browser = createCaller({ ...context, presentSession: () => Promise.resolve(actor) });
    const person = asha();
    await browser.registration.begin({ email: person.email });
    const { byMail: otp } = await codesOf(person);
    const { token } = await browser.registration.join({
      ...person,
      ...five,
      otp,
      ...(await consent()),
    });
    expect(token).not.toBe(old);
    expect(await harness.deps.sessions.read(old)).toBeNull();
  });

  test("a registered address is answered like a new one at each step, and only its mailbox tells", async () => {
    const known = await harness.person(companyId, "USER");
    const stranger = asha();
    const begun = [known.email.toUpperCase(), stranger.email].map((email) =>
      api.registration.begin({ email }),
    );
    const [one, two] = await Promise.all(begun);
    expect(one).toEqual(two);
    expect(await harness.sentTo(known.email.toUpperCase(), "accountExists")).toHaveLength(1);
    for (const email of [known.email, stranger.email]) {
      const right = (await codesOf({ ...stranger, email })).byMail;
      const guess = api.registration.proveEmail({ email, otp: wrongOf(right) });
      expect(await resultCode(guess)).toBe("CODE_WRONG");
    }
    const form = { ...stranger, ...five, email: known.email, otp: "111111", ...(await consent()) };
    expect(await resultCode(api.registration.join(form))).toBe("CODE_WRONG");
    expect(await harness.row(known)).toEqual(known);
  });

  test("guesses at the code's step count as those at the end: after five no code is right", async () => {
    const person = asha();
    const { email } = person;
    await api.registration.begin({ email });
    const { byMail: otp } = await codesOf(person);
    for (let i = 0; i < 5; i += 1) {
      const guess = api.registration.proveEmail({ email, otp: wrongOf(otp) });
      expect(await resultCode(guess)).toBe("CODE_WRONG");
    }
    expect(await resultCode(api.registration.proveEmail({ email, otp }))).toBe("CODE_WRONG");
    const form = { ...person, ...five, otp, ...(await consent()) };
    expect(await resultCode(api.registration.join(form))).toBe("CODE_WRONG");
  });

  test("a proven code works twenty minutes after its making, and no longer however often it is proven", async () => {
    const person = asha();
    const { email } = person;
    await api.registration.begin({ email });
    const { byMail: otp } = await codesOf(person);
    for (let i = 0; i < 3; i += 1) await api.registration.proveEmail({ email, otp });
    const [code] = await harness.database.db
      .select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.subject, email));
    const lives = (code?.expiresAt.getTime() ?? 0) - (code?.createdAt.getTime() ?? 0);
    expect(lives / 60_000).toBe(20);
    expect(code).toMatchObject({ usedAt: null, triesLeft: 5 });
  });

  test("a code by text message proves the mobile, and leaves the mailed one as it is", async () => {
    const person = asha();
    const { email, mobile } = person;
    await api.registration.begin({ email });
    const { byMail: otp } = await codesOf(person);
    await api.registration.proveEmail({ email, otp });
    await forgetWait();
    await api.registration.requestMobileCode({ email, mobile });
    expect(await harness.sentTo(email, "registrationCode")).toHaveLength(1);
    const { bySms: mobileOtp } = await codesOf(person);
    await api.registration.join({ ...person, ...five, otp, mobileOtp, ...(await consent()) });
    expect((await members())[0]?.mobileVerifiedAt).toBeInstanceOf(Date);
  });

  test("the page requires the consent to the texts of now", async () => {
    const person = asha();
    await api.registration.begin({ email: person.email });
    const { byMail: otp } = await codesOf(person);
    const form = { ...person, ...five, otp, ...(await consent()) };
    const changed = api.registration.join({ ...form, termsVersion: "a".repeat(64) });
    expect(await resultCode(changed)).toBe("TERMS_CHANGED");
    expect(await members()).toHaveLength(0);
  });
});

describe("who may register", () => {
  const attempt = async (change: object) => {
    const person = asha();
    await api.registration.requestCode(person);
    const { byMail } = await codesOf(person);
    return resultCode(api.registration.register({ ...person, ...details, otp: byMail, ...change }));
  };
  const yearsAgo = (years: number, days = 0) => {
    const at = new Date(Date.now() + 5.5 * 3_600_000);
    at.setUTCFullYear(at.getUTCFullYear() - years);
    at.setUTCDate(at.getUTCDate() + days);
    return at.toISOString().slice(0, 10);
  };

  test.each([
    ["on the 18th birthday", { dateOfBirth: yearsAgo(18) }, "ok"],
    ["a day before it", { dateOfBirth: yearsAgo(18, 1) }, "UNDER_AGE"],
    ["not born yet", { dateOfBirth: "2999-01-01" }, "BIRTH_DATE_INVALID"],
    ["born in another age", { dateOfBirth: "1066-10-14" }, "BIRTH_DATE_INVALID"],
    ["with a common password", { password: "password123" }, "PASSWORD_TOO_COMMON"],
    ["with a password of the site's name", { password: "Company-2024" }, "PASSWORD_NAMES_SITE"],
    ["referred by nobody", { referralCode: "NOBODY22" }, "REFERRAL_CODE_UNKNOWN"],
    ["without gender and PIN", { gender: "", pincode: "" }, "ok"],
  ])(
    "a registration of somebody %s, with %j, ends with %s",
    { tags: ["full"] },
    async (_when, change, expected) => {
      expect(await attempt(change)).toBe(expected);
      expect(await members()).toHaveLength(expected === "ok" ? 1 : 0);
    },
  );

  test(
    "a registration lists all that the rules find at once, and its code stays usable",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail } = await codesOf(person);
      const wrong = { dateOfBirth: yearsAgo(5), password: "password123", referralCode: "NOBODY22" };
      const call = { ...person, ...details, otp: byMail };
      const refused = await api.registration
        .register({ ...call, ...wrong })
        .catch((error: unknown) => refusalFrom(error));
      const fields = {
        dateOfBirth: ["UNDER_AGE"],
        password: ["PASSWORD_TOO_COMMON"],
        referralCode: ["REFERRAL_CODE_UNKNOWN"],
      };
      expect(refused).toMatchObject({ code: "UNDER_AGE", fields });
      // An incomplete form gets the refusal too, whatever else it holds.
      const typed = { ...wrong, name: "\0", email: "x".repeat(9000), mobile: undefined };
      expect(await api.registration.faults(typed)).toEqual({
        dateOfBirth: "UNDER_AGE",
        password: "PASSWORD_TOO_COMMON",
        referralCode: "REFERRAL_CODE_UNKNOWN",
      });
      expect(await api.registration.faults({})).toEqual({
        dateOfBirth: null,
        password: null,
        referralCode: null,
      });
      expect(await resultCode(api.registration.register(call))).toBe("ok");
    },
  );

  test(
    "a registration that is refused for other fields leaves its code usable",
    { tags: ["full"] },
    async () => {
      const person = asha();
      await api.registration.requestCode(person);
      const { byMail } = await codesOf(person);
      const call = { ...person, ...details, otp: byMail };
      expect(
        await resultCode(api.registration.register({ ...call, referralCode: "NOBODY22" })),
      ).toBe("REFERRAL_CODE_UNKNOWN");
      expect(await resultCode(api.registration.register(call))).toBe("ok");
    },
  );

  test("registration accepts a referral code in any spelling, of active members of this company only", async () => {
    const referrer = await harness.person(companyId, "USER", { referralCode: "ABCD2345" });
    expect(await attempt({ referralCode: "abcd-2345" })).toBe("ok");
    const joined = (await members()).find((member) => member.id !== referrer.id);
    expect(joined?.referrerId).toBe(referrer.id);

    const unusable = [
      await harness.person(companyId, "USER", { status: "BLOCKED" }),
      await harness.person(companyId, "USER", { status: "INACTIVE" }),
      await harness.person(companyId, "USER", { deletedAt: new Date() }),
      await harness.person(companyId, "ADMIN"),
      await harness.person(await harness.company(), "USER"),
    ];
    expect((await api.registration.faults({ referralCode: "abcd-2345" })).referralCode).toBeNull();
    for (const { referralCode } of unusable) {
      const shown = await api.registration.faults({ referralCode: referralCode ?? "" });
      expect(shown.referralCode).toBe("REFERRAL_CODE_UNKNOWN");
      expect(await attempt({ referralCode })).toBe("REFERRAL_CODE_UNKNOWN");
    }
  });
});

test(
  "registration is refused at a suspended company and without a company",
  { tags: ["full"] },
  async () => {
    const person = asha();
    const suspended = await harness.caller({ at: await harness.company({ status: "SUSPENDED" }) });
    expect(await resultCode(suspended.registration.requestCode(person))).toBe("COMPANY_SUSPENDED");
    const platform = await harness.caller();
    expect(await resultCode(platform.registration.requestCode(person))).toBe(
      "COMPANY_NOT_CONFIGURED",
    );
    expect(await resultCode(platform.registration.requestCode({ ...person, companyId }))).toBe(
      "ok",
    );
    const other = { ...person, companyId: await harness.company() };
    expect(await resultCode(api.registration.requestCode(other))).toBe("COMPANY_MISMATCH");
  },
);
