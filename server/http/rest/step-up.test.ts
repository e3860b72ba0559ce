import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions } from "@db/schema";
import { PASSWORD, type UserRow } from "@server/testing/member-harness";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";

let harness: RestHarness;
let admin: UserRow;
beforeAll(async () => {
  harness = await restHarness();
  admin = await harness.person(await harness.company(), "ADMIN");
});
afterAll(() => harness.close());

test("a token counts as stepped up for ten minutes after its login, then a new login does", async () => {
  const logIn = async () => {
    const json = { email: admin.email, password: PASSWORD };
    const { body } = await harness.send("POST", "/company/auth/login", {
      json,
      at: admin.companyId,
    });
    return (body.data as { token: string }).token;
  };
  const add = (token: string, upi: string) =>
    harness.send("POST", "/admin/beneficiary/add", { token, json: { upi } });
  const token = await logIn();
  expect((await add(token, "first@bank")).status).toBe(200);
  // Stored for a second admin, so the step-up was not what it lacked.
  expect((await add(token, "second@bank")).body.code).toBe("NEEDS_SECOND_ADMIN");

  await harness.database.db
    .update(sessions)
    .set({ createdAt: sql`${sessions.createdAt} - interval '10 minutes'` });
  const before = await harness.rows();
  const refused = await add(token, "evil@bank");
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { status: "error", code: "STEP_UP_REQUIRED", data: null },
  ]);
  expect(await harness.rows()).toBe(before);
  const list = await harness.send("GET", "/admin/beneficiary/list", { token });
  expect(list.status).toBe(200);

  expect((await add(await logIn(), "third@bank")).body.code).toBe("NEEDS_SECOND_ADMIN");
});

let counter: RoundTripCounter;
/** The harness through a proxy that counts. */
let counted: RestHarness;

beforeAll(async () => {
  counter = await countRoundTrips(harness.database.url);
  counted = harness.elsewhere(counter.url);
});
afterAll(async () => {
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
