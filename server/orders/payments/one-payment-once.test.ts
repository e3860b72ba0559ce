import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@db/ids";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
  type Person,
} from "@server/testing/order-harness";

const UTR = "630554043104";
/** Spellings of that number, as members copy and type it. */
const SPELLINGS = [
  UTR,
  `0000${UTR}`,
  `UTR:${UTR}`,
  `UTR NO ${UTR}`,
  `UPI Ref No. ${UTR}`,
  `RRN#${UTR}`,
  "6305/5404/3104",
  "6305_5404_3104",
  "६३०५५४०४३१०४",
];

let harness: OrderHarness;
let company: CompanyFixture;
let member: Person;
let accountId: string;

beforeAll(async () => {
  harness = await orderHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  company = await harness.company();
  member = await company.member({ name: "Rahul Sharma" });
  const api = await admin();
  await api.beneficiaries.add({
    holderName: "Sample Private Limited",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: "50100123456789",
    ifscCode: "HDFC0000001",
  });
  const { records } = await api.beneficiaries.list({ page: 1, limit: 10 });
  accountId = records[0]?.id ?? "";
});

const admin = () => company.as(company.admin);
/** An admin whose page offers to undo. */
const undoing = () => company.as(company.admin, { canUndo: true, key: newId() });

async function undo(orderId: string, orderNumber: string) {
  const { decidedAt } = await company.order(orderNumber);
  const api = await undoing();
  return resultCode(api.orders.undo({ orderId, decidedAt: decidedAt?.toISOString() ?? "" }));
}

/** A submitted payment of ₹1,025.00, for 100 tokens, with this reference. */
async function pays(person: Person, referenceNumber: string) {
  const api = await company.as(person);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "1000" });
  return api.orders.submit({
    purchaseId,
    paymentMethod: "BANK",
    amount: "1000",
    referenceNumber,
    consent: true,
    receiptId: await company.proof(person),
  });
}

const today = dateInIndia(new Date());

/** Imports entries in HDFC Bank's layout, each with a narration and a sum in rupees. */
async function importing(...entries: [narration: string, rupees: string][]) {
  const day = today.split("-").toReversed().join("/");
  const text = [
    "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
    ...entries.map(([narration, rupees]) => `${day},${narration},,,,${rupees},`),
  ].join("\n");
  return importFile("hdfc.csv", text);
}

async function importFile(fileName: string, text: string) {
  const api = await admin();
  return api.statements.import({ accountId, file: { fileName, bytes: Buffer.from(text) } });
}

const paid = (utr: string, rest = "RAHUL SHARMA/") => `UPI/${utr}/${rest}`;

async function lines(status: "OPEN" | "MATCHED") {
  const api = await admin();
  return (await api.statements.lines({ status })).lines;
}

/** Each entry of a bank shows with the order that it pays, and none is left to be given to another. */
async function expectEntriesOf(...orderNumbers: string[]) {
  expect(await lines("OPEN")).toEqual([]);
  expect((await lines("MATCHED")).map(({ orderNumber }) => orderNumber).toSorted()).toEqual(
    orderNumbers.toSorted(),
  );
}

/** Tokens that were allocated in all, with a ledger and payments that agree. */
async function allocated() {
  expect(await company.faults()).toEqual([]);
  return (await company.balances()).allocated;
}

const statusOf = async (orderNumber: string) => (await company.order(orderNumber)).status;

