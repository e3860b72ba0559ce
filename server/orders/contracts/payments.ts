import { z } from "zod";
import {
  type OrderStatus,
  PAYMENT_SORTS,
  type PaymentMethod,
  type PaymentStatus,
  SUBMITTABLE_METHODS,
} from "@db/vocabulary";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import {
  booleanField,
  code,
  idField,
  line,
  optional,
  pageFields,
  searchField,
  storable,
} from "@server/platform/contracts/fields";
import {
  ApproveOrder,
  hasVersion,
  moneyConfirmed,
  reasonField,
  versionMissing,
  submissionVersion,
} from "./decisions";
import { FilterOrders, ListOrdersOfCompany } from "./order-lists";
import { OrderNumberRef } from "./orders";
import { rupeesField } from "@server/platform/contracts/fields";

/** A CLAIM is a payment that no order took; a CREDIT is a confirmed one with something left. */
export const PAYMENT_KINDS = ["CLAIM", "CREDIT"] as const;

const PaymentRef = z.object({
  kind: z.enum(PAYMENT_KINDS, { error: code("FIELD_INVALID") }),
  paymentId: idField,
  /** ISO; the `updatedAt` that was shown. A payment that has changed since is refused. */
  seenAt: optional(z.iso.datetime({ error: code("FIELD_INVALID") })),
});

/** `payments.allocate`: gives a claim's order what the pool has. Returns `SettledPayment`. */
export const AllocatePayment = PaymentRef.omit({ kind: true }).extend({
  /** The tokens that were shown; if only fewer can be allocated now, the call is refused. */
  quantity: optional(z.coerce.number({ error: code("FIELD_INVALID") }).int(code("FIELD_INVALID"))),
  /** What arrived; default: the order's total, unless another sum was reported. */
  received: optional(rupeesField("AMOUNT_INVALID")),
});
export type AllocatePayment = z.output<typeof AllocatePayment>;

/** The page's form of the same; it asks what arrived, and may ask whether it was seen. */
export const AllocatePaymentUnaskedForm = AllocatePayment.extend({
  received: rupeesField("AMOUNT_INVALID"),
});
export const AllocatePaymentForm = AllocatePaymentUnaskedForm.extend({ moneyConfirmed });

/**
 * `payments.approveReceived`: approves a waiting order by the sum that was received; with an entry of a
 * bank's statement, which must be of that sum. Returns `AdminOrderRecord`.
 */
export const ApproveReceived = ApproveOrder.extend({
  /** May be left out where a part was received before: the decision is by that alone. */
  received: optional(rupeesField("AMOUNT_INVALID")),
  lineId: optional(idField),
  /** The bank's, of a further part; default: the one that the member gave. */
  reference: optional(line("REFERENCE_INVALID", 64)),
});
export type ApproveReceived = z.output<typeof ApproveReceived>;

/** `payments.waitForRest`: a part was received. Returns `AdminOrderRecord`. */
export const WaitForRest = ApproveReceived.extend({ received: rupeesField("AMOUNT_INVALID") });
export type WaitForRest = z.output<typeof WaitForRest>;

/** The page's form of the same, which may ask whether the money is in the account. */
export const WaitForRestUnaskedForm = WaitForRest.refine(hasVersion, versionMissing);
export const WaitForRestForm = WaitForRest.extend({ moneyConfirmed }).refine(
  hasVersion,
  versionMissing,
);

/** `payments.toRecord`: an order of which an admin knows a payment. Returns `OrderToRecord`. */
export const PaymentsOf = OrderNumberRef;

/** The order and the entry that the page of a payment is about. */
export const ShownPayment = z.object({
  order: optional(OrderNumberRef.shape.purchaseId),
  line: optional(idField),
});

/**
 * `payments.record`: a payment that no member submitted, with the bank's reference and the version of
 * the order's submission that was shown. Returns `RecordedPayment`.
 */
export const RecordPayment = OrderNumberRef.extend({
  version: submissionVersion,
  paymentMethod: z.enum(SUBMITTABLE_METHODS, { error: code("FIELD_INVALID") }),
  reference: line("REFERENCE_REQUIRED", 64),
  received: rupeesField("AMOUNT_INVALID"),
  /** An entry of a bank's statement, which must be of that sum. */
  lineId: optional(idField),
});
export type RecordPayment = z.output<typeof RecordPayment>;

