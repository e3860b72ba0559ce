import { asc, eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { orders, users } from "@db/schema";
import type { OrderStatus } from "@db/vocabulary";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { rupeesText } from "@server/platform/rules/money/format";
import { restOf } from "@server/platform/rules/money/partial-payment";
import type { Caller } from "@server/http/router";
import {
  countedTwice,
  DEVANAGARI,
  lostEntries,
  numberOf,
  type Transfer,
  TRANSFERS,
} from "./payment-path-checks";
import { type CompanyFixture, type OrderHarness, resultCode, type Person } from "./order-harness";

const SECOND_ADMIN_ABOVE_PAISE = 150_000;

const SPELLINGS: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => `UTR NO ${number}`,
  (number) => `UPI Ref No. ${number}`,
  (number) => `utr:${number.toLowerCase()}`,
  (number) => number.replace(/(.{4})(?=.)/g, "$1-"),
  (number) => number.replace(/(.{4})(?=.)/g, "$1/"),
  (number) => (/^\d/.test(number) ? `0000${number}` : `Txn ID: ${number}`),
  (number) => number.replace(/\d/g, (digit) => DEVANAGARI[Number(digit)] ?? ""),
];

export const TRANSFER_COUNT = TRANSFERS.length;
export const SPELLING_COUNT = SPELLINGS.length;
export const ADMIN_COUNT = 2;
export const MEMBER_COUNT = 6;

/** One act of a person; its numbers choose among the existing objects. */
export interface Step {
  act: number;
  /** Chooses an order, an entry or a payment. */
  pick: number;
  transfer: number;
  spelling: number;
}

/** Drives a company with two admins and six members whose payments are imported, decided and reverted. */
export interface PaymentPaths {
  company: CompanyFixture;
  /**
   * Runs one step of each person at the same time: the admins, then the members. Throws errors that are
   * not refusals.
   */
  together(steps: readonly Step[]): Promise<void>;
  /** Lets each member pay an order with this transfer at the same time, each with another spelling. */
  sameNumber(transfer: number): Promise<void>;
  /** Approves all waiting orders in bulk. */
  approveAll(): Promise<void>;
  /** Approves the waiting orders one by one, as an admin who looks at each. */
  approveEach(): Promise<void>;
  /**
   * Lists money that the database counts twice or has lost, by sums of its tables and by the executed
   * steps.
   */
  wrong(): Promise<string[]>;
  /** Lists the steps and their results. */
  log: readonly string[];
}