test(
  "a dry run tells which payments the bank shows: with this sum, with another one, or not yet",
  { tags: ["full"] },
  async () => {
    const [shown, other, absent, named] = [
      await pays(member, "630554043104"),
      await pays(member, "630554043105"),
      await pays(member, "630554043106"),
      await pays(member, "630554043107"),
    ];
    await importing(
      [paid("630554043104"), "1025.00"],
      [paid("630554043105"), "500.00"],
      // It names the order, but has no number of the payment: no evidence until a person says so.
      [`CASH DEP ${named.orderNumber}`, "1025.00"],
    );
    const orderIds = [shown, other, absent, named].map(({ id }) => id);
    const rows = await (await admin()).orders.dryRun({ orderIds, decision: "approve" });
    expect(rows.map(({ evidence, refusal }) => [evidence, refusal?.code ?? null])).toEqual([
      ["FOUND", null],
      ["OTHER_SUM", "DECIDE_SINGLY"],
      ["NOT_FOUND", null],
      ["NOT_FOUND", null],
    ]);
    expect(rows.map(({ line }) => line?.amountPaise ?? null)).toEqual([
      102_500,
      50_000,
      null,
      102_500,
    ]);
  },
);

describe("one number in several spellings", () => {
  test(
    "one number in several spellings is refused for a second order, and buys the first one's tokens only",
    { tags: ["full"] },
    async () => {
      const order = await pays(member, `0000${UTR}`);
      await (await admin()).orders.approve({ orderId: order.id });
      const other = await company.member();
      for (const spelling of SPELLINGS) {
        expect([spelling, await resultCode(pays(other, spelling))]).toEqual([
          spelling,
          "REFERENCE_USED",
        ]);
      }
      await importing([paid(UTR), "1025.00"]);
      await expectEntriesOf(order.orderNumber);
      expect(await allocated()).toBe(100);
    },
  );

  test(
    "one number in several spellings is found in the bank's entry, whichever the member typed",
    { tags: ["full"] },
    async () => {
      const orders = new Map<string, string>();
      for (const [at, spelling] of SPELLINGS.entries()) {
        // A number of its own for each member.
        const typed = spelling.replace("04", `${at}4`).replace("०४", `${"०१२३४५६७८९"[at]}४`);
        const order = await pays(await company.member({ name: "Anita Desai" }), typed);
        orders.set(`630554${at}43104`, order.id);
      }
      const entries = [...orders.keys()].map((utr): [string, string] => [
        paid(utr, "x"),
        "1025.00",
      ]);
      await importing(...entries);
      const open = await lines("OPEN");
      for (const { narration, outcome: match, candidates } of open) {
        const utr = narration.split("/")[1] ?? "";
        const orderIds = candidates.map(({ orderId }) => orderId);
        expect([utr, match, orderIds]).toEqual([utr, "CERTAIN", [orders.get(utr)]]);
      }
      expect(open).toHaveLength(SPELLINGS.length);
    },
  );
});

test(
  "an entry whose order was approved, reopened and rejected may pay another member's order",
  { tags: ["full"] },
  async () => {
    const first = await pays(member, UTR);
    await (
      await company.as(company.admin, { canUndo: true })
    ).orders.approve({ orderId: first.id });
    const decidedAt = (await company.order(first.orderNumber)).decidedAt?.toISOString() ?? "";
    const api = await admin();
    await api.orders.undo({ orderId: first.id, decidedAt });
    await importing([paid(UTR), "1025.00"]);
    await api.orders.reject({ orderId: first.id, reason: "Another member's payment" });
    const [open] = (await api.payments.listUnallocated({})).payments;
    if (!open) throw new Error("The bank shows that it arrived.");
    const { kind, id: paymentId, updatedAt: seenAt } = open;
    await api.payments.dismiss({ kind, paymentId, seenAt, reason: "Another member's payment" });
    const second = await pays(await company.member(), UTR);
    expect(await allocated()).toBe(0);
    await api.orders.approve({ orderId: second.id });
    await expectEntriesOf(second.orderNumber);
    expect(await allocated()).toBe(100);
  },
);

test(
  "an entry whose number only its narration shows approves no second order",
  { tags: ["full"] },
  async () => {
    const first = await pays(member, UTR);
    await (await admin()).orders.approve({ orderId: first.id });
    const second = await pays(member, "630599999999");
    await importing([paid(UTR, `RAHUL SHARMA/${second.orderNumber}`), "1025.00"]);
    const [line] = [...(await lines("OPEN")), ...(await lines("MATCHED"))];
    const api = await admin();
    const approved = await resultCode(
      api.statements.approve({ lineId: line?.id ?? "", orderId: second.id, version: 1 }),
    );
    expect(approved).toMatch(/^(REFERENCE_USED|STATEMENT_LINE_SETTLED)$/);
    expect(await statusOf(second.orderNumber)).toBe("PENDING");
    expect(await allocated()).toBe(100);
  },
);

