import { createChallenge, solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "@server/config/environment";
import { outcome } from "@server/testing/order-harness";
import { PASSWORD, type MemberHarness, memberHarness } from "@server/testing/member-harness";

let harness: MemberHarness;
let counter = 0;
beforeAll(async () => {
  const { limits } = readConfig({ NODE_ENV: "test" });
  harness = await memberHarness({ config: { limits: { ...limits, codesPerCompanyHour: 20 } } });
});
afterAll(() => harness.close());
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const asking = () => harness.company({ settings: { asksProofOfWork: true } });
const person = () => ({
  name: "Asha Rao",
  email: `asha${(counter += 1)}@people.example`,
  mobile: "+919876500000",
});
const freshIp = () => `198.51.100.${(counter += 1) % 250}`;

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
async function challengeOf(companyId: string): Promise<Challenge> {
  const { challenge } = await (await harness.caller({ at: companyId })).site.challenge({});
  if (!challenge) throw new Error("There is no challenge.");
  return challenge;
}

/** Seconds until a newly requested code is mailed. */
async function mailedAfter(companyId: string, proofOfWork?: string): Promise<number> {
  await harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-%'`;
  const caller = await harness.caller({ at: companyId, ip: freshIp() });
  const asked = person();
  const said = await caller.registration.requestCode({ ...asked, proofOfWork });
  const [row] = await harness.database.sql`
    SELECT extract(epoch FROM due_at - created_at)::int AS seconds
    FROM messages WHERE address = ${asked.email}`;
  expect(said.mailedAfterSeconds ?? 0).toBe(row?.["seconds"]);
  return Number(row?.["seconds"]);
}

test("is off by default: there is no challenge, and codes are mailed at once", async () => {
  const companyId = await harness.company();
  expect(await (await harness.caller({ at: companyId })).site.challenge({})).toEqual({
    challenge: null,
  });
  expect(await mailedAfter(companyId)).toBe(0);
});

describe("where a company asks for it", () => {
  test("a code with a proof is mailed at once, one without a minute later", async () => {
    const companyId = await asking();
    expect(await mailedAfter(companyId)).toBe(60);
    expect(await mailedAfter(companyId, await solved(await challengeOf(companyId)))).toBe(0);
  });

  test("a proof works once, for its company, as signed, and until it expires", async () => {
    const companyId = await asking();
    const challenge = await challengeOf(companyId);
    const proof = await solved(challenge);
    expect(await mailedAfter(await asking(), proof)).toBe(60);
    expect(await mailedAfter(companyId, proof)).toBe(0);
    expect(await mailedAfter(companyId, proof)).toBe(60);
    const { parameters } = await challengeOf(companyId);
    const own = (change: object, secret: string) =>
      createChallenge({
        ...{ algorithm: "PBKDF2/SHA-256", cost: 2000, keyPrefix: "00", deriveKey },
        data: { company: companyId },
        expiresAt: parameters.expiresAt ?? 0,
        hmacSignatureSecret: secret,
        ...change,
      });
    const secret = harness.deps.secrets.keyedHash("proof-of-work", "challenge");
    const unusable = [
      await solved(await own({}, "another secret")),
      await solved(await own({ cost: 1 }, secret)),
      await solved(await own({ expiresAt: 1_700_000_000 }, secret)),
      "no proof",
      Buffer.from("{}").toString("base64"),
      Buffer.from(
        JSON.stringify({
          challenge: await challengeOf(companyId),
          solution: { counter: 1, derivedKey: "00" },
        }),
      ).toString("base64"),
    ];
    for (const forged of unusable) expect(await mailedAfter(companyId, forged)).toBe(60);
  });

  test("codes without a proof have a tenth of the company's budget; a proof still gets one", async () => {
    const companyId = await asking();
    const ask = async (proofOfWork?: string) => {
      const caller = await harness.caller({ at: companyId, ip: freshIp() });
      return outcome(caller.registration.requestCode({ ...person(), proofOfWork }));
    };
    expect([await ask(), await ask(), await ask()]).toEqual(["ok", "ok", "CODE_THROTTLED"]);
    expect(await ask(await solved(await challengeOf(companyId)))).toBe("ok");
  });

  test("whoever logged in on a network before needs none there", async () => {
    const companyId = await asking();
    const member = await harness.person(companyId, "USER");
    const home = await harness.caller({ at: companyId, ip: "203.0.113.80" });
    const { email } = member;
    await home.sessions.logIn({ email, password: PASSWORD });
    expect((await home.passwords.requestReset({ email })).mailedAfterSeconds).toBeUndefined();
    const hotel = await harness.caller({ at: companyId, ip: "203.0.113.90" });
    expect((await hotel.passwords.requestReset({ email })).mailedAfterSeconds).toBe(60);
    const unknown = await hotel.passwords.requestReset({ email: "nobody@people.example" });
    expect(unknown.mailedAfterSeconds).toBe(60);
  });
});
