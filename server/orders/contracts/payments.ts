import { z } from "zod";
import { PAYMENT_SORTS, type PaymentMethod, SUBMITTABLE_METHODS } from "@db/vocabulary";
import type {
  DayEntry,
  DayLine,
  DayOfMoney,
  DaySums,
  PaymentWithoutEntry,
  SumsOfMoney,
} from "@server/payments/rules/days";
import type { ReturnedPayment } from "@server/payments/rules/returns";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import {
  booleanField,
  code,
  dateField,
  idField,
  line,
  optional,
  pageFields,
  searchField,
  storable,
  oneOf,
  rupeesField,
} from "@server/platform/contracts/fields";
import {
  ApproveOrder,
  hasVersion,
  reasonField,
  versionMissing,
  submissionVersion,
} from "./decisions";
import { FilterOrders, ListOrdersOfCompany } from "./order-lists";
import { OrderNumberRef } from "./orders";

/** An unallocated payment is a CLAIM until it is confirmed; a CREDIT is a confirmed one with a rest. */
export const PAYMENT_KINDS = ["CLAIM", "CREDIT"] as const;

const PaymentRef = z.object({
  kind: oneOf(PAYMENT_KINDS),
  paymentId: idField,
  /** ISO 8601; the `updatedAt` that was shown. A payment that has changed since is refused. */
  seenAt: optional(z.iso.datetime({ error: code("FIELD_INVALID") })),
});

/**
 * Input of `payments.allocate`: allocates the tokens of a CLAIM, as far as the pool has them. Returns
 * `SettledPayment`.
 */
export const AllocatePayment = PaymentRef.omit({ kind: true }).extend({
  /** Tokens that were shown; if only fewer can be allocated now, the call is refused. */
  quantity: optional(z.coerce.number({ error: code("FIELD_INVALID") }).int(code("FIELD_INVALID"))),
  /** Rupees received; default: the order's total, unless another sum was reported. */
  received: optional(rupeesField("AMOUNT_INVALID")),
});
export type AllocatePayment = z.output<typeof AllocatePayment>;

/** The page's form of `payments.allocate`; it asks for the received sum. */
export const AllocatePaymentForm = AllocatePayment.extend({
  received: rupeesField("AMOUNT_INVALID"),
});

/**
 * Input of `payments.approveReceived`: approves a waiting order by the received sum, optionally with a
 * bank's entry of that sum. Returns `AdminOrderRecord`.
 */
export const ApproveReceived = ApproveOrder.extend({
  /** Rupees; may be absent if a part was received before: the decision is then by that alone. */
  received: optional(rupeesField("AMOUNT_INVALID")),
  lineId: optional(idField),
  /** The bank's reference of a further part; default: the member's. */
  reference: optional(line("REFERENCE_INVALID", 64)),
});

/** Input of `payments.waitForRest`: records a partial payment. Returns `AdminOrderRecord`. */
export const WaitForRest = ApproveReceived.extend({ received: rupeesField("AMOUNT_INVALID") });
export type WaitForRest = z.output<typeof WaitForRest>;

/** The page's form of `payments.waitForRest`. */
export const WaitForRestForm = WaitForRest.refine(hasVersion, versionMissing);

/**
 * Input of `payments.toRecord`: an order of which an admin knows a payment, and the entry that shows it.
 * Returns `OrderToRecord`.
 */
export const PaymentsOf = OrderNumberRef.extend({ lineId: optional(idField) });

/** The order and the entry of a payment's page. */
export const ShownPayment = z.object({
  order: optional(OrderNumberRef.shape.purchaseId),
  line: optional(idField),
});

/**
 * Input of `payments.record`: a payment that no member submitted, with the bank's reference and the
 * shown version of the order's submission. Returns `RecordedPayment`.
 */
export const RecordPayment = OrderNumberRef.extend({
  version: submissionVersion,
  paymentMethod: oneOf(SUBMITTABLE_METHODS),
  reference: line("REFERENCE_REQUIRED", 64),
  received: rupeesField("AMOUNT_INVALID"),
  /** An entry of a bank's statement, which must be of that sum. */
  lineId: optional(idField),
  /** True for other money than the payment of this sum that the order has on record. */
  isOtherMoney: optional(booleanField("FIELD_INVALID")),
  /** Required for other money, and where the entry differs from the order. */
  reason: optional(reasonField),
});
export type RecordPayment = z.output<typeof RecordPayment>;

/** Result of recording a payment: the order waits for its decision, or the payment is unallocated (OPEN). */
export type Recording = "WAITS" | "OPEN";

