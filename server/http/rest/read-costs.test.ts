import { afterAll, beforeAll, expect, test } from "vitest";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";

let harness: RestHarness;
let counter: RoundTripCounter;
/** The harness through a proxy that counts. */
let counted: RestHarness;

beforeAll(async () => {
  harness = await restHarness();
  counter = await countRoundTrips(harness.database.url);
  counted = harness.elsewhere(counter.url);
});
afterAll(async () => {
  await harness.close();
  await counter.close();
});

/** The host's company, which the harness reads for each call, and the session. */
const AROUND = 2;

test.each([
  ["GET", "/user/package/price/get", 1],
  ["GET", "/user/settings/get", 0],
  ["GET", "/user/transaction/list", 1],
])("%s %s takes one round trip for its session, and %i of its own", async (method, path, own) => {
  const at = await harness.company();
  const token = await harness.tokenFor(await harness.person(at, "USER"));
  const trips = await counter.record(async () => {
    expect((await counted.send(method, path, { token, at })).status).toBe(200);
  });
  // Calls are counted in batches, which are written now and then (call-counts.test.ts).
  const waitedFor = trips.filter(
    ({ statements }) => !statements.join().includes("login_throttles"),
  );
  expect(waitedFor.length).toBeLessThanOrEqual(AROUND + own);
});
