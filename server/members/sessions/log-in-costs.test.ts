import { afterAll, beforeAll, expect, test } from "vitest";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";
import { type MemberHarness, memberHarness, PASSWORD } from "@server/testing/member-harness";

let harness: MemberHarness;
let counter: RoundTripCounter;
/** The harness through a proxy that counts. */
let counted: MemberHarness;

beforeAll(async () => {
  harness = await memberHarness();
  counter = await countRoundTrips(harness.database.url);
  counted = harness.elsewhere(counter.url);
});
afterAll(async () => {
  await harness.close();
  await counter.close();
});

test("a member's login takes three statements, without a transaction", async () => {
  const companyId = await harness.company();
  const { id, email } = await harness.person(companyId, "USER");
  const caller = await counted.caller({ at: companyId });
  let token = "";
  const trips = await counter.record(async () => {
    ({ token } = await caller.sessions.logIn({ email, password: PASSWORD }));
  });
  expect((await harness.deps.sessions.read(token))?.actor).toMatchObject({ role: "USER", id });
  const statements = trips.flatMap((trip) => trip.statements);
  expect(statements).toHaveLength(3);
  expect(statements).not.toContain("commit");
});

test("a refused login takes two statements, whether the account exists or not", async () => {
  const companyId = await harness.company();
  const { email } = await harness.person(companyId, "USER");
  const caller = await counted.caller({ at: companyId });
  for (const asked of [email, "nobody@people.example"]) {
    const trips = await counter.record(() =>
      expect(caller.sessions.logIn({ email: asked, password: "wrong" })).rejects.toThrow(),
    );
    expect(trips.flatMap((trip) => trip.statements)).toHaveLength(2);
  }
});
