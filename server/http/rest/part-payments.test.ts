import { afterAll, beforeAll, expect, test } from "vitest";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import type { RestFixtures } from "@server/testing/rest-expectations";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";
import { hugePng } from "@server/testing/sample-files";

let harness: RestHarness;
let fixtures: RestFixtures;
let adminToken = "";
beforeAll(async () => {
  harness = await restHarness();
  fixtures = await createRestFixtures(harness);
  adminToken = (await tokenOf(fixtures, "admin")) ?? "";
});
afterAll(() => harness.close());

let number = 630_554_043_104;
/** An order over ₹100 of which ₹40 were received under its own number. */
async function partPaid(paymentMethod: "BANK" | "UPI") {
  const member = await harness.as(fixtures.member);
  const [file] = await member.media.add({
    files: [{ fileName: "slip.png", bytes: new Uint8Array(hugePng(6, 6)) }],
  });
  number += 2;
  const { id: orderId } = await member.orders.submit({
    ...{ paymentMethod, amount: "100", referenceNumber: String(number) },
    ...{ receiptId: file?.id, consent: true },
  });
  const admin = await harness.as(fixtures.admin);
  await admin.payments.waitForRest({ orderId, version: 1, received: "40" });
  return { id: orderId, own: String(number), further: String(number + 1) };
}

const approve = (json: object) =>
  harness.send("POST", "/admin/transaction/approve", { token: adminToken, json });

test.each(["BANK", "UPI"] as const)(
  "a client finishes a part-paid %s order by the number of its further part, which then counts once",
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

test("a client finishes a part-paid order by less than its rest with both the sum and the number", async () => {
  const { id, further } = await partPaid("UPI");
  expect(await approve({ id, receivedAmount: 20, referenceNumber: further })).toMatchObject({
    status: 200,
    body: { data: { status: "APPROVED" } },
  });
});
