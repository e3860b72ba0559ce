import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRestFixtures } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";

// These exist because a refused approval once answered 500, with the error of another call whose
// statements shared its transaction. Each call has a transaction of its own, so there is no control.

let harness: RestHarness;
let fixtures: RestFixtures;
let [member, admin] = ["", ""];
beforeAll(async () => {
  harness = await restHarness();
});
afterAll(() => harness.close());
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
  test("of two concurrent approvals of one order one is done, the other is refused as already decided", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submitted();
      const answers = await Promise.all([decide("approve", id), decide("approve", id)]);
      expect(answers.toSorted()).toEqual(["200", "409 ORDER_ALREADY_DECIDED"]);
    }
  });

  test("refused approvals leave an approval and a rejection beside them unharmed", async () => {
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
  });

  test("a purchase of more than is left is refused, and a concurrent approval is done", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await submitted();
      const answers = await Promise.all([buy(90_000_000), decide("approve", id), buy(-1)]);
      expect(answers[0]).toMatch(/^4\d\d (SUPPLY_TOO_LOW|SUPPLY_GONE|AMOUNT_INVALID)$/);
      expect(answers[1]).toBe("200");
      expect(answers[2]).toMatch(/^400 /);
    }
  });
});