/**
 * Result of giving an entry to an order: it shows money that was received before (MATCHED), its order
 * is decided by it (DECIDED), or it is recorded.
 */
export type EntryBecomes = "MATCHED" | "DECIDED" | Recording;

/** Output of `payments.record`. `KEPT`: the order could not take the payment, which stays unallocated. */
export type RecordedPayment = {
  orderId: string;
  orderNumber: string;
  recorded: Recording | "KEPT";
};

/** A received sum whose result a page previews, and its reference. */
export const ShownSum = ApproveReceived.pick({ received: true, reference: true });

/** The page's form of an approval: it states the shown submission. */
export const ApproveReceivedForm = ApproveReceived.refine(hasVersion, versionMissing);

/** Input of `payments.refund`: records money sent back. Returns `SettledPayment`. */
export const RefundPayment = PaymentRef.extend({
  amount: rupeesField("AMOUNT_INVALID"),
  /**
   * Rupees received of a CLAIM, of which the refund is a part; default: the refund. The sum of a CREDIT is
   * on record.
   */
  received: optional(rupeesField("AMOUNT_INVALID")),
  reference: z
    .string({ error: code("REFERENCE_REQUIRED") })
    .overwrite(storable)
    .trim()
    .min(1, code("REFERENCE_REQUIRED"))
    .max(64, code("REFERENCE_INVALID")),
  refundedOn: z.iso.date({ error: code("REFUND_DATE_INVALID") }),
});
export type RefundPayment = z.output<typeof RefundPayment>;

/** The page's form of `payments.refund`; it asks for the received sum of a CLAIM. */
export const RefundPaymentForm = RefundPayment.refine(
  ({ kind, received }) => kind !== "CLAIM" || received !== undefined,
  { path: ["received"], error: code("AMOUNT_INVALID") },
);

/** Input of `payments.dismiss`: the money did not arrive. Returns `SettledPayment`. */
export const DismissPayment = PaymentRef.extend({ reason: reasonField });
export type DismissPayment = z.output<typeof DismissPayment>;

/**
 * Input of `payments.waitingOrders`: the orders that an unallocated payment may pay. Returns
 * `WaitingOrders`.
 */
export const PaymentToApply = PaymentRef.pick({ kind: true, paymentId: true });

/**
 * Input of `payments.payOrder`: pays a waiting order with an unallocated payment. Returns
 * `AppliedPayment`.
 */
export const ApplyPayment = PaymentToApply.extend({
  /** ISO 8601; the `updatedAt` that was shown. */
  seenAt: z.iso.datetime({ error: code("FIELD_INVALID") }),
  orderId: idField,
  /** Rupees received of a CLAIM; the sum of a CREDIT is on record. */
  received: optional(rupeesField("AMOUNT_INVALID")),
});
export type ApplyPayment = z.output<typeof ApplyPayment>;

export type AppliedPayment = {
  orderId: string;
  orderNumber: string;
  quantity: number;
  totalPaise: number;
};

const dayField = z.iso.date({ error: code("BAD_DATE") });

/** Input of `payments.days`: sums of money by the day of their receipt, both days included. */
export const ListDays = z.object({ from: optional(dayField), to: optional(dayField) });
export type ListDays = z.output<typeof ListDays>;

/**
 * Sums by day in Indian time, YYYY-MM-DD. On each line, received = allocated + waiting +
 * refunded + open (unallocated).
 */
export type DaysOfMoney = {
  from: string;
  to: string;
  /** The money of each day, whatever the bank shows of it; the newest first. */
  lines: DayLine[];
  /** What was confirmed, by method. */
  days: DayOfMoney[];
  total: SumsOfMoney;
};

/** Output of `payments.mine`: payments on record that no order took, for their member. */
export type OwnUnallocatedPayment = {
  orderNumber: string;
  /** Paise of the order's amount, for the payment page's URL. */
  amountPaise: number;
  method: PaymentMethod;
  reference: string | null;
  totalPaise: number;
  /** ISO 8601; time of its arrival. */
  at: string;
};

/** Micro-rupees for one token, and basis points: of the quote, and of the company when the payment came. */
export type QuotedAndPresent = {
  quoted: { priceMicroRupees: number; feeBps: number; quantity: number };
  present: { priceMicroRupees: number | null; feeBps: number; quantity: number };
};

