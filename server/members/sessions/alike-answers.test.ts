import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import { refusalFrom } from "@server/access/call/refusal-from";
import { readConfig } from "@server/platform/config/environment";
import { type MemberHarness, memberHarness, type UserRow } from "@server/testing/member-harness";

/** These tests repeat and mix a stranger's calls for an address with an account and for one without. */

const LIMITS = { wrongCodesPerAccountMonth: 3, wrongLoginsPerIp: 15, codesPerIpHour: 8 };
let harness: MemberHarness;
let companyId: string;
let counter = 0;
beforeAll(async () => {
  const { limits } = readConfig({ NODE_ENV: "test" });
  const config = { limits: { ...limits, ...LIMITS }, smsWebhookUrl: "https://sms.example" };
  harness = await memberHarness({ config });
});
afterAll(() => harness.close());
beforeEach(async () => {
  companyId = await harness.company();
});

/** A stranger, who tries one address from a network of their own, with a phone of their own. */
interface Stranger {
  email: string;
  mobile: string;
  at: (host?: string | null) => Promise<Caller>;
}

type Step = (stranger: Stranger) => unknown;

const PASS = "another pass phrase";
const newcomer = { name: "Asha Rao", dateOfBirth: "1990-01-01", password: PASS };

/** The call of an admin, at the platform's host if it is named, else at the company's. */
const hostOf = (host: "platform" | undefined) => (host ? null : companyId);
const logIn: Step = async ({ email, at }) =>
  (await at()).sessions.logIn({ email, password: "wrong" });
const logInAdmin =
  (host?: "platform"): Step =>
  async ({ email, at }) =>
    (await at(hostOf(host))).sessions.logInAdmin({ email, password: "wrong" });
const ask: Step = async ({ email, at }) => (await at()).passwords.requestReset({ email });
const reset: Step = async ({ email, at }) =>
  (await at()).passwords.reset({ email, otp: "000000", newPassword: PASS });
const askAdmin =
  (host?: "platform"): Step =>
  async ({ email, at }) =>
    (await at(hostOf(host))).passwords.requestResetAdmin({ email });
const resetAdmin =
  (host?: "platform"): Step =>
  async ({ email, at }) => {
    const input = { email, otp: "000000", newPassword: PASS };
    return (await at(hostOf(host))).passwords.resetAdmin(input);
  };
const askRegistration: Step = async ({ email, mobile, at }) =>
  (await at()).registration.requestCode({ ...newcomer, email, mobile });
const register: Step = async ({ email, mobile, at }) =>
  (await at()).registration.register({ ...newcomer, email, mobile, otp: "000000" });
/** The digits of the newest text message, which the stranger's own phone gets. */
const digits: Step = async ({ mobile }) =>
  (await harness.sentTo(mobile, "registrationCode"))[0]?.code.replace(/\d/g, "#");
/** Stands for the time until another code may be asked for. */
const wait = "wait";
type Steps = readonly (Step | typeof wait)[];
const times = (count: number, ...steps: Steps): Steps =>
  Array.from({ length: count }, () => steps).flat();

const SEQUENCES: readonly [name: string, steps: Steps][] = [
  ["wrong logins until they are refused", times(12, logIn)],
  ["wrong logins of an admin until they are refused", times(12, logInAdmin())],
  [
    "an admin's wrong logins on the platform's host, then on the company's",
    [...times(10, logInAdmin("platform")), logInAdmin(), logInAdmin("platform")],
  ],
  [
    "an admin's wrong logins on the company's host, then on the platform's",
    [...times(10, logInAdmin()), logInAdmin("platform")],
  ],
  ["codes of a reset, at once and again", [ask, ask, ...times(7, wait, ask), ask]],
  ["codes of an admin's reset", [askAdmin(), askAdmin(), ...times(7, wait, askAdmin())]],
  [
    "codes of an admin's reset on both hosts",
    times(6, wait, askAdmin("platform"), askAdmin(), resetAdmin("platform"), resetAdmin()),
  ],
  ["codes of a registration", [askRegistration, ...times(7, wait, askRegistration)]],
  ["codes of all kinds in turn", times(4, wait, ask, askRegistration, askAdmin())],
  ["wrong codes of a reset until they are refused", [ask, ...times(17, reset)]],
  ["wrong codes of an admin's reset", [askAdmin(), ...times(17, resetAdmin())]],
  ["wrong codes of a registration", [askRegistration, ...times(17, register)]],
  [
    "wrong codes of a reset, then a text message of a registration",
    [ask, ...times(5, reset), askRegistration, digits],
  ],
  [
    "wrong codes of an admin's reset on the platform's host, then a text message",
    [askAdmin("platform"), ...times(5, resetAdmin("platform")), askRegistration, digits],
  ],
  [
    "wrong codes of a registration, then a text message and a reset",
    [askRegistration, ...times(5, register), wait, askRegistration, digits, ask, reset, logIn],
  ],
];

