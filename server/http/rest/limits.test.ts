import { afterEach, expect, test, describe, beforeEach } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";
import { createRestFixtures } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { duringTests } from "@server/testing/during-tests";

describe("limits", () => {
  let harness: RestHarness;
  afterEach(() => harness.close());

  const { limits } = readConfig({ NODE_ENV: "test" });
  const withLimits = async (change: Partial<typeof limits>) => {
    harness = await restHarness({ config: { limits: { ...limits, ...change } } });
    const companyId = await harness.company();
    return { companyId, member: await harness.person(companyId, "USER") };
  };
  const PROFILE = "/user/auth/profile/get";

  test(
    "a token has a limit of calls per minute across instances; another token has its own",
    { tags: ["full"] },
    async () => {
      const { companyId, member } = await withLimits({ callsPerTokenMinute: 3 });
      const token = await harness.tokenFor(member);
      const elsewhere = harness.elsewhere();
      for (const at of [harness, elsewhere, harness]) {
        expect((await at.send("GET", PROFILE, { token })).status).toBe(200);
      }
      const refused = await elsewhere.send("GET", PROFILE, { token });
      expect(refused).toMatchObject({ status: 429, body: { code: "THROTTLED", data: null } });
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);

      const another = await harness.tokenFor(await harness.person(companyId, "USER"));
      expect((await harness.send("GET", PROFILE, { token: another })).status).toBe(200);

      // The next minute starts anew.
      await harness.database
        .sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
      expect((await harness.send("GET", PROFILE, { token })).status).toBe(200);
    },
  );

  test(
    "an address has a limit of calls per minute, whatever its tokens",
    { tags: ["full"] },
    async () => {
      const { member } = await withLimits({ callsPerAddressMinute: 2 });
      const nobody = () => harness.send("GET", "/site/config");
      expect((await nobody()).status).toBe(200);
      const token = await harness.tokenFor(member);
      expect((await harness.send("GET", PROFILE, { token })).status).toBe(200);
      expect((await harness.send("GET", PROFILE, { token })).status).toBe(429);
      expect((await nobody()).status).toBe(429);
    },
  );

  test(
    "a company has a limit of calls per minute, which a caller's refused calls do not use up",
    { tags: ["full"] },
    async () => {
      const { companyId, member } = await withLimits({
        callsPerTokenMinute: 2,
        callsPerCompanyMinute: 4,
      });
      const greedy = await harness.tokenFor(member);
      const statuses: number[] = [];
      for (let call = 0; call < 6; call += 1) {
        statuses.push((await harness.send("GET", PROFILE, { token: greedy })).status);
      }
      expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
      const ask = async (id: string) => {
        const token = await harness.tokenFor(await harness.person(id, "USER"));
        return (await harness.send("GET", PROFILE, { token })).status;
      };
      expect([await ask(companyId), await ask(companyId), await ask(companyId)]).toEqual([
        200, 200, 429,
      ]);
      expect(await ask(await harness.company())).toBe(200);
    },
  );

  test(
    "calls without a token have a company's limit of their own",
    { tags: ["full"] },
    async () => {
      const { companyId, member } = await withLimits({ callsPerCompanyMinute: 4 });
      const visit = async () =>
        (await harness.send("GET", "/site/config", { at: companyId })).status;
      expect([await visit(), await visit(), await visit(), await visit()]).toEqual([
        200, 200, 200, 200,
      ]);
      expect(await visit()).toBe(429);
      const token = await harness.tokenFor(member);
      expect((await harness.send("GET", PROFILE, { token })).status).toBe(200);
    },
  );
});

describe("calls at once", () => {
  // These exist because a refused approval once answered 500, with the error of another call whose
  // statements shared its transaction. Each call has a transaction of its own, so there is no control.

  const harness = duringTests(restHarness);
  let fixtures: RestFixtures;
  let [member, admin] = ["", ""];
  beforeEach(async () => {
    fixtures = await createRestFixtures(harness);
    member = await harness.tokenFor(fixtures.member);
    admin = await harness.tokenFor(fixtures.admin);
  });

  const ROUNDS = 4;

  /** The id of a new order that waits for its decision. */
  async function submitted(): Promise<string> {
    const json = { paymentMethod: "MANUAL", amount: 100 };
    const sent = await harness.send("POST", "/user/package/purchase", { token: member, json });
    expect(sent.status).toBe(200);
    return (sent.body.data as { id: string }).id;
  }

  const decide = async (decision: "approve" | "reject" | "reverse", id: string) => {
    const json = { id, ...(decision !== "approve" && { reason: "No money" }) };
    const path = `/admin/transaction/${decision}`;
    const { status, body } = await harness.send("POST", path, { token: admin, json });
    return `${status} ${body.code ?? ""}`.trim();
  };

  const buy = async (amount: number) => {
    const sending = { token: member, json: { amount } };
    const { status, body } = await harness.send("POST", "/user/package/order", sending);
    return `${status} ${body.code ?? ""}`.trim();
  };

  describe("of calls at the same time, each gets its own answer", () => {
    test(
      "of two concurrent approvals of one order one is done, the other is refused as already decided",
      { tags: ["full"] },
      async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const id = await submitted();
          const answers = await Promise.all([decide("approve", id), decide("approve", id)]);
          expect(answers.toSorted()).toEqual(["200", "409 ORDER_ALREADY_DECIDED"]);
        }
      },
    );

    test(
      "refused approvals leave an approval and a rejection beside them unharmed",
      { tags: ["full"] },
      async () => {
        const done = await submitted();
        expect(await decide("approve", done)).toBe("200");
        for (let round = 0; round < ROUNDS; round += 1) {
          const [one, other] = [await submitted(), await submitted()];
          const answers = await Promise.all([
            decide("approve", done),
            decide("approve", one),
            decide("approve", crypto.randomUUID()),
            decide("reject", other),
            decide("reverse", other),
          ]);
          expect(answers.slice(0, 4)).toEqual([
            "409 ORDER_ALREADY_DECIDED",
            "200",
            "404 ORDER_NOT_FOUND",
            "200",
          ]);
          expect(answers[4]).toMatch(/^409 ORDER_/);
        }
      },
    );

    test(
      "a purchase of more than is left is refused, and a concurrent approval is done",
      { tags: ["full"] },
      async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const id = await submitted();
          const answers = await Promise.all([buy(90_000_000), decide("approve", id), buy(-1)]);
          expect(answers[0]).toMatch(/^4\d\d (SUPPLY_TOO_LOW|SUPPLY_GONE|AMOUNT_INVALID)$/);
          expect(answers[1]).toBe("200");
          expect(answers[2]).toMatch(/^400 /);
        }
      },
    );
  });
});
