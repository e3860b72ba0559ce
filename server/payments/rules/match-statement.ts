import { isNear } from "@server/platform/rules/text/typos";
import type { StatementRow } from "@server/payments/rules/statements/row";
import {
  endsOf,
  isOneTypoApart,
  namePartsOf,
  namesPerson,
  orderDigits,
  orderKey,
  referenceKey,
  referenceKeys,
  deletionsOf,
  wordsOf,
} from "@server/payments/rules/statements/tokens";

/** An order that a payment may be for. */
export interface PayableOrder {
  readonly id: string;
  readonly orderNumber: string;
  readonly memberName: string;
  readonly totalPaise: number;
  /** The member's reference of the payment; null if there is none. */
  readonly reference: string | null;
  /** Keys of its payment. */
  readonly keys: readonly string[];
  /** Day of its creation in India, YYYY-MM-DD. */
  readonly createdOn: string;
  /** True if it waits for a decision. A match with a decided order is never certain (DECIDED). */
  readonly isPending: boolean;
}

/** An entry with the keys of its payment, and the other numbers of its text (`hintsOf`). */
export interface KeyedRow extends StatementRow {
  readonly keys: readonly string[];
  readonly hints: readonly string[];
}

const EVIDENCE = [
  /** The entry and the order's payment have a key in common. */
  "REFERENCE",
  /** The entry contains the member's number at a place where it may be another number. */
  "REFERENCE_HINT",
  /** The numbers differ by one typo, or by two if sum, payer and time agree. */
  "REFERENCE_NEARLY",
  "ORDER_NUMBER",
  "ORDER_NUMBER_NEARLY",
  "AMOUNT",
  "PAYER",
  /** The text has the member's ID or mobile number; only suggestions ask. */
  "MEMBER_ID",
  "TIME",
] as const;

export type Evidence = (typeof EVIDENCE)[number];

/** Reasons for which an order with evidence is not certain. */
const DOUBTS = [
  "DECIDED",
  "AMOUNT_DIFFERS",
  /** The entry was booked before the order existed, or long after. */
  "TIME_DIFFERS",
  /** The bank does not say for certain that the entry is completed money. */
  "UNSURE_ENTRY",
  /** The narration names another order. */
  "OTHER_NUMBER",
  "OTHER_ORDER_FITS",
  "OTHER_ROW_FITS",
  /** The evidence does not suffice. */
  "TOO_LITTLE",
] as const;

export type Doubt = (typeof DOUBTS)[number];

export interface Candidate {
  readonly orderId: string;
  readonly evidence: readonly Evidence[];
  readonly doubts: readonly Doubt[];
}

interface RowMatch {
  readonly row: number;
  /**
   * - CERTAIN: the one candidate can be approved together with others;
   * - CANDIDATES: an admin decides; the likeliest order comes first;
   * - NONE: no order fits, or the row is not a credit.
   */
  readonly outcome: "CERTAIN" | "CANDIDATES" | "NONE";
  readonly candidates: readonly Candidate[];
}

const MOST_CANDIDATES = 5;
/** Days by which a payment may be booked before its order, as clocks and banks differ, and after it. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 45;
/** Days after the order in which its sum and its member's name make it a candidate. */
const DAYS_BY_AMOUNT = 7;

/** Length of RTGS references. Longer words are not searched for typos: most are several words joined. */
const LONGEST_REFERENCE = 22;
/** Minimum length of a reference with two typos: shorter ones resemble too many others. */
const MIN_LENGTH_FOR_TWO_TYPOS = 11;

const DAY_MS = 86_400_000;

export interface OrderEvidence {
  readonly row: KeyedRow;
  readonly order: PayableOrder;
  readonly evidence: ReadonlySet<Evidence>;
  readonly doubts: Set<Doubt>;
  /** Strength of the evidence; 0 does not suffice for certainty. */
  readonly weight: number;
}

/** A waiting order, with its reference in the form in which references are compared. */
interface Referenced {
  readonly order: PayableOrder;
  readonly reference: string;
}