/** Runs calls step by step for each address, and returns all that each stranger learns. */
async function learn(emails: readonly string[], steps: Steps): Promise<unknown[][]> {
  await harness.database.sql`DELETE FROM login_throttles`;
  const strangers = emails.map((email): Stranger => {
    const number = (counter += 1);
    const ip = `198.51.${Math.floor(number / 250)}.${number % 250}`;
    const mobile = `+9198760${String(number).padStart(5, "0")}`;
    return { email, mobile, at: (at = companyId) => harness.caller({ at, ip }) };
  });
  const learned: unknown[][] = emails.map(() => []);
  for (const step of steps) {
    if (step === wait) {
      await harness.database
        .sql`UPDATE login_throttles SET window_ends_at = window_ends_at - interval '31 seconds'`;
      continue;
    }
    const answers = await Promise.all(strangers.map((one) => answerOf(step, one)));
    for (const [at, answer] of answers.entries()) learned[at]?.push(answer);
  }
  return learned;
}

async function answerOf(step: Step, stranger: Stranger): Promise<unknown> {
  try {
    return await step(stranger);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    const { code, fields, params, retryAfterSeconds } = refusal;
    // The waits differ by the time that the calls take.
    const wait = retryAfterSeconds && Math.ceil((retryAfterSeconds + 15) / 60);
    return { code, fields, params: Object.keys(params), wait };
  }
}

const KNOWN: readonly [whose: string, role: "USER" | "ADMIN", change: Partial<UserRow>][] = [
  ["an active member", "USER", {}],
  ["a blocked member", "USER", { status: "BLOCKED" }],
  ["a deleted member", "USER", { deletedAt: new Date() }],
  ["an active admin", "ADMIN", {}],
  ["a blocked admin", "ADMIN", { status: "BLOCKED" }],
];

test.each(SEQUENCES)(
  "a sequence of calls is answered alike for every account and for none: %s",
  { tags: ["full"] },
  async (_name, steps) => {
    const people: UserRow[] = [];
    for (const [, role, change] of KNOWN)
      people.push(await harness.person(companyId, role, change));
    const foreign = await harness.person(await harness.company(), "ADMIN");
    const emails = [...people, foreign].map(({ email }) => email);
    const [none, ...known] = await learn(["nobody@people.example", ...emails], steps);
    const whose = [...KNOWN.map(([name]) => name), "another company's admin"];
    expect(known.map((answers, at) => [whose[at], answers])).toEqual(
      whose.map((name) => [name, none]),
    );
  },
);

test(
  "a super admin's codes are asked for and guessed alike for an address that has none",
  { tags: ["full"] },
  async () => {
    const code: Step = async ({ email, at }) =>
      (await at(null)).sessions.requestSuperAdminCode({ email });
    const guess: Step = async ({ email, at }) =>
      (await at(null)).sessions.logInSuperAdmin({ email, otp: "000000" });
    const steps = [
      code,
      code,
      ...times(4, guess),
      ...times(5, wait, code, guess),
      ...times(9, guess),
    ];
    const { email } = await harness.superAdmin();
    const [known, none] = await learn([email, "nobody@platform.example"], steps);
    expect(known).toEqual(none);
  },
);

test(
  "control: a sequence that tells of an account is seen to differ",
  { tags: ["full"] },
  async () => {
    const { email } = await harness.person(companyId, "USER");
    const mailed: Step = async (one) => (await harness.sentTo(one.email, "resetCode")).length;
    const [known, none] = await learn([email, "nobody@people.example"], [ask, mailed]);
    expect(known).not.toEqual(none);
  },
);
