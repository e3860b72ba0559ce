import { afterAll, beforeAll, expect, test } from "vitest";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { resultCode } from "@server/testing/order-harness";
import {
  PASSWORD,
  type MemberHarness,
  memberHarness,
  quickPasswords,
} from "@server/testing/member-harness";

const NEW = "another pass phrase of tests";
let harness: MemberHarness;
let companyId: string;
let isBusy = true;

beforeAll(async () => {
  harness = await memberHarness({
    passwords: {
      ...quickPasswords,
      hash: (password) =>
        isBusy ? Promise.reject(refuse("SERVER_BUSY")) : quickPasswords.hash(password),
    },
  });
  companyId = await harness.company();
});
afterAll(() => harness.close());

/** Calls more often than a code has tries while the server is busy, then twice when it is not. */
async function tryUntilServed(call: () => Promise<unknown>): Promise<string[]> {
  isBusy = true;
  const outcomes: string[] = [];
  for (let i = 0; i < 7; i += 1) outcomes.push(await resultCode(call()));
  isBusy = false;
  outcomes.push(await resultCode(call()), await resultCode(call()));
  return outcomes;
}

const SERVED: string[] = [...Array<string>(7).fill("SERVER_BUSY"), "ok", "CODE_WRONG"];

test("a registration code survives SERVER_BUSY and is used once", async () => {
  const site = await harness.caller({ at: companyId });
  const person = { name: "Asha Rao", email: "asha@people.example", mobile: "+919876543210" };
  await site.registration.requestCode(person);
  const [sent] = await harness.sentTo(person.email, "registrationCode");
  const form = { ...person, otp: sent?.code ?? "", dateOfBirth: "1990-01-01", password: PASSWORD };
  expect(await tryUntilServed(() => site.registration.register(form))).toEqual(SERVED);
});

test.each(["USER", "ADMIN"] as const)(
  "a password reset code of %s survives SERVER_BUSY and is used once",
  async (role) => {
    const { email } = await harness.person(companyId, role);
    const { passwords } = await harness.caller({ at: companyId });
    const [request, reset] =
      role === "USER"
        ? [passwords.requestReset, passwords.reset]
        : [passwords.requestResetAdmin, passwords.resetAdmin];
    await request({ email });
    const [sent] = await harness.sentTo(email, "resetCode");
    const form = { email, otp: sent?.code ?? "", newPassword: NEW };
    expect(await tryUntilServed(() => reset(form))).toEqual(SERVED);
  },
);

test("a password change code survives SERVER_BUSY", async () => {
  const person = await harness.person(companyId, "USER");
  const { passwords } = await harness.as(person);
  await passwords.requestChangeCode();
  const [sent] = await harness.sentTo(person.email, "changeCode");
  const otp = sent?.code ?? "";
  const form = { otp, currentPassword: PASSWORD, newPassword: NEW };
  const outcomes = await tryUntilServed(() => passwords.change(form));
  // The last call fails before its code is verified: the current password has changed.
  expect(outcomes).toEqual([...SERVED.slice(0, 8), "CURRENT_PASSWORD_WRONG"]);
});