export async function paymentPaths(harness: OrderHarness): Promise<PaymentPaths> {
  const company = await harness.company({ privateTokens: 100_000, maxPendingOrders: 50 });
  await company.setCompany({ settings: { secondAdminAbovePaise: SECOND_ADMIN_ABOVE_PAISE } });
  // This precedes the second admin, who would have to confirm it.
  const accountId = await addAccount(company);
  // Each admin can confirm what the other asks for.
  await harness.database.db
    .update(users)
    .set({ passwordHash: "set" })
    .where(eq(users.id, company.admin.id));
  const admins = [company.admin, await company.anotherAdmin()];
  const members: Person[] = [];
  for (let n = 0; n < MEMBER_COUNT; n += 1) {
    members.push(await company.member({ name: `Rahul Sharma ${n}` }));
  }
  const log: string[] = [];
  /** Highest sum that an admin entered for a transfer, by its number. */
  const said = new Map<string, number>();
  const imported = new Set<string>();

  const note = async (who: string, act: string, call: Promise<unknown>): Promise<boolean> => {
    const code = await resultCode(call);
    log.push(`${who} ${act}: ${code}`);
    return code === "ok";
  };
  const say = (number: string | null, paise: number) => {
    if (number !== null) said.set(number, Math.max(said.get(number) ?? 0, paise));
  };
  const find = (...statuses: OrderStatus[]) =>
    harness.database.db
      .select()
      .from(orders)
      .where(eq(orders.companyId, company.id))
      .orderBy(asc(orders.orderNumber))
      .then((all) => all.filter(({ status }) => statuses.includes(status)));
  type OrderRow = Awaited<ReturnType<typeof find>>[number];

  async function buyAndPay(person: Person, { transfer, spelling, pick }: Step): Promise<void> {
    const buying = await company.as(person, { key: newId() });
    const paying = await company.as(person, { key: newId() });
    const all = await find("REJECTED", "OPEN", "CANCELLED", "PENDING");
    const own = all.filter(({ memberId }) => memberId === person.id);
    const asked = own.filter((one) => restOf(one) !== null);
    const unpaid = own.filter(({ status }) => status !== "PENDING");
    // The payment is the rest of an order of the member, for another one, or for a new one.
    const rest = pick % 2 === 0 ? at(asked, pick) : undefined;
    // Most numbers are soon used, so that a rest is mostly told with one that nobody has named.
    const named = rest && pick % 8 !== 0 ? await company.payments() : [];
    const used = new Set(named.flatMap((one) => (one.counts ? numberOf(one.reference) : [])));
    const free = TRANSFERS.filter((one) => !used.has(one.number));
    const { number, amount } = at(free, transfer) ?? transferAt(transfer);
    const before = rest ?? (pick % 3 === 0 ? at(unpaid, pick) : undefined);
    const order = before ?? (await buying.orders.create({ amount }));
    const referenceNumber = spell(number, spelling);
    const submission = {
      purchaseId: order.orderNumber,
      paymentMethod: "BANK" as const,
      consent: true,
      amount: rupeesText(order.amountPaise),
      referenceNumber,
      receiptId: await company.proof(person),
    };
    const act = `pays ${rest ? "the rest of " : ""}${order.orderNumber} by "${referenceNumber}"`;
    await note(person.id.slice(-4), act, paying.orders.submit(submission));
  }

  /** Acts of an admin, each with a caller of its own key. */
  const acts: Record<string, (api: Caller, step: Step, who: string) => Promise<unknown>> = {
    async import(api, { pick, transfer }, who) {
      // Files of neighbouring days overlap.
      const from = transfer % TRANSFERS.length;
      const entries = [...TRANSFERS, ...TRANSFERS].slice(from, from + 1 + (pick % 6));
      const isDone = await note(
        who,
        `imports ${entries.map(({ number }) => number).join()}`,
        read(api, entries),
      );
      if (isDone) for (const { number } of entries) imported.add(number);
    },
    async approve(api, { pick }, who) {
      const order = at(await find("PENDING"), pick);
      if (!order) return;
      const isDone = await note(
        who,
        `approves ${order.orderNumber}`,
        api.orders.approve(shown(order)),
      );
      if (isDone) say(numberOf(order.reference), dueOf(order));
    },
    async approveBySum(api, { pick, transfer }, who) {
      const order = at(await find("PENDING"), pick);
      if (!order) return;
      const number = numberOf(order.reference);
      const { paise } = TRANSFERS.find((one) => one.number === number) ?? transferAt(transfer);
      const received = { ...shown(order), received: rupeesText(paise) };
      const act = `approves ${order.orderNumber} by ${paise}`;
      if (await note(who, act, api.payments.approveReceived(received))) say(number, paise);
    },
    async approveMany(api, _, who) {
      const pending = await find("PENDING");
      if (pending.length > 0) await approveSeveral(api, pending, who);
    },
    async approveByEntry(api, { pick }, who) {
      const line = at((await api.statements.lines({})).lines, pick);
      const candidate = at(line?.candidates ?? [], pick);
      if (!line || !candidate) return;
      const { orderId, version } = candidate;
      const act = `approves ${candidate.orderNumber} by ${line.narration}`;
      await note(
        who,
        act,
        api.statements.approve({ lineId: line.id, orderId, version, reason: "Compared" }),
      );
    },
    async decideMany(api, _, who) {
      const certain = (await api.statements.lines({ outcome: "CERTAIN" })).lines.flatMap(
        ({ id: lineId, candidates: [first] }) =>
          first ? [{ lineId, orderId: first.orderId, version: first.version }] : [],
      );
      if (certain.length === 0) return;
      const outcomes = await api.statements.decideMany({ lines: certain });
      for (const { refusal, order } of outcomes) {
        noteRow(who, `approves ${order?.orderNumber ?? ""} by its entry`, refusal?.code);
      }
    },
    async confirm(api, { pick }, who) {
      const others = (await api.changes.list()).filter(({ isOwn }) => !isOwn);
      const change = at(others, pick);
      if (!change) return;
      const isDone = await note(
        who,
        `confirms ${change.order?.orderNumber ?? change.kind}`,
        api.changes.confirm({ id: change.id }),
      );
      const order = isDone && (await find("APPROVED")).find(({ id }) => id === change.order?.id);
      if (order) say(numberOf(order.reference), order.totalPaise);
    },
    async waitForRest(api, { pick, transfer, spelling }, who) {
      const order = at(await find("PENDING"), pick);
      if (!order) return;
      // The first part is the submission's own payment, as is a rest that the member told.
      const isOwn = order.receivedPaise === null || restOf(order) === "TOLD";
      const number = isOwn ? numberOf(order.reference) : transferAt(transfer).number;
      const paise = Math.floor(order.totalPaise / 4);
      const reference = isOwn ? undefined : spell(number ?? "", spelling);
      const part = { ...shown(order), received: rupeesText(paise), reference };
      const act = `has a part of ${order.orderNumber} by "${reference ?? ""}"`;
      if (await note(who, act, api.payments.waitForRest(part))) say(number, paise);
    },
    async record(api, { pick, transfer, spelling }, who) {
      const order = at(await find("OPEN", "PENDING", "APPROVED", "CANCELLED"), pick);
      if (!order) return;
      const { number, paise } = transferAt(transfer);
      const payment = {
        purchaseId: order.orderNumber,
        version: order.submissionVersion,
        paymentMethod: "BANK" as const,
        reference: spell(number, spelling),
        received: rupeesText(paise),
      };
      const act = `records "${payment.reference}" of ${order.orderNumber}`;
      if (await note(who, act, api.payments.record(payment))) say(number, paise);
    },
    async reject(api, { pick }, who) {
      const order = at(await find("PENDING"), pick);
      if (!order) return;
      const act = `rejects ${order.orderNumber}`;
      await note(who, act, api.orders.reject({ ...shown(order), reason: "Not found" }));
    },
    async reverse(api, { pick }, who) {
      const order = at(await find("APPROVED"), pick);
      if (!order) return;
      const act = `reverses ${order.orderNumber}`;
      await note(who, act, api.orders.reverse({ ...shown(order), reason: "A mistake" }));
    },
    async undo(api, _, who) {
      const [decision] = await api.orders.undoable();
      if (!decision) return;
      const { orderId, decidedAt } = decision;
      await note(who, `undoes ${orderId.slice(-4)}`, api.orders.undo({ orderId, decidedAt }));
    },
    async refund(api, { pick }, who) {
      const payment = at((await api.payments.listUnallocated({})).payments, pick);
      if (!payment) return;
      const { kind, id: paymentId, updatedAt: seenAt, openPaise } = payment;
      const isWhole = pick % 2 === 0;
      const paise = isWhole ? openPaise : Math.ceil(openPaise / 3);
      const refund = {
        kind,
        paymentId,
        seenAt,
        amount: rupeesText(paise),
        reference: `R-${newId()}`,
        refundedOn: today(),
        ...(kind === "CLAIM" && { received: rupeesText(openPaise) }),
      };
      const act = `refunds ${paise} of "${payment.reference ?? ""}"`;
      if ((await note(who, act, api.payments.refund(refund))) && kind === "CLAIM") {
        say(numberOf(payment.reference), openPaise);
      }
    },
    async payOrder(api, { pick }, who) {
      const payment = at((await api.payments.listUnallocated({})).payments, pick);
      if (!payment) return;
      const { kind, id: paymentId, openPaise, updatedAt: seenAt } = payment;
      const waiting = await api.payments.waitingOrders({ kind, paymentId });
      const order = at(waiting.orders, pick);
      if (!order) return;
      const claimed = kind === "CLAIM" ? { received: rupeesText(openPaise) } : {};
      const use = { kind, paymentId, seenAt, orderId: order.orderId, ...claimed };
      const act = `pays ${order.orderNumber} with "${payment.reference ?? ""}"`;
      if ((await note(who, act, api.payments.payOrder(use))) && kind === "CLAIM") {
        say(numberOf(payment.reference), openPaise);
      }
    },
    async dismiss(api, { pick }, who) {
      const payment = at((await api.payments.listUnallocated({})).payments, pick);
      if (!payment) return;
      const { kind, id: paymentId, updatedAt: seenAt } = payment;
      const act = `dismisses "${payment.reference ?? ""}"`;
      await note(who, act, api.payments.dismiss({ kind, paymentId, seenAt, reason: "Not there" }));
    },
    async setAside(api, { pick }, who) {
      const line = at((await api.statements.lines({})).lines, pick);
      if (!line) return;
      const act = `sets ${line.narration} aside`;
      await note(who, act, api.statements.setAside({ lineId: line.id, reason: "Not ours" }));
    },
    async reopen(api, { pick }, who) {
      const line = at((await api.statements.lines({ status: "SET_ASIDE" })).lines, pick);
      if (!line) return;
      const act = `reopens ${line.narration}`;
      await note(who, act, api.statements.reopen({ lineId: line.id }));
    },
  };
  /** Repeats frequent acts, so that they are chosen more often. */
  const ADMIN_ACTS = [
    "import",
    "import",
    "approve",
    "approve",
    "approveBySum",
    "approveMany",
    "approveMany",
    "approveByEntry",
    "decideMany",
    "confirm",
    "confirm",
    "confirm",
    "waitForRest",
    "record",
    "record",
    "reject",
    "reverse",
    "undo",
    "undo",
    "refund",
    "payOrder",
    "dismiss",
    "setAside",
    "reopen",
  ] as const;

  function noteRow(who: string, act: string, code: string | undefined) {
    log.push(`${who} ${act}: ${code ?? "ok"}`);
    if (code === "UNEXPECTED") throw new Error(log.at(-1));
  }

  async function approveSeveral(api: Caller, pending: OrderRow[], who: string): Promise<void> {
    const outcomes = await api.orders.approveMany({
      orderIds: pending.map(({ id }) => id),
      versions: Object.fromEntries(pending.map((order) => [order.id, order.submissionVersion])),
      reasons: Object.fromEntries(pending.map(({ id }) => [id, "Compared"])),
    });
    for (const { orderId, refusal } of outcomes) {
      const order = pending.find(({ id }) => id === orderId);
      noteRow(who, `approves ${order?.orderNumber ?? ""} in bulk`, refusal?.code);
      if (order && !refusal) say(numberOf(order.reference), dueOf(order));
    }
  }

  async function read(api: Caller, entries: readonly Transfer[]): Promise<void> {
    const file = { fileName: "november.csv", bytes: statementOf(entries) };
    await api.statements.import({ accountId, file });
  }

  async function decide(admin: Person, step: Step, who: string): Promise<void> {
    const name = ADMIN_ACTS[step.act % ADMIN_ACTS.length] ?? "import";
    const api = await company.as(admin, { key: newId(), canUndo: true });
    await acts[name]?.(api, step, who);
  }

  return {
    company,
    log,
    async together(steps) {
      await Promise.all(
        steps.map(async (step, n) => {
          const admin = admins[n];
          if (admin) return decide(admin, step, `admin ${n + 1}`);
          const member = members[n - ADMIN_COUNT];
          if (member) await buyAndPay(member, step);
        }),
      );
    },
    async sameNumber(transfer) {
      const all = members.map((member, spelling) =>
        buyAndPay(member, { act: 0, pick: 1, transfer, spelling }),
      );
      await Promise.all(all);
    },
    async approveAll() {
      const api = await company.as(company.admin);
      const pending = await find("PENDING");
      if (pending.length > 0) await approveSeveral(api, pending, "admin 1");
    },
    async approveEach() {
      const api = await company.as(company.admin);
      for (const order of await find("PENDING")) {
        const act = `approves ${order.orderNumber}`;
        const isDone = await note("admin 1", act, api.orders.approve(shown(order)));
        if (isDone) say(numberOf(order.reference), dueOf(order));
      }
    },
    wrong: async () => [
      ...(await countedTwice(harness, company, { said, imported })),
      ...(await lostEntries(harness, company, imported)),
      ...(await company.faults()).map((fault) => JSON.stringify(fault)),
    ],
  };
}

