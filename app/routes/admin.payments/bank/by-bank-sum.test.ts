import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  submittedPayment,
} from "@server/testing/order-harness";
import { undoableIn } from "~/components/purchases/decide/undo-strip";
import { changeEntry } from "./entries.server";

const UTR = "630554043104";
const OTHER = "630554049999";
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

/** A waiting order of which the bank shows this sum, and the row's tick. */
async function shown(received: string, change: { paidAmount?: string } = {}, reference = UTR) {
  const member = await company.member();
  const { order, transaction } = await submittedPayment(company, member, {
    reference,
    ...change,
  });
  const lineId = await company.entry({
    amountPaise: Math.round(Number(received) * 100),
    narration: `UPI/CR/${reference}/--`,
  });
  const fields = { orderId: transaction.id, version: "1", received };
  return { number: order.orderNumber, lineId, fields };
}

type Shown = Awaited<ReturnType<typeof shown>>;

/** Sends the ticked rows of the list. Returns the outcomes of their orders, or the refusal's code. */
async function send(
  answer: "SURPLUS" | "REST",
  ticked: readonly Shown[],
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
  const body = new URLSearchParams({ intent: `decideMany ${answer}`, idempotencyKey: key, answer });
  const ticks = ticked.map(
    ({ lineId, fields }) => `${lineId} ${fields.orderId} ${fields.version} ${fields.received}`,
  );
  // The first is a row of the page, the others are those of its other pages.
  for (const lines of [ticks.slice(0, 1), ticks.slice(1)]) {
    if (lines.length > 0) body.append("lines", lines.join(","));
  }
  const request = new Request(LIST, { method: "POST", body });
  const done = (await changeEntry({ request, context, params: {} })) as
    | Response
    | { outcomes?: { refusal: string | null }[]; data?: { code?: string } };
  // Where none was refused, the list follows, with what undoes them.
  if (done instanceof Response) {
    const list = new URL(done.headers.get("Location") ?? "", LIST);
    const { many } = await undoableIn(new Request(list), await company.as(person));
    const undo = many?.decisions.map(({ orderId }) => orderId);
    return { undo, length: list.search.length, refusals: ticked.map(() => null) };
  }
  const { outcomes = [] } = done;
  return { refusals: outcomes.map(({ refusal }) => refusal), code: done.data?.code };
}