interface Index {
  readonly byKey: ReadonlyMap<string, readonly PayableOrder[]>;
  readonly byReference: ReadonlyMap<string, readonly PayableOrder[]>;
  readonly byEnd: ReadonlyMap<string, readonly Referenced[]>;
  readonly byNumber: ReadonlyMap<string, readonly PayableOrder[]>;
  readonly byNumberDeletion: ReadonlyMap<string, readonly PayableOrder[]>;
  readonly byAmount: ReadonlyMap<number, readonly PayableOrder[]>;
  readonly nameParts: ReadonlyMap<PayableOrder, readonly string[]>;
  /** Lengths of references one typo apart from those of waiting orders. */
  readonly lengths: ReadonlySet<number>;
  /** Days of creation, in days since 1970. */
  readonly createdOn: ReadonlyMap<PayableOrder, number>;
}

const digitsOf = (order: PayableOrder): string => order.orderNumber.replace(/\D/g, "");

function collect<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

function buildIndex(orders: readonly PayableOrder[]): Index {
  const byKey = new Map<string, PayableOrder[]>();
  const byReference = new Map<string, PayableOrder[]>();
  const byEnd = new Map<string, Referenced[]>();
  const byNumber = new Map<string, PayableOrder[]>();
  const byNumberDeletion = new Map<string, PayableOrder[]>();
  const byAmount = new Map<number, PayableOrder[]>();
  const nameParts = new Map<PayableOrder, string[]>();
  const lengths = new Set<number>();
  const createdOn = new Map<PayableOrder, number>();
  for (const order of orders) {
    createdOn.set(order, dayOf(order.createdOn));
    for (const key of order.keys) collect(byKey, key, order);
    const reference = order.reference === null ? null : referenceKey(order.reference);
    if (reference !== null) {
      collect(byReference, reference, order);
      if (order.isPending && reference.length <= LONGEST_REFERENCE) {
        for (const end of endsOf(reference)) collect(byEnd, end, { order, reference });
        for (const change of [-1, 0, 1]) lengths.add(reference.length + change);
      }
    }
    const digits = digitsOf(order);
    for (const key of new Set([digits, orderKey(digits)])) collect(byNumber, key, order);
    if (!order.isPending) continue;
    for (const deletion of new Set(deletionsOf(digits))) collect(byNumberDeletion, deletion, order);
    collect(byAmount, order.totalPaise, order);
    nameParts.set(order, namePartsOf(order.memberName));
  }
  return {
    byKey,
    byReference,
    byEnd,
    byNumber,
    byNumberDeletion,
    byAmount,
    nameParts,
    lengths,
    createdOn,
  };
}

/**
 * Matches a statement's credits to orders (docs/decisions/0018), by the keys of payments first, then by
 * the order number in the narration, then by sum, payer and time. A match is certain only where the
 * sum is the order's total, the row was booked from 1 day before to 45 days after the order, and
 * - entry and payment have a key in common, and the narration names no other order; or
 * - two of these agree: the reference with a typo or in an unsure place, the order number (perhaps
 *   with a typo), and the payer's name;
 * and the bank does not leave it unsure, and no other order and no other row fit as well. Between two of equal evidence an admin chooses.
 */
export function matchStatement(
  rows: readonly KeyedRow[],
  orders: readonly PayableOrder[],
): RowMatch[] {
  const find = candidateFinder(orders);
  return decideMatches(rows, rows.map(find));
}

/** Finds the evidence for each order, row by row: the first part of {@link matchStatement}. */
export function candidateFinder(
  orders: readonly PayableOrder[],
): (row: KeyedRow) => OrderEvidence[] {
  const index = buildIndex(orders);
  return (row) => (row.side === "CREDIT" ? candidatesOf(row, index) : []);
}