test(
  "entries with one phrase in their reference column are several payments",
  { tags: ["full"] },
  async () => {
    const phrase = "TRANSFER FROM 4897691162095";
    const utrs = [UTR, "630554043105", "630554043106"];
    const orders = [];
    for (const utr of utrs)
      orders.push(await pays(await company.member({ name: "Rahul Sharma" }), utr));
    const day = `${today.slice(8)} Nov ${today.slice(0, 4)}`;
    const text = [
      "Account Name\t:\tSAMPLE\n\nTxn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance",
      ...utrs.map(
        (utr) =>
          `${day}\t${day}\tBY TRANSFER-UPI/CR/${utr}/RAHUL SH/UTIB--\t${phrase}\t \t1,025.00\t`,
      ),
    ].join("\n");
    await importFile("sbi.tsv", text);
    for (const line of await lines("OPEN")) {
      const utr = /CR\/(\d+)/.exec(line.narration)?.[1] ?? "";
      const orderId = orders[utrs.indexOf(utr)]?.id ?? "";
      const api = await admin();
      const approved = await resultCode(
        api.statements.approve({ lineId: line.id, orderId, version: 1 }),
      );
      expect([utr, approved]).toEqual([utr, "ok"]);
    }
    await expectEntriesOf(...orders.map(({ orderNumber }) => orderNumber));
    expect(await allocated()).toBe(300);
  },
);

test(
  "one number counts as one part of an order, however often it is typed",
  { tags: ["full"] },
  async () => {
    const order = await pays(member, UTR);
    const api = await admin();
    const part = (version: number, reference?: string) =>
      resultCode(
        api.payments.waitForRest({ orderId: order.id, version, received: "200", reference }),
      );
    expect(await part(1)).toBe("ok");
    // A further part without a number, and with the number of the first one.
    expect(await part(2)).toMatch(/^REFERENCE_/);
    expect(await part(2, UTR)).toBe("REFERENCE_USED");
    expect(await part(2, `UTR ${UTR}`)).toBe("REFERENCE_USED");
    expect(await part(2, "630554043105")).toBe("ok");
    expect(await part(3, "0630554043105")).toBe("REFERENCE_USED");
    await api.payments.approveReceived({ orderId: order.id, version: 3 });
    // 400 rupees pay 39 tokens of ₹10.25.
    expect(await allocated()).toBe(39);
  },
);

describe("an approval that names no entry", () => {
  const approvals = {
    "by hand": async (orderId: string) => {
      await (await admin()).orders.approve({ orderId, version: 1 });
    },
    "in bulk": async (orderId: string) => {
      const api = await admin();
      const outcomes = await api.orders.approveMany({
        orderIds: [orderId],
        versions: { [orderId]: 1 },
      });
      expect(outcomes).toMatchObject([{ refusal: null }]);
    },
    "over REST": async (orderId: string) => {
      const api = await company.as(company.admin, { transport: "rest" });
      await api.orders.approve({ orderId });
    },
  };

  test.each(Object.entries(approvals))(
    "%s without an entry takes the entry that is there, which then pays nothing else",
    { tags: ["full"] },
    async (_, approve) => {
      const order = await pays(member, UTR);
      await importing([paid(UTR), "1025.00"]);
      await approve(order.id);
      await expectEntriesOf(order.orderNumber);
      await expectSpent();
      expect(await allocated()).toBe(100);
    },
  );

  test.each(Object.entries(approvals))(
    "%s without an entry gets its entry when that arrives later, which then pays nothing else",
    { tags: ["full"] },
    async (_, approve) => {
      const order = await pays(member, `UTR ${UTR}`);
      await approve(order.id);
      await importing([paid(UTR), "1025.00"]);
      await expectEntriesOf(order.orderNumber);
      await expectSpent();
      expect(await allocated()).toBe(100);
    },
  );

  /** The entry cannot be recorded as money of another order. */
  async function expectSpent() {
    const [line] = [...(await lines("OPEN")), ...(await lines("MATCHED"))];
    const other = await company.member();
    const { orderNumber: purchaseId } = await (
      await company.as(other)
    ).orders.create({ amount: "1000" });
    const api = await admin();
    const about = { purchaseId, version: 0, paymentMethod: "BANK" as const, received: "1025" };
    for (const reference of [UTR, "630512121212"]) {
      const recorded = await resultCode(
        api.payments.record({ ...about, reference, lineId: line?.id ?? "" }),
      );
      expect(recorded).toMatch(/^(REFERENCE_USED|STATEMENT_LINE_SETTLED)$/);
    }
    expect(await statusOf(purchaseId)).toBe("OPEN");
  }
});

