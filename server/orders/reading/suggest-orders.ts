import { plainLine, shownReturn } from "./shown-entry";
import type { AdminContext } from "@server/access";
import { createHash } from "node:crypto";
import {
  type Entry,
  listOpenEntries,
  listPayable,
  listUnpaid,
  bankSumsOf,
  findOpenLineIds,
  keysOf,
  listReturnsOf,
  textOf,
} from "@server/payments";
import type { LineCandidate, LineView, SuggestedOrder } from "@server/orders/contracts/statements";
import { mapWithPauses } from "@server/platform";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { contradicts, shownPaise, wentBack } from "@server/payments/rules/link-entry";
import { bankKeys, hintsOf } from "@server/payments/rules/keys";
import { containsPattern } from "@server/platform/rules/like";
import { orderDigits } from "@server/payments/rules/statements/tokens";
import { DAYS_TO_SUGGEST, nearNumbers, suggestOrder } from "@server/payments/rules/suggest-order";
import { payerNameIn } from "@server/payments/rules/statements/payer-name";
import { isAnother } from "@server/orders/money/paid-by-another";
import { withFlag } from "@server/orders/rules/submission";
import { candidateFinder, decideMatches } from "@server/payments/rules/match-statement";

type Scope = Pick<AdminContext, "db"> & { company: { id: string } };

/**
 * Returns those of the open credits that a search finds. All are matched first, since the match of one
 * depends on the others.
 */
export async function linesFound(
  { db, company }: Scope,
  open: readonly LineView[],
  search: string | undefined,
): Promise<readonly LineView[]> {
  const pattern = containsPattern(search);
  if (pattern === null) return open;
  const found = await findOpenLineIds(db, company.id, pattern);
  return open.filter(({ id }) => found.has(id));
}

/** Returns a fingerprint of the listed entries, to detect that others have come since. */
export const fingerprintOf = (lines: readonly Pick<LineView, "id">[]): string =>
  createHash("sha256")
    .update(lines.map(({ id }) => id).join(" "))
    .digest("base64url");

/** Tells whether an entry names an order that has its money by the bank's word or a person's. */
const namesDecided = (candidates: readonly LineCandidate[]): boolean =>
  candidates.some(
    ({ status, evidence }) =>
      (status === "APPROVED" || status === "REVERSED") && evidence.includes("ORDER_NUMBER"),
  );

/** Returns the open credits, or some of them, with the orders that they may pay now. */
export async function suggestOrders(
  { db, company }: Scope,
  some?: readonly Entry[],
): Promise<LineView[]> {
  const entries = some ?? (await listOpenEntries(db, company.id));
  const paymentIds = [...new Set(entries.map(({ payment }) => payment.id))];
  const [known, sums, returns] = await Promise.all([
    keysOf(db, company.id, paymentIds),
    bankSumsOf(db, company.id, paymentIds),
    listReturnsOf(db, company.id, paymentIds),
  ]);
  const rows = await mapWithPauses(entries, ({ line, payment }) => {
    const keys = [...new Set([...bankKeys(line), ...(known.get(payment.id) ?? [])])];
    return { ...line, row: 0, keys, hints: hintsOf(line) };
  });
  const keys = new Set(rows.flatMap((row) => [...row.keys, ...row.hints]));
  const numbers = new Set(rows.flatMap((row) => [...orderDigits(textOf(row))]));
  const payable = await listPayable(db, company.id, {
    keys: [...keys],
    numbers: [...numbers].map((digits) => `PUR-${digits}`),
  });
  const byId = new Map(payable.map((order) => [order.id, order]));
  const find = candidateFinder(
    payable.map((order) => ({
      ...order,
      createdOn: dateInIndia(order.createdAt),
      isPending: order.status === "PENDING",
    })),
  );
  const matches = decideMatches(rows, await mapWithPauses(rows, find));
  return entries.map((entry, at) => {
    const { payment } = entry;
    const match = matches[at];
    const payer = [payerNameIn(entry.line.narration) ?? []].flat();
    const candidates = (match?.candidates ?? []).flatMap((candidate): LineCandidate[] => {
      const order = byId.get(candidate.orderId);
      if (!order) return [];
      const { orderNumber, memberName, totalPaise, reference, version, status } = order;
      const { paidAmountPaise, memberId } = order;
      const isAnothers = isAnother(payer, memberName);
      const flags = isAnothers ? withFlag(order.flags, "PAID_BY_ANOTHER") : order.flags;
      const isPartPaid = status === "PENDING" && order.receivedPaise !== null;
      return [
        {
          ...candidate,
          orderNumber,
          memberId,
          memberName,
          totalPaise,
          reference,
          version,
          status,
          flags,
          paidAmountPaise,
          payers: isAnothers ? payer : [],
          sameProofOrders: [],
          unproven: null,
          receivedPaise: isPartPaid ? order.receivedPaise : null,
          needsOwnDecision: isPartPaid || flags.length > 0,
          waiting: null,
        },
      ];
    });
    const bank = sums.get(payment.id);
    const isOther = contradicts(payment, bank);
    return {
      ...plainLine(entry, "OPEN"),
      orderNumber: null,
      orderStatus: null,
      missingPaise: null,
      settled: null,
      outcome: wentBack(payment, bank)
        ? "WENT_BACK"
        : isOther || namesDecided(candidates)
          ? "OTHER_SUM"
          : (match?.outcome ?? "NONE"),
      returns: returns.filter(({ lineId }) => lineId === entry.line.id).map(shownReturn),
      otherSum: isOther
        ? {
            bankPaise: shownPaise(bank),
            isConfirmed: payment.receivedPaise !== null,
            recordedPaise: payment.receivedPaise ?? payment.amountPaise,
          }
        : null,
      candidates,
    };
  });
}

const DAY_MS = 86_400_000;

/**
 * Returns the likeliest order of each entry without a match, by the entry's id. Orders that an open entry
 * matches are left out: that one is their money.
 */
export async function suggestUnpaid(
  { db, company }: Scope,
  unmatched: readonly LineView[],
  open: readonly LineView[],
): Promise<Map<string, SuggestedOrder>> {
  if (unmatched.length === 0) return new Map();
  const orders = await listUnpaid(db, company.id, {
    sums: unmatched.map(({ amountPaise, bookedOn }) => ({
      paise: amountPaise,
      // A day more than the rule asks about: its days are India's.
      from: new Date(Date.parse(bookedOn) - (DAYS_TO_SUGGEST + 1) * DAY_MS),
      to: new Date(Date.parse(bookedOn) + 2 * DAY_MS),
    })),
    numbers: unmatched.flatMap(nearNumbers),
    except: open.flatMap(({ candidates }) => candidates.map(({ orderId }) => orderId)),
  });
  const unpaid = orders.map((order) => ({
    ...order,
    createdOn: dateInIndia(order.createdAt),
    isRejected: order.status === "REJECTED",
  }));
  return new Map(
    unmatched.flatMap((line): [string, SuggestedOrder][] => {
      const found = suggestOrder(line, unpaid);
      if (!found) return [];
      const { evidence, others } = found;
      const { id: orderId, orderNumber, memberName, totalPaise, status } = found.order;
      const suggested = { orderId, orderNumber, memberName, totalPaise, status };
      return [[line.id, { ...suggested, evidence, others }]];
    }),
  );
}