/** Decides the matches of all rows: the second part of {@link matchStatement}. */
export function decideMatches(
  rows: readonly KeyedRow[],
  found: readonly (readonly OrderEvidence[])[],
): RowMatch[] {
  for (const list of found) doubtWithinRow(list);
  doubtAcrossRows(found.flat());
  return rows.map((row, at) => {
    const list = (found[at] ?? []).toSorted(byWeight);
    const certain = list.filter(({ doubts }) => doubts.size === 0);
    const [only] = certain;
    if (only && certain.length === 1) {
      return { row: row.row, outcome: "CERTAIN", candidates: [candidate(only)] };
    }
    return {
      row: row.row,
      outcome: list.length > 0 ? "CANDIDATES" : "NONE",
      candidates: list.slice(0, MOST_CANDIDATES).map(candidate),
    };
  });
}

const candidate = ({ order, evidence, doubts }: OrderEvidence): Candidate => ({
  orderId: order.id,
  evidence: EVIDENCE.filter((one) => evidence.has(one)),
  doubts: DOUBTS.filter((one) => doubts.has(one)),
});

const byWeight = (a: OrderEvidence, b: OrderEvidence): number =>
  b.weight - a.weight ||
  a.doubts.size - b.doubts.size ||
  b.evidence.size - a.evidence.size ||
  (a.order.orderNumber < b.order.orderNumber ? -1 : 1);

const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

function candidatesOf(row: KeyedRow, index: Index): OrderEvidence[] {
  const text = `${row.reference ?? ""} ${row.narration}`;
  const words = [...referenceKeys(row.reference ?? ""), ...referenceKeys(row.narration)];
  const numbers = new Set([...words, ...row.hints]);
  const booked = dayOf(row.bookedOn);
  const evidence = new Map<PayableOrder, Set<Evidence>>();
  const note = (order: PayableOrder, one: Evidence) => {
    const known = evidence.get(order);
    if (known) known.add(one);
    else evidence.set(order, new Set([one]));
  };

  for (const key of row.keys) {
    for (const order of index.byKey.get(key) ?? []) note(order, "REFERENCE");
  }
  for (const key of numbers) {
    for (const order of index.byReference.get(key) ?? []) note(order, "REFERENCE_HINT");
    for (const order of index.byKey.get(key) ?? []) note(order, "REFERENCE_HINT");
    if (!index.lengths.has(key.length)) continue;
    for (const end of endsOf(key)) {
      for (const { order, reference } of index.byEnd.get(end) ?? []) {
        if (isOneTypoApart(key, reference)) note(order, "REFERENCE_NEARLY");
      }
    }
  }

  const named = orderDigits(text);
  for (const digits of named) {
    const exact = (index.byNumber.get(digits) ?? []).filter((order) => digitsOf(order) === digits);
    // PUR-004512 and PUR-4512 are two orders: the second is meant only if the first does not exist.
    const orders = exact.length > 0 ? exact : (index.byNumber.get(orderKey(digits)) ?? []);
    for (const order of orders) note(order, "ORDER_NUMBER");
    for (const deletion of deletionsOf(digits)) {
      for (const order of index.byNumberDeletion.get(deletion) ?? []) {
        if (isOneTypoApart(digits, digitsOf(order))) note(order, "ORDER_NUMBER_NEARLY");
      }
    }
  }
  const namesOrder = [...evidence].some(([, all]) => all.has("ORDER_NUMBER"));

  const payer = wordsOf(row.narration);
  for (const order of index.byAmount.get(row.amountPaise) ?? []) {
    const days = booked - (index.createdOn.get(order) ?? booked);
    const isKnown = evidence.has(order);
    const isInTime = days >= -DAYS_BEFORE && days <= DAYS_BY_AMOUNT;
    if ((isKnown || isInTime) && namesPerson(payer, index.nameParts.get(order) ?? [])) {
      note(order, "PAYER");
      if (isInTime) {
        note(order, "TIME");
        if (isTypedBadly(order, numbers)) note(order, "REFERENCE_NEARLY");
      }
    }
  }

  return [...evidence].flatMap(([order, all]) => {
    if (all.has("REFERENCE")) all.delete("REFERENCE_HINT");
    if (all.has("REFERENCE") || all.has("REFERENCE_HINT")) all.delete("REFERENCE_NEARLY");
    if (all.has("ORDER_NUMBER")) all.delete("ORDER_NUMBER_NEARLY");
    // A near order number alone would match too many orders.
    if (all.size === 1 && all.has("ORDER_NUMBER_NEARLY")) return [];
    if (order.totalPaise === row.amountPaise) all.add("AMOUNT");
    const weight = weightOf(all);
    const doubts = new Set<Doubt>();
    if (!order.isPending) doubts.add("DECIDED");
    if (order.totalPaise !== row.amountPaise) doubts.add("AMOUNT_DIFFERS");
    const days = booked - (index.createdOn.get(order) ?? booked);
    if (days < -DAYS_BEFORE || days > DAYS_AFTER) doubts.add("TIME_DIFFERS");
    if (row.isUnsure) doubts.add("UNSURE_ENTRY");
    if (namesOrder && !all.has("ORDER_NUMBER")) doubts.add("OTHER_NUMBER");
    if (weight === 0) doubts.add("TOO_LITTLE");
    return [{ row, order, evidence: all, doubts, weight }];
  });
}