/** An unallocated payment, for the company's admin. */
export type UnallocatedPayment = {
  kind: (typeof PAYMENT_KINDS)[number];
  id: string;
  /** ISO 8601; returned as `seenAt`. */
  updatedAt: string;
  /** ISO 8601 time. */
  at: string;
  orderId: string;
  orderNumber: string;
  orderQuantity: number;
  /** Paise that the order lacks after a received part; null if it does not wait for a rest. */
  missingPaise: number | null;
  /** Tokens of the order that can be allocated now. */
  allocatable: number;
  method: PaymentMethod;
  reference: string | null;
  /** Paise unallocated: the total of a CLAIM, or the rest of a CREDIT. */
  openPaise: number;
  /** Paise that the member reports as paid; null if not reported, or for a CREDIT. */
  paidAmountPaise: number | null;
  proof: { url: string; isImage: boolean } | null;
  /** True if it may be marked as not received: a CLAIM, or a CREDIT of which nothing was allocated or sent back. */
  canDismiss: boolean;
  /** Code of the refusal by its order; null for a CREDIT. */
  because: RefusalCode | null;
  /** True if an order of the member waits that it may pay. */
  paysOrder: boolean;
  /** Why a CREDIT is not used: its order was reversed, took a part of it, or none; null for a CLAIM. */
  unneeded: "REVERSED" | "SURPLUS" | "NONE" | null;
  /** The order with which money of this number counts already, and whether it is the same member's. */
  countedWith: { orderNumber: string; isOwn: boolean } | null;
  /** Other orders with this reference, in any state. */
  sameReference: string[];
  /** Both prices, if the quote had ended when the payment came and the price differed. */
  prices: QuotedAndPresent | null;
  member: { id: string; name: string; referralCode: string };
};

/** Input of `payments.listUnallocated`: the longest wait first. */
export const ListUnallocatedPayments = z
  .object({
    ...pageFields,
    search: searchField,
    /** Id, to list one payment alone. */
    paymentId: optional(idField),
    kind: optional(oneOf(PAYMENT_KINDS)),
    method: ListOrdersOfCompany.shape.method,
    /** Days in India since which they wait, both inclusive. */
    from: FilterOrders.shape.from,
    to: FilterOrders.shape.to,
    /** Rupees of the unallocated sum, both inclusive. */
    least: FilterOrders.shape.least,
    most: FilterOrders.shape.most,
    sort: oneOf(PAYMENT_SORTS).default("since"),
    isDescending: booleanField("FIELD_INVALID").default(false),
  })
  .prefault({});

export type UnallocatedPaymentList = {
  payments: UnallocatedPayment[];
  /** Number of payments in the whole list; `sumPaise` is their unallocated sum. */
  count: number;
  sumPaise: number;
  /** False for a list that is too long for the asked column: it is sorted by date instead. */
  isSorted: boolean;
  lastPage: number;
  /** Tokens of the private pool that can be allocated now. */
  freeTokens: number;
};

export type SettledPayment = {
  orderNumber: string;
  /** Tokens allocated; 0 unless the call allocates. */
  allocated: number;
  /** Paise that stay unallocated. */
  restPaise: number;
};

/** `payments.reconciliation` (admin): a day of the bank's booking, YYYY-MM-DD. */
export const ReconcileDay = z.object({ day: dateField("BAD_DATE", "BAD_DATE") });

/** `payments.signDay` (admin): `seen` is the account's `stamp`. */
export const SignDay = ReconcileDay.extend({
  accountId: idField,
  seen: z.string({ error: code("FIELD_INVALID") }).max(200, code("FIELD_INVALID")),
});

/** Output of `payments.reconciliation`. */
export interface Reconciliation {
  day: string;
  accounts: (DaySums & {
    /** The bank's name and the masked number, or the UPI id; empty for an unknown account. */
    name: string;
    stamp: string;
    /** The newest signature; null without one. */
    signed: {
      by: string;
      at: string;
      isSame: boolean;
      /** The sums that were signed. */
      before: DaySums;
      /** Entries that came or changed since, the newest first. */
      changed: {
        id: string;
        narration: string;
        paise: number;
        status: string;
        at: string;
        orderNumber: string | null;
      }[];
    } | null;
  })[];
  /** What was confirmed on that day, by method. */
  methods: DayOfMoney[];
  /** The first entries of that day; those without an order first. */
  entries: DayEntry[];
  /** Payments that the bank sent back on that day. */
  returns: ReturnedPayment[];
  /** Confirmed on that day without an entry of the bank; the first ones are listed. */
  withoutEntry: {
    count: number;
    paise: number;
    payments: PaymentWithoutEntry[];
  };
}
