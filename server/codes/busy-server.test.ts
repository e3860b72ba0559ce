import { afterAll, beforeAll, expect, test } from "vitest";
import { refuse } from "@server/domain/refusals/refuse";
import { outcome } from "@server/testing/money-world";
import {
  PASSWORD,
  type PeopleWorld,
  peopleWorld,
  quickPasswords,
} from "@server/testing/people-world";

const NEW = "another pass phrase of tests";
let world: PeopleWorld;
let companyId: string;
let isBusy = true;

beforeAll(async () => {
  world = await peopleWorld({
    passwords: {
      ...quickPasswords,
      hash: (password) =>
        isBusy ? Promise.reject(refuse("SERVER_BUSY")) : quickPasswords.hash(password),
    },
  });
  companyId = await world.company();
});
afterAll(() => world.close());

/** More often than a code has tries; then once more, with time for it, and once too often. */
async function tryUntilServed(call: () => Promise<unknown>): Promise<string[]> {
  isBusy = true;
  const outcomes: string[] = [];
  for (let i = 0; i < 7; i += 1) outcomes.push(await outcome(call()));
  isBusy = false;
  outcomes.push(await outcome(call()), await outcome(call()));
  return outcomes;
}

const SERVED: string[] = [...Array<string>(7).fill("SERVER_BUSY"), "ok", "CODE_WRONG"];

test("a code to register survives a server too busy to hash, and is used once", async () => {
  const site = await world.caller({ at: companyId });
  const person = { name: "Asha Rao", email: "asha@people.example", mobile: "+919876543210" };
  await site.registration.requestCode(person);
  const [sent] = await world.sentTo(person.email, "registrationCode");
  const form = { ...person, otp: sent?.code ?? "", dateOfBirth: "1990-01-01", password: PASSWORD };
  expect(await tryUntilServed(() => site.registration.register(form))).toEqual(SERVED);
});

test.each(["USER", "ADMIN"] as const)("a code to reset a password of %s", async (role) => {
  const { email } = await world.person(companyId, role);
  const { passwords } = await world.caller({ at: companyId });
  const [request, reset] =
    role === "USER"
      ? [passwords.requestReset, passwords.reset]
      : [passwords.requestResetAdmin, passwords.resetAdmin];
  await request({ email });
  const [sent] = await world.sentTo(email, "resetCode");
  const form = { email, otp: sent?.code ?? "", newPassword: NEW };
  expect(await tryUntilServed(() => reset(form))).toEqual(SERVED);
});

test("a code to change a password", async () => {
  const person = await world.person(companyId, "USER");
  const { passwords } = await world.as(person);
  await passwords.requestChangeCode();
  const [sent] = await world.sentTo(person.email, "changeCode");
  const otp = sent?.code ?? "";
  const form = { otp, currentPassword: PASSWORD, newPassword: NEW };
  const outcomes = await tryUntilServed(() => passwords.change(form));
  // The last one fails before its code is looked at: the password is another by then.
  expect(outcomes).toEqual([...SERVED.slice(0, 8), "CURRENT_PASSWORD_WRONG"]);
});