const at = <T>(all: readonly T[], pick: number): T | undefined =>
  all.length > 0 ? all[pick % all.length] : undefined;

function transferAt(n: number): Transfer {
  const transfer = at(TRANSFERS, n);
  if (!transfer) throw new Error("There are no transfers.");
  return transfer;
}

const spell = (number: string, spelling: number): string =>
  at(SPELLINGS, spelling)?.(number) ?? number;

/** Paise of an order that no part has paid. */
const dueOf = ({
  totalPaise,
  receivedPaise,
}: {
  totalPaise: number;
  receivedPaise: number | null;
}): number => totalPaise - (receivedPaise ?? 0);

const shown = ({ id, submissionVersion }: { id: string; submissionVersion: number }) => ({
  orderId: id,
  version: submissionVersion,
});

const today = () => dateInIndia(new Date());

/** Returns a file of entries in HDFC Bank's layout. */
function statementOf(entries: readonly Transfer[]): Buffer<ArrayBuffer> {
  const day = today().split("-").toReversed().join("/");
  const rows = entries.map(({ number, paise }) => {
    const narration = /^\d/.test(number)
      ? `UPI/${number}/RAHUL SHARMA/`
      : `NEFT CR-SBIN0001234-RAHUL SHARMA-${number}`;
    return `${day},${narration},,,,${rupeesText(paise)},`;
  });
  const heading =
    "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
  return Buffer.from([heading, ...rows].join("\n"));
}

async function addAccount(company: CompanyFixture): Promise<string> {
  const api = await company.as(company.admin);
  await api.beneficiaries.add({
    holderName: "Sample Private Limited",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: "50100123456789",
    ifscCode: "HDFC0000001",
  });
  const { records } = await api.beneficiaries.list({ page: 1, limit: 10 });
  const [account] = records;
  if (!account) throw new Error("The account was not added.");
  return account.id;
}