describe("where the bank shows half the sum", () => {
  const half = async () => {
    const order = await pays(member, UTR);
    await importing([paid(UTR), "512.50"]);
    return order;
  };

  test(
    "a bulk approval leaves out an order of which the bank shows half the sum, and says so before",
    { tags: ["full"] },
    async () => {
      const { id, orderNumber } = await half();
      const api = await admin();
      const about = { orderIds: [id], versions: { [id]: 1 } };
      expect(await api.orders.dryRun({ orderIds: [id], decision: "approve" })).toMatchObject([
        { refusal: { code: "DECIDE_SINGLY" } },
      ]);
      expect(await api.orders.approveMany(about)).toMatchObject([
        { refusal: { code: "DECIDE_SINGLY" } },
      ]);
      expect(await statusOf(orderNumber)).toBe("PENDING");
      expect(await allocated()).toBe(0);
    },
  );

  test(
    "an approval by hand of half the sum changes nothing until an admin enters the received sum",
    { tags: ["full"] },
    async () => {
      const { id, orderNumber } = await half();
      const api = await admin();
      const { lines: shown } = await api.orders.review({ orderId: id });
      expect(shown).toMatchObject([{ amountPaise: 51_250 }]);
      expect(await resultCode(api.orders.approve({ orderId: id, version: 1 }))).toBe(
        "BANK_SHOWS_ANOTHER_SUM",
      );
      expect(await statusOf(orderNumber)).toBe("PENDING");
      await api.payments.approveReceived({ orderId: id, version: 1, received: "512.50" });
      await expectEntriesOf(orderNumber);
      expect(await allocated()).toBe(50);
    },
  );
});

test(
  "each of many concurrent approvals is refused for its own reason only",
  { tags: ["full"] },
  async () => {
    const orders = [];
    for (let n = 0; n < 12; n += 1) {
      const order = await pays(await company.member(), `6305540431${String(10 + n)}`);
      orders.push(order);
      if (n % 3 === 0) await (await admin()).orders.reject({ orderId: order.id, reason: "x" });
    }
    const api = await admin();
    const outcomes = await Promise.all(
      orders.map(({ id }, n) =>
        resultCode(api.orders.approve({ orderId: n % 3 === 1 ? newId() : id, version: 1 })),
      ),
    );
    expect(outcomes).toEqual(
      orders.map((_, n) => ["ORDER_ALREADY_DECIDED", "ORDER_NOT_FOUND", "ok"][n % 3]),
    );
    expect(await allocated()).toBe(400);
  },
);