describe("the bank's sums decide together", () => {
  test("of less than the total, each order waits for its rest; undone, it waits as before", async () => {
    const one = await shown("500.00");
    expect(await send("REST", [one])).toMatchObject({
      undo: [one.fields.orderId],
      refusals: [null],
    });
    expect(await company.order(one.number)).toMatchObject({
      status: "PENDING",
      receivedPaise: 50_000,
    });
    const api = await company.as(company.admin);
    const [decision] = await api.orders.undoable();
    const { orderId } = one.fields;
    await api.orders.undoMany({
      decisions: [{ orderId, decidedAt: decision?.decidedAt ?? "" }],
    });
    expect(await company.order(one.number)).toMatchObject({
      status: "PENDING",
      receivedPaise: null,
    });
  });

  test("of more than the total, each order is approved, can be undone, and the surplus is left over", async () => {
    const one = await shown("1530.13");
    const key = crypto.randomUUID();
    const answer = await send("SURPLUS", [one], company.admin, key);
    expect(answer).toMatchObject({ undo: [one.fields.orderId], refusals: [null] });
    expect(await company.order(one.number)).toMatchObject({
      status: "APPROVED",
      receivedPaise: 153_013,
    });
    // The same form again has no second effect.
    expect(await send("SURPLUS", [one], company.admin, key)).toEqual(answer);
    const api = await company.as(company.admin);
    expect(await api.orders.undoable()).toMatchObject([
      { orderNumber: one.number, leftPaise: 50_000 },
    ]);
    const { payments } = await api.payments.listUnallocated();
    expect(payments).toMatchObject([{ kind: "CREDIT", openPaise: 50_000 }]);
  });

  test(
    "those of the list's other pages are decided with the page's",
    { tags: ["full"] },
    async () => {
      const all = [UTR, OTHER, "630554047777"].map((utr) => shown("500.00", {}, utr));
      const { refusals, undo, length } = await send("REST", await Promise.all(all));
      expect(refusals).toEqual([null, null, null]);
      // One short name in the address undoes them together.
      expect(undo).toHaveLength(3);
      expect(length).toBeLessThan(80);
      const undone = await send("REST", [await shown("500.00", {}, "630554048888")]);
      expect(undone.undo).toHaveLength(1);
    },
  );

  test("a sum that the bank does not show, the other answer and another order are refused, and nothing is changed", async () => {
    const one = await shown("500.00");
    const asked = async (answer: "SURPLUS" | "REST", change: Partial<Shown["fields"]>) =>
      (await send(answer, [{ ...one, fields: { ...one.fields, ...change } }])).refusals;
    expect(await asked("REST", { received: "900.00" })).toEqual([
      expect.stringContaining("₹500.00"),
    ]);
    expect(await asked("SURPLUS", {})).toEqual([expect.any(String)]);
    expect(await asked("REST", { orderId: company.admin.id })).toEqual([expect.any(String)]);
    expect((await send("REST", [])).code).toBe("INVALID_INPUT");
    expect(await company.order(one.number)).toMatchObject({
      status: "PENDING",
      receivedPaise: null,
    });
  });

  test("an entry that is settled decides on no other order", async () => {
    const [settled, other] = [await shown("500.00"), await shown("600.00", {}, OTHER)];
    await send("REST", [settled]);
    const { lineId } = settled;
    const answer = await send("REST", [{ ...other, lineId }]);
    expect(answer.refusals).toEqual([expect.any(String)]);
    expect(await company.order(other.number)).toMatchObject({ receivedPaise: null });
  });

  test("a flagged order is refused: it is decided on its page", async () => {
    const one = await shown("500.00", { paidAmount: "500.00" });
    expect((await company.order(one.number)).flags).toContain("AMOUNT_DIFFERS");
    expect((await send("REST", [one])).refusals).toEqual([expect.any(String)]);
    expect(await company.order(one.number)).toMatchObject({ receivedPaise: null });
  });

  test("another company's admin is refused, and of two admins at the same moment one part counts", async () => {
    const one = await shown("500.00");
    const own = company;
    company = await harness.company();
    expect((await send("REST", [one])).refusals).toEqual([expect.any(String)]);
    company = own;
    expect(await company.order(one.number)).toMatchObject({ receivedPaise: null });
    const second = await company.anotherAdmin();
    const answers = await Promise.all(
      [company.admin, second].map((person) => send("REST", [one], person)),
    );
    expect(answers.filter(({ refusals }) => refusals[0] === null)).toHaveLength(1);
    expect(await company.received()).toMatchObject([{ receivedPaise: 50_000 }]);
  });

  test("a viewer's answer is refused", async () => {
    const one = await shown(String(TOTAL + 500));
    const viewer = await company.anotherAdmin();
    const asViewer = { ...viewer, actor: { ...viewer.actor, adminRole: "VIEWER" as const } };
    for (const answer of ["SURPLUS", "REST"] as const) {
      expect((await send(answer, [one], asViewer)).code).toBe("ADMIN_ROLE_TOO_LOW");
    }
    expect(await company.order(one.number)).toMatchObject({
      status: "PENDING",
      receivedPaise: null,
    });
  });

  test("above the company's sum a second admin is asked, who gives the same answer in the list", async () => {
    const one = await shown("1530.13");
    await company.setCompany({ settings: { secondAdminAbovePaise: 100_000 } });
    const second = await company.anotherAdmin();
    await send("SURPLUS", [one]);
    expect(await company.order(one.number)).toMatchObject({ status: "PENDING" });
    await send("SURPLUS", [one], second);
    expect(await company.order(one.number)).toMatchObject({ status: "APPROVED" });
  });

  test("the only order of an entry's sum is approved with others, and not among the certain ones", async () => {
    const member = await company.member();
    const { order, transaction } = await submittedPayment(company, member, { reference: UTR });
    const lineId = await company.entry({
      amountPaise: Math.round(TOTAL * 100),
      narration: `UPI/CR/630554043140/--`,
    });
    const api = await company.as(company.admin, { canUndo: true });
    const lines = [{ lineId, orderId: transaction.id, version: 1 }];
    expect((await api.statements.lines({ outcome: "CANDIDATES" })).total).toBe(1);
    const [certain] = await api.statements.decideMany({ lines });
    expect(certain?.refusal?.code).toBe("DECIDE_SINGLY");
    const [compared] = await api.statements.decideMany({ lines, answer: "COMPARED" });
    expect(compared?.refusal).toBeNull();
    expect(await company.order(order.orderNumber)).toMatchObject({ status: "APPROVED" });
  });
});