/** The page's form of the same, which may ask whether the money is in the account. */
export const RecordPaymentForm = RecordPayment.extend({ moneyConfirmed });

/** What recording a payment does: the order waits for its decision, or the money is open. */
export type Recording = "WAITS" | "OPEN";

/** An order with the payments that are on record for it. */
export type OrderToRecord = {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  version: number;
  quantity: number;
  totalPaise: number;
  /** Of its submission; null without one. */
  method: PaymentMethod | null;
  member: { id: string; name: string; referralCode: string };
  recording: Recording;
  payments: {
    id: string;
    method: PaymentMethod;
    reference: string | null;
    status: PaymentStatus;
    /** ISO. */
    at: string;
    receivedPaise: number | null;
    openPaise: number | null;
  }[];
};

/** `KEPT`: the order could not take it, and waits among the payments without an order. */
export type RecordedPayment = {
  orderId: string;
  orderNumber: string;
  recorded: Recording | "KEPT";
};

/** The sum of which a page shows what it pays, and its reference. */
export const ShownSum = ApproveReceived.pick({ received: true, reference: true });

/** The page's form says which submission it shows, and may ask whether the money is in the account. */
export const ApproveReceivedUnaskedForm = ApproveReceived.refine(hasVersion, versionMissing);
export const ApproveReceivedForm = ApproveReceived.extend({ moneyConfirmed }).refine(
  hasVersion,
  versionMissing,
);