describe("the undo of an approval", () => {
  test(
    "undoing an approval lets the order wait again with its payment, and it can be approved again",
    { tags: ["full"] },
    async () => {
      const order = await pays(member, UTR);
      await importing([paid(UTR), "1025.00"]);
      for (const _ of [1, 2]) {
        await (await undoing()).orders.approve({ orderId: order.id, version: 1 });
        expect(await undo(order.id, order.orderNumber)).toBe("ok");
        expect(await statusOf(order.orderNumber)).toBe("PENDING");
        expect(await allocated()).toBe(0);
      }
      expect(await resultCode(pays(await company.member(), UTR))).toBe("REFERENCE_USED");
      await (await undoing()).orders.approve({ orderId: order.id, version: 1 });
      await expectEntriesOf(order.orderNumber);
      expect(await allocated()).toBe(100);
    },
  );

  test(
    "undoing an approval shows again that the bank has another sum",
    { tags: ["full"] },
    async () => {
      const { id, orderNumber } = await pays(member, UTR);
      await importing([paid(UTR), "512.50"]);
      const half = { orderId: id, version: 1, received: "512.50" };
      await (await undoing()).payments.approveReceived(half);
      expect(await undo(id, orderNumber)).toBe("ok");
      expect((await company.order(orderNumber)).flags).toContain("BANK_SUM_DIFFERS");
      expect(await resultCode((await admin()).orders.approve({ orderId: id, version: 1 }))).toBe(
        "BANK_SHOWS_ANOTHER_SUM",
      );
      expect(await allocated()).toBe(0);
    },
  );

  test("each order of a bulk approval can be undone", { tags: ["full"] }, async () => {
    const orders = [await pays(member, UTR), await pays(member, "630554043105")];
    const orderIds = orders.map(({ id }) => id);
    await (
      await undoing()
    ).orders.approveMany({
      orderIds,
      versions: Object.fromEntries(orderIds.map((id) => [id, 1])),
    });
    for (const { id, orderNumber } of orders) {
      expect(await undo(id, orderNumber)).toBe("ok");
      expect(await statusOf(orderNumber)).toBe("PENDING");
    }
    expect(await allocated()).toBe(0);
  });
});

describe("the undo of a rejection", () => {
  test(
    "undoing a rejection shows that the bank has another sum since",
    { tags: ["full"] },
    async () => {
      const { id, orderNumber } = await pays(member, UTR);
      await (await undoing()).orders.reject({ orderId: id, reason: "x" });
      await importing([paid(UTR), "512.50"]);
      expect(await undo(id, orderNumber)).toBe("ok");
      expect((await company.order(orderNumber)).flags).toContain("BANK_SUM_DIFFERS");
      expect(await allocated()).toBe(0);
    },
  );

  for (const isEarly of [true, false]) {
    const when = isEarly ? "before" : "after";
    test(
      `a rejection is not undone once its money is linked to another order, with an entry from ${when} its approval`,
      { tags: ["full"] },
      async () => {
        const first = await pays(member, "AXISN26307123456");
        const second = await pays(member, UTR);
        const entry = () => company.entry({ reference: UTR, amountPaise: 102_500 });
        const early = isEarly ? await entry() : undefined;
        await (await undoing()).orders.approve({ orderId: first.id });
        const lineId = early ?? (await entry());
        await (await undoing()).orders.reject({ orderId: second.id, reason: "x" });
        await (
          await admin()
        ).statements.link({ reason: "Compared", lineId, purchaseId: first.orderNumber });
        expect(await undo(second.id, second.orderNumber)).toBe("UNDO_TOO_LATE");
        expect(await statusOf(second.orderNumber)).toBe("REJECTED");
        await expectEntriesOf(first.orderNumber);
        expect(await allocated()).toBe(100);
      },
    );
  }
});