/** Tells whether a long reference is at most two typos apart from one of these. */
function isTypedBadly({ reference }: PayableOrder, numbers: ReadonlySet<string>): boolean {
  const typed = reference === null ? null : referenceKey(reference);
  if (typed === null || typed.length < MIN_LENGTH_FOR_TWO_TYPOS) return false;
  return [...numbers].some((number) => isNear(number, typed, 2));
}

/**
 * Returns 3 for a common key and another fact, 2 for the key alone and for the order number with
 * another fact, 1 for two facts of which at least one is not exact, 0 if the evidence does not suffice.
 */
function weightOf(evidence: ReadonlySet<Evidence>): number {
  const near = evidence.has("REFERENCE_NEARLY") || evidence.has("REFERENCE_HINT");
  const number = evidence.has("ORDER_NUMBER");
  const numberNear = evidence.has("ORDER_NUMBER_NEARLY");
  const payer = evidence.has("PAYER");
  if (evidence.has("REFERENCE")) return payer || number || numberNear ? 3 : 2;
  if (number && (near || payer)) return 2;
  return (near && (payer || numberNear)) || (numberNear && payer) ? 1 : 0;
}

/** Tells whether a candidate makes another one of this weight uncertain. */
const makesUncertain = (other: OrderEvidence, weight: number): boolean =>
  other.weight >= weight || (weight < 3 && other.weight > 0);

/**
 * Tells whether sum, payer and time agree; TIME is noted only beside PAYER. That alone is not certain, but makes a lone reference
 * doubtful.
 */
const fitsByAmount = ({ evidence }: OrderEvidence): boolean =>
  evidence.has("AMOUNT") && evidence.has("TIME");

/** Removes certainty within a row: a candidate is not certain if another order fits as well. */
function doubtWithinRow(list: readonly OrderEvidence[]): void {
  for (const one of list) {
    const others = list.filter((other) => other !== one);
    const isLone = one.weight < 3 && !one.evidence.has("PAYER");
    if (
      others.some((other) => makesUncertain(other, one.weight) || (isLone && fitsByAmount(other)))
    ) {
      one.doubts.add("OTHER_ORDER_FITS");
    }
  }
}

/**
 * Removes certainty across rows: an order is paid once. Only another row of weight 3 makes one of weight 3
 * uncertain.
 */
function doubtAcrossRows(all: readonly OrderEvidence[]): void {
  const byOrder = new Map<PayableOrder, OrderEvidence[]>();
  for (const one of all) {
    if (one.weight === 0) continue;
    const list = byOrder.get(one.order);
    if (list) list.push(one);
    else byOrder.set(one.order, [one]);
  }
  for (const list of byOrder.values()) {
    for (const one of list) {
      if (list.some((other) => other !== one && makesUncertain(other, one.weight))) {
        one.doubts.add("OTHER_ROW_FITS");
      }
    }
  }
}