/** `payments.refund`: records money sent back. Returns `SettledPayment`. */
export const RefundPayment = PaymentRef.extend({
  amount: rupeesField("AMOUNT_INVALID"),
  /** What arrived of a claim, of which the refund is a part; default: the refund. A credit's is on record. */
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

const saysWhatArrived = ({ kind, received }: RefundPayment): boolean =>
  kind !== "CLAIM" || received !== undefined;
const receivedMissing = { path: ["received"], error: code("AMOUNT_INVALID") };

/** The page's form of the same; it asks what arrived of a claim, and may ask whether it was seen. */
export const RefundPaymentUnaskedForm = RefundPayment.refine(saysWhatArrived, receivedMissing);
export const RefundPaymentForm = RefundPayment.extend({ moneyConfirmed }).refine(
  saysWhatArrived,
  receivedMissing,
);

/** `payments.dismiss`: the money did not arrive. Returns `SettledPayment`. */
export const DismissPayment = PaymentRef.extend({ reason: reasonField });
export type DismissPayment = z.output<typeof DismissPayment>;

/** `payments.waitingOrders`: what a payment's open money may pay. Returns `WaitingOrders`. */
export const PaymentToApply = PaymentRef.pick({ kind: true, paymentId: true });

/** `payments.payOrder`: pays a waiting order with a payment's open money. Returns `AppliedPayment`. */
export const ApplyPayment = PaymentToApply.extend({
  /** ISO; the `updatedAt` that was shown. */
  seenAt: z.iso.datetime({ error: code("FIELD_INVALID") }),
  /** The waiting order. */
  orderId: idField,
  /** What arrived of a claim; a credit's is on record. */
  received: optional(rupeesField("AMOUNT_INVALID")),
});
export type ApplyPayment = z.output<typeof ApplyPayment>;

/** The page's form; it may ask whether a claim's money is in the account. */
export const ApplyPaymentForm = ApplyPayment.extend({ moneyConfirmed });

export type AppliedPayment = {
  orderId: string;
  orderNumber: string;
  quantity: number;
  totalPaise: number;
};

/** A payment, and the waiting orders of its member that it may pay, the longest wait first. */
export type WaitingOrders = z.output<typeof PaymentToApply> & {
  /** ISO; returned as `seenAt`. */
  updatedAt: string;
  order: { id: string; orderNumber: string };
  method: PaymentMethod;
  reference: string | null;
  /** What a claim's member reports, else its order's total; null for a credit. */
  reportedPaise: number | null;
  /** A credit's open part; null for a claim. */
  openPaise: number | null;
  member: { id: string; name: string; referralCode: string };
  orders: AppliedPayment[];
};

const dayField = z.iso.date({ error: code("BAD_DATE") });

/** `payments.days`: sums of money by the day on which it was received, both days included. */
export const ListDays = z.object({ from: optional(dayField), to: optional(dayField) });
export type ListDays = z.output<typeof ListDays>;

type SumsOfMoney = {
  count: number;
  receivedPaise: number;
  allocatedPaise: number;
  refundedPaise: number;
  openPaise: number;
};

/** Each line adds up: received = allocated + refunded + open. Days are YYYY-MM-DD, in Indian time. */
export type DaysOfMoney = {
  from: string;
  to: string;
  days: (SumsOfMoney & { day: string; method: PaymentMethod })[];
  total: SumsOfMoney;
  /** Entries of statements without an order: received, and not counted above. */
  unmatched: { day: string; count: number; paise: number }[];
};

/** `payments.mine`: payments on record that no order took, as their member sees them. */
export type KeptPayment = {
  orderNumber: string;
  /** The order's amount, for the payment page's URL. */
  amountPaise: number;
  method: PaymentMethod;
  reference: string | null;
  totalPaise: number;
  /** ISO; when it arrived. */
  at: string;
};

/** Micro-rupees for one token, and basis points: as quoted, and as asked when the payment came. */
export type QuotedAndPresent = {
  quoted: { priceMicroRupees: number; feeBps: number; quantity: number };
  present: { priceMicroRupees: number | null; feeBps: number; quantity: number };
};

/** The same as the company's admin sees it. */
export type UnallocatedPayment = {
  kind: (typeof PAYMENT_KINDS)[number];
  id: string;
  /** ISO; returned as `seenAt`. */
  updatedAt: string;
  /** ISO. */
  at: string;
  orderId: string;
  orderNumber: string;
  orderQuantity: number;
  /** Tokens of the order that can be allocated now. */
  allocatable: number;
  method: PaymentMethod;
  reference: string | null;
  /** What is open: a claim's total, or the rest of a credit. */
  openPaise: number;
  /** What the member reports as paid; null if not reported, or for a credit. */
  paidAmountPaise: number | null;
  proof: { url: string; isImage: boolean } | null;
  /** Whether it may be marked as not received: a credit of which nothing was allocated or sent back. */
  canDismiss: boolean;
  /** Why the order could not take it; null for a credit. */
  because: RefusalCode | null;
  /** The order with which money of this number counts already, and whether it is the same member's. */
  countedWith: { orderNumber: string; isOwn: boolean } | null;
  /** Other orders with this reference, whatever became of them. */
  sameReference: string[];
  /** Both prices, where the quote had ended when the payment came and the price differed. */
  prices: QuotedAndPresent | null;
  member: { id: string; name: string; referralCode: string };
};

/** `payments.listUnallocated`: payments that serve no order, the longest wait first. */
export const ListUnallocatedPayments = z
  .object({
    ...pageFields,
    search: searchField,
    /** One payment alone. */
    paymentId: optional(idField),
    kind: optional(z.enum(PAYMENT_KINDS, { error: code("FIELD_INVALID") })),
    method: ListOrdersOfCompany.shape.method,
    /** Days in India since which they wait, both inclusive. */
    from: FilterOrders.shape.from,
    to: FilterOrders.shape.to,
    /** Of what is open, in rupees, both inclusive. */
    least: FilterOrders.shape.least,
    most: FilterOrders.shape.most,
    sort: z.enum(PAYMENT_SORTS, { error: code("FIELD_INVALID") }).default("since"),
    isDescending: booleanField("FIELD_INVALID").default(false),
  })
  .prefault({});

export type UnallocatedPaymentList = {
  payments: UnallocatedPayment[];
  /** How many the list has in all, and what is open of them. */
  count: number;
  sumPaise: number;
  /** False for a list that is too long for the asked column, and sorted by date. */
  isSorted: boolean;
  lastPage: number;
  /** Tokens of the private pool that can be allocated now. */
  freeTokens: number;
};

export type SettledPayment = {
  orderNumber: string;
  /** Tokens allocated; 0 unless the call allocates. */
  allocated: number;
  /** Money that stays open, in paise. */
  restPaise: number;
};