describe("an entry of a bank that is there before its order", () => {
  /** The only entry. */
  const entryId = async () => {
    const api = await admin();
    const all = await Promise.all(
      (["OPEN", "MATCHED", "SET_ASIDE"] as const).map((status) => api.statements.lines({ status })),
    );
    const [line] = all.flatMap((list) => list.lines);
    return line?.id ?? "";
  };

  test(
    "an earlier entry shows its sum also after it was set aside, so that ₹100 does not pay ₹1,025",
    { tags: ["full"] },
    async () => {
      await importing([paid(UTR, "x"), "100.00"]);
      const api = await admin();
      await api.statements.setAside({ lineId: await entryId(), reason: "Rent" });
      const { id, orderNumber } = await pays(member, UTR);
      expect((await company.order(orderNumber)).flags).toContain("BANK_SUM_DIFFERS");
      expect(await api.orders.approveMany({ orderIds: [id], versions: { [id]: 1 } })).toMatchObject(
        [{ refusal: { code: "DECIDE_SINGLY" } }],
      );
      expect(await resultCode(api.orders.approve({ orderId: id, version: 1 }))).toBe(
        "BANK_SHOWS_ANOTHER_SUM",
      );
      expect(await allocated()).toBe(0);
    },
  );

  test(
    "an earlier entry is not recorded with another sum after it was set aside",
    { tags: ["full"] },
    async () => {
      await importing([paid(UTR, "x"), "100.00"]);
      const api = await admin();
      const lineId = await entryId();
      await api.statements.setAside({ lineId, reason: "Rent" });
      const order = await pays(member, "630554043105");
      await api.orders.approve({ orderId: order.id, version: 1 });
      const about = { purchaseId: order.orderNumber, version: 1, paymentMethod: "BANK" as const };
      expect(
        await resultCode(
          api.payments.record({
            ...about,
            reference: UTR,
            received: "1025",
            isOtherMoney: true,
            reason: "Compared",
          }),
        ),
      ).toBe("BANK_SHOWS_ANOTHER_SUM");
      expect(await allocated()).toBe(100);
    },
  );

  test(
    "an earlier entry is not withdrawn from the order whose member typed its number",
    { tags: ["full"] },
    async () => {
      await importing([paid(UTR, "x"), "1025.00"]);
      const { id, orderNumber } = await pays(member, UTR);
      const api = await admin();
      await api.orders.approve({ orderId: id, version: 1 });
      const unlinked = resultCode(api.statements.unlink({ lineId: await entryId(), reason: "x" }));
      expect(await unlinked).toBe("STATEMENT_SAME_NUMBER");
      expect(await resultCode(pays(await company.member(), UTR))).toBe("REFERENCE_USED");
      await expectEntriesOf(orderNumber);
      expect(await allocated()).toBe(100);
    },
  );

  test(
    "an earlier entry is used by the order for which it is recorded, whatever number the admin types",
    { tags: ["full"] },
    async () => {
      await importing([paid(UTR, "x"), "1025.00"]);
      const lineId = await entryId();
      const { id, orderNumber } = await (
        await company.as(member)
      ).orders.create({ amount: "1000" });
      const api = await admin();
      const about = { purchaseId: orderNumber, version: 0, paymentMethod: "BANK" as const };
      const recorded = await api.payments.record({
        ...about,
        reference: "630599999999",
        received: "1025",
        lineId,
        reason: "Compared",
      });
      expect(recorded).toMatchObject({ recorded: "WAITS" });
      expect(await resultCode(pays(await company.member(), UTR))).toBe("REFERENCE_USED");
      await api.orders.approve({ orderId: id, version: 1 });
      await expectEntriesOf(orderNumber);
      expect(await allocated()).toBe(100);
    },
  );

  test(
    "an earlier entry stays when another entry with its number is withdrawn",
    { tags: ["full"] },
    async () => {
      const { id, orderNumber } = await pays(member, UTR);
      await importing([paid(UTR, "x"), "1025.00"], [paid(UTR, "y"), "1025.00"]);
      const api = await admin();
      await api.payments.approveReceived({ orderId: id, version: 1, received: "1025" });
      await api.orders.reverse({ orderId: id, reason: "x" });
      const before = await lines("MATCHED");
      const unlinked = resultCode(
        api.statements.unlink({ lineId: before[0]?.id ?? "", reason: "x" }),
      );
      expect(await unlinked).toBe("STATEMENT_SAME_NUMBER");
      await expectEntriesOf(orderNumber, orderNumber);
      expect(await company.faults()).toEqual([]);
    },
  );
});
