import { afterEach, describe, expect, test } from "vitest";
import { createPageContext } from "@server/http/pages/page-context";
import { refusalFrom } from "@server/access/call/refusal-from";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { createTrpcTransport } from "@server/http/trpc/trpc-transport";
import { createRestTransport } from "@server/http/rest/rest-transport";
import type { Visit } from "@server/http/edge/app";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness } from "@server/testing/member-harness";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
afterEach(() => harness.database.sql`DELETE FROM login_throttles`);

const ATTACKER = "198.51.100.66";
const HOME = "203.0.113.80";
const address = (n: number) => `guess${n}@platform.example`;

const visitFrom = (ip: string): Visit => ({
  requestId: "test",
  ip,
  userAgent: null,
  origin: "https://platform.example",
  host: "platform.example",
  site: { kind: "platform" },
});

/** Makes the same guess over each transport; returns the HTTP status. */
const transports = {
  async rest(email: string, ip: string) {
    const request = new Request("https://platform.example/api/v1/superadmin/auth/login/verify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, otp: "123456" }),
    });
    return (await createRestTransport(harness.deps)(request, visitFrom(ip))).status;
  },
  async trpc(email: string, ip: string) {
    const request = new Request("https://platform.example/trpc/sessions.logInSuperAdmin", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, otp: "123456" }),
    });
    return (await createTrpcTransport(harness.deps)(request, visitFrom(ip))).status;
  },
  async page(email: string, ip: string) {
    const { context } = await createPageContext(harness.deps, {
      ...visitFrom(ip),
      nonce: "",
      pathname: "/superadmin/login",
      cookieHeader: null,
      language: "en",
    });
    const guess = context.caller.public().sessions.startSuperAdmin({ email, otp: "123456" });
    return guess.then(
      () => 200,
      (error: unknown) => httpStatusOf(refusalFrom(error)?.code ?? "UNEXPECTED"),
    );
  },
};

type Transport = keyof typeof transports;
const names = Object.keys(transports) as Transport[];

/** One wrong code for each address; returns the statuses. */
async function attack(
  by: (n: number) => Transport,
  ip: (n: number) => string,
  guesses = 130,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < guesses; n += 1) {
    statuses.push(await transports[by(n)](address(n), ip(n)));
  }
  return statuses;
}

const hundredThen429 = [...Array<number>(100).fill(400), ...Array<number>(30).fill(429)];

describe("130 wrong codes for 130 addresses", () => {
  test.each(names)(
    "130 wrong codes for 130 addresses from one network get a 429 after a hundred, over %s",
    { tags: ["full"] },
    async (name) => {
      expect(
        await attack(
          () => name,
          () => ATTACKER,
        ),
      ).toEqual(hundredThen429);
    },
  );

  test("wrong codes are counted together across transports", { tags: ["full"] }, async () => {
    const turns = await attack(
      (n) => names[n % names.length] ?? "rest",
      () => ATTACKER,
    );
    expect(turns).toEqual(hundredThen429);
  });

  test(
    "wrong codes are counted together across the addresses of one IPv6 network",
    { tags: ["full"] },
    async () => {
      const statuses = await attack(
        () => "rest",
        (n) => `2001:db8:1:2::${n.toString(16)}`,
      );
      expect(statuses).toEqual(hundredThen429);
    },
  );

  test(
    "wrong codes do not affect other networks, and the limit resets after 15 minutes",
    { tags: ["full"] },
    async () => {
      await attack(
        () => "rest",
        () => ATTACKER,
      );
      expect(await transports.rest(address(0), HOME)).toBe(400);
      await harness.database
        .sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
      expect(await transports.rest(address(0), ATTACKER)).toBe(400);
    },
  );
});

test(
  "a hundred concurrent wrong codes are verified across two instances, the rest refused",
  { tags: ["full"] },
  async () => {
    const [here, there] = [
      harness.caller({ ip: ATTACKER }),
      harness.elsewhere().caller({ ip: ATTACKER }),
    ];
    const callers = await Promise.all([here, there]);
    const outcomes = await Promise.all(
      Array.from({ length: 130 }, (_, n) => {
        const input = { email: address(n), otp: "123456" };
        return resultCode(callers[n % 2 ? 1 : 0].sessions.logInSuperAdmin(input));
      }),
    );
    expect(outcomes.filter((one) => one === "CODE_WRONG")).toHaveLength(100);
    expect(outcomes.filter((one) => one === "CODES_GUESSED_TOO_OFTEN")).toHaveLength(30);
  },
);

const codeOf = async (email: string) =>
  (await harness.sentTo(email, "superAdminCode"))[0]?.code ?? "";

/** Requests a code and logs in with it. */
async function logIn(email: string, ip: string): Promise<string> {
  const caller = await harness.caller({ ip });
  await harness.database.sql`DELETE FROM login_throttles WHERE key LIKE 'code-resend%'`;
  await caller.sessions.requestSuperAdminCode({ email });
  return resultCode(caller.sessions.logInSuperAdmin({ email, otp: await codeOf(email) }));
}

// Takes a second: ninety-nine codes are tried.
test("right codes do not count towards the limit of wrong ones", { tags: ["full"] }, async () => {
  const root = await harness.superAdmin();
  await attack(
    () => "rest",
    () => HOME,
    99,
  );
  for (let i = 0; i < 3; i += 1) expect(await logIn(root.email, HOME)).toBe("ok");
});

test(
  "an owner who logged in from a network is not locked out by others on it",
  { tags: ["full"] },
  async () => {
    const root = await harness.superAdmin();
    expect(await logIn(root.email, HOME)).toBe("ok");
    await attack(
      () => "rest",
      () => HOME,
    );
    expect(await logIn(root.email, HOME)).toBe("ok");
    // Guesses from a trusted network are limited to ten.
    const guesses: number[] = [];
    for (let i = 0; i < 12; i += 1) guesses.push(await transports.rest(root.email, HOME));
    expect(guesses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  },
);

test(
  "130 requests for codes for 130 addresses from one network get a 429 after thirty",
  { tags: ["full"] },
  async () => {
    const caller = await harness.caller({ ip: ATTACKER });
    const outcomes = await Promise.all(
      Array.from({ length: 130 }, (_, n) =>
        resultCode(caller.sessions.requestSuperAdminCode({ email: address(n) })),
      ),
    );
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(30);
    expect(outcomes.filter((one) => one === "CODE_THROTTLED")).toHaveLength(100);
  },
);

test(
  "codes for registration and password reset share the limit of wrong codes",
  { tags: ["full"] },
  async () => {
    const companyId = await harness.company();
    const caller = await harness.caller({ at: companyId, ip: ATTACKER });
    const password = "another pass phrase of tests";
    const guess = (n: number) =>
      n % 2
        ? caller.passwords.reset({ email: address(n), otp: "123456", newPassword: password })
        : caller.registration.register({
            name: "Asha",
            email: address(n),
            mobile: "9876543210",
            otp: "123456",
            dateOfBirth: "1990-01-31",
            password,
          });
    const outcomes: string[] = [];
    for (let n = 0; n < 102; n += 1) outcomes.push(await resultCode(guess(n)));
    expect(new Set(outcomes.slice(0, 100))).toEqual(new Set(["CODE_WRONG"]));
    expect(outcomes.slice(100)).toEqual(["CODES_GUESSED_TOO_OFTEN", "CODES_GUESSED_TOO_OFTEN"]);
  },
);
