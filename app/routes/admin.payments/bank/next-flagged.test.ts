import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderHarness, orderHarness, submittedPayment } from "@server/testing/order-harness";
import { sendForm } from "@server/testing/page-action";
import { changeEntry } from "./entries.server";

let harness: OrderHarness;
beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());

test("a flagged row needs a reason, and its approval leads to the next one", async () => {
  const company = await harness.company({ privateTokens: 100_000 });
  const reference = "630554043104";
  const { order, transaction } = await submittedPayment(company, await company.member(), {
    reference,
    paidAmount: "900",
  });
  const { totalPaise } = await company.order(order.orderNumber);
  const lineId = await company.entry({ amountPaise: totalPaise, reference });
  const api = await company.as(company.admin);
  const intent = `approveFlagged ${lineId} ${transaction.id}`;
  const fields = { intent, lineId, orderId: transaction.id, version: "1", next: "a-row" };
  const refused = await sendForm(changeEntry, api, fields);
  expect(refused).toMatchObject({ to: null, refused: ["reason"] });
  expect((await company.order(order.orderNumber)).status).toBe("PENDING");
  const reason = "Receipt and bank entry agree";
  const { to } = await sendForm(changeEntry, api, { ...fields, reason });
  expect(to).toMatch(/[?&]open=a-row.*#a-row$/);
  expect((await company.order(order.orderNumber)).status).toBe("APPROVED");
});
