import { afterAll, beforeAll, expect, test, describe } from "vitest";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";
import { hugePng } from "@server/testing/sample-files";
import { sql } from "drizzle-orm";
import { sessions } from "@db/schema";
import { PASSWORD, type UserRow } from "@server/testing/member-harness";
import { countRoundTrips, type RoundTripCounter } from "@db/testing/round-trips";
import { duringTests } from "@server/testing/during-tests";

describe("part payments", () => {
  const harness = duringTests(restHarness);
  let fixtures: RestFixtures;
  let adminToken = "";
  beforeAll(async () => {
    fixtures = await createRestFixtures(harness);
    adminToken = (await tokenOf(fixtures, "admin")) ?? "";
  });

  let number = 630_554_043_104;
  /** An order over ₹100 of which ₹40 were received under its own number. */
  async function partPaid(paymentMethod: "BANK" | "UPI") {
    const member = await harness.as(fixtures.member);
    const [file] = await member.media.add({
      files: [{ fileName: "slip.png", bytes: new Uint8Array(hugePng(6, 6)) }],
    });
    number += 2;
    const { id: orderId } = await member.orders.submit({
      paymentMethod,
      amount: "100",
      referenceNumber: String(number),
      receiptId: file?.id,
      consent: true,
    });
    const admin = await harness.as(fixtures.admin);
    await admin.payments.waitForRest({ orderId, version: 1, received: "40" });
    return { id: orderId, own: String(number), further: String(number + 1) };
  }

  const approve = (json: object) =>
    harness.send("POST", "/admin/transaction/approve", { token: adminToken, json });

  test.each(["BANK", "UPI"] as const)(
    "a client finishes a part-paid %s order by the number of its further part, which then counts once",
    { tags: ["full"] },
    async (method) => {
      const { id, own, further } = await partPaid(method);
      expect(await approve({ id })).toMatchObject({
        status: 400,
        body: { code: "REFERENCE_REQUIRED", data: null },
      });
      expect(await approve({ id, referenceNumber: own })).toMatchObject({
        status: 409,
        body: { code: "REFERENCE_USED", data: null },
      });
      expect(await approve({ id, referenceNumber: "?" })).toMatchObject({
        body: { code: "REFERENCE_INVALID", data: null },
      });
      expect(await approve({ id, referenceNumber: `upi ref no. ${further}` })).toMatchObject({
        status: 200,
        body: { message: "Purchase approved successfully", data: { id, status: "APPROVED" } },
      });
      // The number of the further part is taken, as that of any payment.
      const other = await partPaid(method);
      expect(await approve({ id: other.id, referenceNumber: further })).toMatchObject({
        status: 409,
        body: { code: "REFERENCE_USED" },
      });
      const admin = await harness.as(fixtures.admin);
      const [waiting] = await admin.orders.selected({ orderIds: [other.id] });
      expect(waiting).toMatchObject({ status: "PENDING" });
    },
  );

  test(
    "a client finishes a part-paid order by less than its rest with both the sum and the number",
    { tags: ["full"] },
    async () => {
      const { id, further } = await partPaid("UPI");
      expect(await approve({ id, receivedAmount: 20, referenceNumber: further })).toMatchObject({
        status: 200,
        body: { data: { status: "APPROVED" } },
      });
    },
  );
});

describe("step up", () => {
  const harness = duringTests(restHarness);
  let admin: UserRow;
  beforeAll(async () => {
    admin = await harness.person(await harness.company(), "ADMIN");
  });

  test(
    "a token counts as stepped up for ten minutes after its login, then a new login does",
    { tags: ["full"] },
    async () => {
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
    },
  );

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
});
