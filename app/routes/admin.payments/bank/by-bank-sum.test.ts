import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { changeEntry } from "./entries.server";

const UTR = "630554043104";
/** The total of the submitted orders, in rupees. */
const TOTAL = 1030.13;
const LIST = "http://house.example/admin/payments?tab=bank&show=OTHER_SUM";

let harness: OrderHarness;
let company: CompanyFixture;
beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company({ privateTokens: 100_000 });
});

/** A waiting order of which the bank shows this sum, and the row's form of its answer. */
async function shown(received: string, change: { paidAmount?: string } = {}) {
  const member = await company.member();
  const { order, transaction } = await submittedPayment(company, member, {
    reference: UTR,
    ...change,
  });
  const lineId = await company.entry({
    amountPaise: Math.round(Number(received) * 100),
    narration: `UPI/CR/${UTR}/--`,
  });
  const fields = { orderId: transaction.id, version: "1", received };
  return { number: order.orderNumber, lineId, fields };
}

/** Sends a form of the list. Returns where it leads and the toast, or the refusal's code. */
async function send(
  intent: string,
  fields: Readonly<Record<string, string>>,
  person: Person = company.admin,
  key = crypto.randomUUID(),
) {
  const context = {
    caller: {
      language: "en",
      admin: ({ idempotencyKey, canUndo }: { idempotencyKey: string | null; canUndo: boolean }) =>
        company.as(person, { ...(idempotencyKey && { key: idempotencyKey }), canUndo }),
    },
  } as unknown as AppLoadContext;
  const body = new URLSearchParams({ intent, idempotencyKey: key, ...fields });
  const request = new Request(LIST, { method: "POST", body });
  const answer: unknown = await changeEntry({ request, context, params: {} }).catch(
    (thrown: unknown) => thrown,
  );
  if (answer instanceof Response) {
    const [, toast = ""] = /=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
    const text = Buffer.from(decodeURIComponent(toast), "base64").toString();
    return { to: answer.headers.get("Location"), toast: text };
  }
  return { code: (answer as { data?: { code?: string } }).data?.code };
}

describe("the bank's sum decides in the list", () => {
  test("of less than the total, the order waits for the rest; the list stays, and the toast names the order", async () => {
    const { number, lineId, fields } = await shown("500.00");
    const answer = await send(`waitForRest ${lineId}`, fields);
    expect(answer.to).toBe("/admin/payments?tab=bank&show=OTHER_SUM");
    expect(answer.toast).toContain(`${number} waits for ₹530.13`);
    expect(await company.order(number)).toMatchObject({ status: "PENDING", receivedPaise: 50_000 });
  });

  test("of more than the total, the order is approved, can be undone, and the surplus is left over", async () => {
    const { number, lineId, fields } = await shown("1530.13");
    const key = crypto.randomUUID();
    const answer = await send(`approveReceived ${lineId}`, fields, company.admin, key);
    expect(answer.to).toBe("/admin/payments?tab=bank&show=OTHER_SUM&undo=1");
    expect(answer.toast).toContain(`${number} approved; ₹500.00 is left over`);
    expect(await company.order(number)).toMatchObject({
      status: "APPROVED",
      receivedPaise: 153_013,
    });
    // The same form again has no second effect.
    expect(await send(`approveReceived ${lineId}`, fields, company.admin, key)).toEqual(answer);
    const api = await company.as(company.admin);
    expect((await api.orders.undoable()).map(({ orderNumber }) => orderNumber)).toEqual([number]);
    const { payments } = await api.payments.listUnallocated();
    expect(payments).toMatchObject([{ kind: "CREDIT", openPaise: 50_000 }]);
  });

  test("a sum that the bank does not show is refused, and nothing is changed", async () => {
    const { number, lineId, fields } = await shown("500.00");
    for (const intent of ["waitForRest", "approveReceived"]) {
      const answer = await send(`${intent} ${lineId}`, { ...fields, received: "900.00" });
      expect(answer.code).toBe("BANK_SHOWS_ANOTHER_SUM");
    }
    // A form without its version is no way around it.
    const { orderId } = fields;
    for (const intent of ["waitForRest", "approveReceived"]) {
      const answer = await send(`${intent} ${lineId}`, { orderId, received: "900.00" });
      expect(answer.code).toBe("INVALID_INPUT");
    }
    expect(await company.order(number)).toMatchObject({ status: "PENDING", receivedPaise: null });
  });

  test("a flagged order is refused: it is decided on its page", async () => {
    const { number, lineId, fields } = await shown("500.00", { paidAmount: "500.00" });
    expect((await company.order(number)).flags).toContain("AMOUNT_DIFFERS");
    expect((await send(`waitForRest ${lineId}`, fields)).code).toBe("DECIDE_SINGLY");
    expect(await company.order(number)).toMatchObject({ status: "PENDING", receivedPaise: null });
  });

  test("another company's admin is refused, and of two admins at the same moment one part counts", async () => {
    const { number, lineId, fields } = await shown("500.00");
    const own = company;
    company = await harness.company();
    expect((await send(`waitForRest ${lineId}`, fields)).code).toBe("ORDER_NOT_FOUND");
    company = own;
    expect(await company.order(number)).toMatchObject({ receivedPaise: null });
    const second = await company.anotherAdmin();
    const answers = await Promise.all(
      [company.admin, second].map((person) => send(`waitForRest ${lineId}`, fields, person)),
    );
    expect(answers.filter(({ to }) => to !== undefined)).toHaveLength(1);
    expect(answers.find(({ code }) => code)?.code).toBe("SUBMISSION_CHANGED");
    expect(await company.order(number)).toMatchObject({ status: "PENDING", receivedPaise: 50_000 });
    expect(await company.received()).toMatchObject([{ receivedPaise: 50_000 }]);
  });

  test("a viewer's answer is refused", async () => {
    const { number, lineId, fields } = await shown(String(TOTAL + 500));
    const viewer = await company.anotherAdmin();
    const asViewer = { ...viewer, actor: { ...viewer.actor, adminRole: "VIEWER" as const } };
    for (const intent of ["waitForRest", "approveReceived"]) {
      expect((await send(`${intent} ${lineId}`, fields, asViewer)).code).toBe("ADMIN_ROLE_TOO_LOW");
    }
    expect(await company.order(number)).toMatchObject({ status: "PENDING", receivedPaise: null });
  });

  test("above the company's sum a second admin is asked, who gives the same answer in the list", async () => {
    const { number, lineId, fields } = await shown("1530.13");
    await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
    const second = await company.anotherAdmin();
    const answer = await send(`approveReceived ${lineId}`, fields);
    expect(answer.to).toBe("/admin/payments?tab=bank&show=OTHER_SUM");
    expect(await company.order(number)).toMatchObject({ status: "PENDING" });
    await send(`approveReceived ${lineId}`, fields, second);
    expect(await company.order(number)).toMatchObject({ status: "APPROVED" });
  });
});
