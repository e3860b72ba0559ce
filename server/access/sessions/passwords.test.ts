import { describe, expect, test, beforeAll } from "vitest";
import { resultCode } from "@server/testing/order-harness";
import { createPasswords } from "./passwords";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { PASSWORD, memberHarness, quickPasswords } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const passwords = createPasswords();

/** Both hash "a pass phrase", by the settings of one pass and of twelve. */
const OLD =
  "$argon2id$v=19$m=19456,t=1,p=1$PLAyXL2jnZXtnHgi5gOY9Q$9szzv/4/9cDRfOzsZDnd6QocMc5vG96VipZxdExy3tA";
const DEARER =
  "$argon2id$v=19$m=19456,t=12,p=1$XN7SyP62t4IDNvBraMPlRw$fuucPWRBcNJ5JPN7uKLeo962lsVUBaaAcgIoPkSN3EE";

test(
  "passwords are hashed with argon2id by OWASP's least setting, with a salt",
  { tags: ["full"] },
  async () => {
    const [one, two] = await Promise.all([
      passwords.hash("a pass phrase"),
      passwords.hash("a pass phrase"),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, "a pass phrase")).toBe(true);
    expect(await passwords.verify(one, "a pass phrase ")).toBe(false);
    expect(await passwords.verify(null, "a pass phrase")).toBe(false);
    expect(await passwords.verify("not a hash", "a pass phrase")).toBe(false);
  },
);

test(
  "the hash accepts a password in any script, up to the maximum length",
  { tags: ["full"] },
  async () => {
    for (const password of ["पासवर्ड बहुत लंबा है", "x".repeat(1000), "🙂".repeat(50)]) {
      expect(await passwords.verify(await passwords.hash(password), password)).toBe(true);
    }
  },
);

test(
  "a hash of other parameters is verified, and is outdated; a new one is not",
  { tags: ["full"] },
  async () => {
    for (const hash of [OLD, DEARER]) {
      expect(await passwords.verify(hash, "a pass phrase")).toBe(true);
      expect(await passwords.verify(hash, "a pass phrase ")).toBe(false);
      expect(passwords.isOutdated(hash)).toBe(true);
    }
    expect(passwords.isOutdated(await passwords.hash("a pass phrase"))).toBe(false);
  },
);

const cpuOf = async (hash: string | null) => {
  const start = process.cpuUsage();
  await passwords.verify(hash, "a wrong guess");
  const { user, system } = process.cpuUsage(start);
  return user + system;
};

test(
  "verifying the password of an unknown account takes as long as of a known one",
  { tags: ["full"] },
  async () => {
    const known = await passwords.hash("a pass phrase");
    const time = cpuOf;
    const samples: { one: number; two: number }[] = [];
    // Processor time hardly changes with other load on the machine; the two alternate.
    for (let i = 0; i < 15; i += 1) samples.push({ one: await time(known), two: await time(null) });
    const median = (name: "one" | "two") =>
      samples.map((sample) => sample[name]).toSorted((a, b) => a - b)[7] ?? 0;
    const [one, two] = [median("one"), median("two")];
    // The bounds detect skipped work, which takes under a tenth of the time, and tolerate noise.
    expect(two).toBeGreaterThan(one / 3);
    expect(two).toBeLessThan(one * 3);
  },
);

describe("concurrency", () => {
  test(
    "hashing queues calls over the limit, and refuses those over the queue's length",
    { tags: ["full"] },
    async () => {
      const narrow = createPasswords({ atOnce: 2, queued: 3 });
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => resultCode(narrow.hash("a pass phrase"))),
      );
      expect(outcomes.filter((one) => one === "ok")).toHaveLength(5);
      expect(outcomes.filter((one) => one === "SERVER_BUSY")).toHaveLength(3);
      // All slots are free again.
      const again = await Promise.all(
        Array.from({ length: 5 }, () => resultCode(narrow.verify(null, "x"))),
      );
      expect(again).toEqual(Array(5).fill("ok"));
    },
  );
});

describe("busy server", () => {
  const NEW = "another pass phrase of tests";
  const harness = duringTests(() =>
    memberHarness({
      passwords: {
        ...quickPasswords,
        hash: (password) =>
          isBusy ? Promise.reject(refuse("SERVER_BUSY")) : quickPasswords.hash(password),
      },
    }),
  );
  let companyId: string;
  let isBusy = true;

  beforeAll(async () => {
    companyId = await harness.company();
  });

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

  test(
    "a registration code survives SERVER_BUSY and is used once",
    { tags: ["full"] },
    async () => {
      const site = await harness.caller({ at: companyId });
      const person = { name: "Asha Rao", email: "asha@people.example", mobile: "+919876543210" };
      await site.registration.requestCode(person);
      const [sent] = await harness.sentTo(person.email, "registrationCode");
      const form = {
        ...person,
        otp: sent?.code ?? "",
        dateOfBirth: "1990-01-01",
        password: PASSWORD,
      };
      expect(await tryUntilServed(() => site.registration.register(form))).toEqual(SERVED);
    },
  );

  test.each(["USER", "ADMIN"] as const)(
    "a password reset code of %s survives SERVER_BUSY and is used once",
    { tags: ["full"] },
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

  test("a password change code survives SERVER_BUSY", { tags: ["full"] }, async () => {
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
});
