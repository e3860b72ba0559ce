import { z } from "zod";
import {
  ORDER_SORTS,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  SUBMITTABLE_METHODS,
  SUBMITTED_STATUSES,
  type OrderFlag,
  type OrderStatus,
  type PaymentMethod,
} from "@db/vocabulary";
import { ungrouped } from "@server/domain/money/units";
import { normaliseOrderNumber } from "@server/domain/orders/order-number";
import type { TimelineStep, WaitsFor } from "@server/domain/orders/timeline";
import type { RefusalCode } from "@server/domain/refusals/codes";
import type { PaymentAccount } from "./beneficiaries";
import type { WaitingApproval } from "./changes";
import type { KeptPayment } from "./payments";
import {
  code,
  booleanField,
  dateField,
  idField,
  noMoreThan,
  optional,
  pageFields,
  searchField,
  storable,
} from "./fields";
import { policyVersionField } from "./policies";

/**
 * Rupees as digits with one optional decimal point and at most two decimals, grouped or not, above
 * 0 (product.md §5); returns canonical text, "1234.50". The procedure checks the maximum.
 */
export const rupeesField = (invalid: RefusalCode) =>
  z
    .union([z.string(), z.number().transform(String)], { error: invalid })
    .transform((typed, issues) => {
      const match = /^(?=.?\d)(\d{0,15})(?:\.(\d{0,2})0*)?$/.exec(ungrouped(typed));
      const whole = (match?.[1] ?? "").replace(/^0+(?=\d)/, "") || "0";
      const rupees = `${whole}.${(match?.[2] ?? "").padEnd(2, "0")}`;
      if (match && rupees !== "0.00") return rupees;
      issues.addIssue({ code: "custom", message: invalid });
      return z.NEVER;
    });

const orderNumberField = z
  .string({ error: code("ORDER_DETAILS_MISSING") })
  .trim()
  .min(1, code("ORDER_DETAILS_MISSING"))
  .transform((typed, issues) => {
    const orderNumber = normaliseOrderNumber(typed);
    if (orderNumber) return orderNumber;
    issues.addIssue({ code: "custom", message: code("ORDER_NUMBER_INVALID") });
    return z.NEVER;
  });

const methodField = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
  z.enum(SUBMITTABLE_METHODS, {
    error: (issue) => (issue.input ? code("METHOD_INVALID") : code("METHOD_REQUIRED")),
  }),
);

/** `orders.create`: BUY NOW. Returns `OrderView`. */
export const CreateOrder = z.object({
  amount: rupeesField("AMOUNT_INVALID"),
  /** The account shown to the payer; default: the company's default account. */
  beneficiaryId: optional(idField),
});
export type CreateOrder = z.output<typeof CreateOrder>;

/** The member's own order by its number, as in the payment page's URL. */
export const OrderNumberRef = z.object({ purchaseId: orderNumberField });
export type OrderNumberRef = z.output<typeof OrderNumberRef>;

/** Maximum number of orders a page polls; a member has at most a hundred pending, default five. */
export const MOST_FOLLOWED = 20;

/** `orders.follow`: the status of own orders; returns `FollowedOrder[]` without those of others. */
export const FollowOrders = z.object({
  purchaseIds: z.preprocess(
    noMoreThan(MOST_FOLLOWED),
    z.array(orderNumberField, { error: code("ORDER_DETAILS_MISSING") }).max(MOST_FOLLOWED),
  ),
});
export type FollowOrders = z.output<typeof FollowOrders>;
export type FollowedOrder = { orderNumber: string; status: OrderStatus; totalQuantity: number };

/** `orders.consent`: agrees to privacy policy and terms of sale for an order; returns `OrderView`. */
export const ConsentToOrder = z.object({
  purchaseId: orderNumberField,
  /** The checkbox; the message when it is missing depends on the method (product.md §5). */
  consent: optional(booleanField("FIELD_INVALID")),
  paymentMethod: optional(methodField),
  /** Versions of the texts shown. */
  policyVersion: optional(policyVersionField),
  termsVersion: optional(policyVersionField),
});
export type ConsentToOrder = z.output<typeof ConsentToOrder>;

/** `orders.submit`: the payment's proof; returns `TransactionRecord`. */
export const SubmitPayment = z.object({
  paymentMethod: methodField,
  /** Must equal the order's amount. */
  amount: rupeesField("AMOUNT_INVALID"),
  referenceNumber: optional(
    z
      .string({ error: code("REFERENCE_INVALID") })
      .overwrite(storable)
      .trim()
      .max(200, code("REFERENCE_INVALID")),
  ),
  receiptId: optional(idField),
  /** The amount the member claims to have paid. */
  paidAmount: optional(rupeesField("PAID_AMOUNT_INVALID")),
  beneficiaryId: optional(idField),
  /** Version of the account shown; default: the current one. */
  beneficiaryVersion: optional(
    z.coerce
      .number({ error: code("FIELD_INVALID") })
      .int(code("FIELD_INVALID"))
      .min(1, code("FIELD_INVALID"))
      .max(1_000_000, code("FIELD_INVALID")),
  ),
  /** If absent, the order is created and paid in one call. */
  purchaseId: optional(orderNumberField),
  /** Pages require consent to the policy, here or earlier with `orders.consent`. */
  consent: optional(booleanField("FIELD_INVALID")),
  /** Versions of the texts shown. */
  policyVersion: optional(policyVersionField),
  termsVersion: optional(policyVersionField),
});
export type SubmitPayment = z.output<typeof SubmitPayment>;

/** Input of the proof dialog: all three fields (product.md §5), each refused beside its field. */
export const ProofForm = SubmitPayment.extend({
  referenceNumber: z
    .string({ error: code("REFERENCE_REQUIRED") })
    .trim()
    .min(1, code("REFERENCE_REQUIRED"))
    .max(200, code("REFERENCE_INVALID")),
  paidAmount: rupeesField("PAID_AMOUNT_INVALID"),
  receiptId: z.string({ error: code("RECEIPT_REQUIRED") }).pipe(idField),
});
export type ProofForm = z.output<typeof ProofForm>;

const statusField = optional(
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
    z.enum(SUBMITTED_STATUSES, { error: code("BAD_STATUS") }),
  ),
);

/** `orders.listMine` and `orders.list`: newest first; without a status, all submitted orders. */
export const ListOrders = z.object({ ...pageFields, status: statusField, search: searchField });
export type ListOrders = z.output<typeof ListOrders>;

/** `orders.history`: as `orders.listMine`, with the orders that were not submitted. */
export const ListHistory = ListOrders.extend({
  status: optional(z.enum(ORDER_STATUSES, { error: code("BAD_STATUS") })),
});
export type ListHistory = z.output<typeof ListHistory>;

/** `orders.list` (admin): also by method, and optionally only flagged orders. */
export const ListOrdersOfCompany = ListOrders.extend({
  method: optional(
    z.preprocess(
      (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
      z.enum(PAYMENT_METHODS, { error: code("METHOD_INVALID") }),
    ),
  ),
  isFlagged: optional(booleanField("FIELD_INVALID")),
});
export type ListOrdersOfCompany = z.output<typeof ListOrdersOfCompany>;

/** The same within ranges: the filter of Manage Purchase. */
export const FilterOrders = ListOrdersOfCompany.extend({
  /** Days in India, both inclusive: of the creation of pending orders, else of the decision. */
  from: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  to: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  /** Of the final amount, in rupees, both inclusive. */
  least: optional(rupeesField("AMOUNT_INVALID")),
  most: optional(rupeesField("AMOUNT_INVALID")),
});
export type FilterOrders = z.output<typeof FilterOrders>;

/** `orders.sorted` (admin): Manage Purchase by any column; returns `SortedOrderList`. */
export const SortOrders = FilterOrders.extend({
  sort: z.enum(ORDER_SORTS, { error: code("FIELD_INVALID") }).default("date"),
  isDescending: booleanField("FIELD_INVALID").default(false),
  /** Whether also a long list is counted and added up to its end. */
  isWhole: booleanField("FIELD_INVALID").default(false),
});

const MOMENT = /^([\d:.TZ-]{20,30})~(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const LONGEST_MOMENT = 8000;

/** `asOf` of an earlier answer: an instant, `~`, and PostgreSQL's snapshot `xmin:xmax:running,…`. */
function isMoment(text: string): boolean {
  if (text.length > LONGEST_MOMENT) return false;
  const [, at = "", first = "", next = "", running = ""] = MOMENT.exec(text) ?? [];
  if (first === "" || Number.isNaN(Date.parse(at))) return false;
  const [xmin, xmax] = [BigInt(first), BigInt(next)];
  const ids = running === "" ? [] : running.split(",").map(BigInt);
  const isAscending = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  return xmin > 0n && xmin <= xmax && isAscending && ids.every((id) => id >= xmin && id < xmax);
}

/** `orders.arrivals` (admin): orders submitted since a list was loaded; returns `NewOrderCount`. */
export const CountNewOrders = FilterOrders.omit({ page: true, limit: true }).extend({
  since: optional(z.string().refine(isMoment, { error: code("FIELD_INVALID") })),
});
export type CountNewOrders = z.output<typeof CountNewOrders>;
export interface NewOrderCount {
  count: number;
  /** Opaque; the `since` of the next request. */
  asOf: string;
}

/** `orders.listAll` (super admin). */
export const ListAllOrders = ListOrders.extend({ companyId: optional(idField) });
export type ListAllOrders = z.output<typeof ListAllOrders>;

/** `orders.listPlatform` (super admin): the filter of Transaction Manage. */
export const FilterAllOrders = ListAllOrders.extend({
  method: ListOrdersOfCompany.shape.method,
  isFlagged: optional(booleanField("FIELD_INVALID")),
  /** Days of the orders' creation, in India, both inclusive. */
  from: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  to: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
});

export type FilterAllOrders = z.output<typeof FilterAllOrders>;

/** `orders.findForPlatform` (super admin): one order of a company; returns `OrderForPlatform`. */
export const PlatformOrderRef = z.object({ companyId: idField, orderId: idField });

/** An order by its id, for admins: `orders.findForAdmin`. */
export const OrderRef = z.object({ orderId: idField });
export type OrderRef = z.output<typeof OrderRef>;

/**
 * An order as shown to its member while buying and paying. Answers of money-moving calls are stored
 * as JSON, hence type aliases with nulls rather than interfaces with absent fields.
 */
export type OrderView = {
  id: string;
  /** The purchaseId of URLs and calls. */
  orderNumber: string;
  status: OrderStatus;
  amountPaise: number;
  priceMicroRupees: number;
  feeBps: number;
  quantity: number;
  feePaise: number;
  totalPaise: number;
  /** The part of the amount that is too small for another token. */
  remainderPaise: number;
  /** When the hold ends; ISO. */
  expiresAt: string;
  /** Seconds left of the hold by the database's clock; 0 once it has ended. */
  secondsLeft: number;
  /** Whether a payment can be submitted. */
  isPayable: boolean;
  /** Whether the submitted payment waits for its decision without reserved tokens. */
  isHoldReleased: boolean;
  /** ISO; null until the member agrees to the privacy policy for this order. */
  consentedAt: string | null;
  paymentMethod: PaymentMethod | null;
  referenceNumber: string | null;
  rejectionReason: string | null;
  refundNote: string | null;
  createdAt: string;
  submittedAt: string | null;
};

/** The company's payment methods (product.md §2: which tabs there are, and which opens first). */
export type PaymentOptions = {
  /** Accounts with bank details, the default one first; no Banking tab if empty. */
  banks: PaymentAccount[];
  /** Null: no UPI tab. */
  upi: {
    beneficiaryId: string;
    beneficiaryVersion: number;
    upiId: string;
    payeeName: string;
  } | null;
  /** Offered methods, in tab order. */
  methods: (typeof SUBMITTABLE_METHODS)[number][];
  defaultMethod: (typeof SUBMITTABLE_METHODS)[number];
};

/** `orders.find`: the data of the payment page. */
export type OrderForPayment = {
  order: OrderView;
  /** For a cancelled order: the member's newest later order, unless cancelled or expired too. */
  replacedBy: Pick<OrderView, "orderNumber" | "status" | "amountPaise"> | null;
  /** The company's present price and fee, where the order's own are no longer guaranteed. */
  presentTerms: { priceMicroRupees: number | null; feeBps: number } | null;
  payment: PaymentOptions;
  /** A payment on record that the order could not take yet. */
  kept: KeptPayment | null;
  /** Contact for money already sent. */
  company: { name: string; email: string; mobile: string };
};

/**
 * A submitted order (product.md §3). `receipt` is the proof's URL, read with the session cookie.
 */
export type OrderRecord = {
  id: string;
  /** The order number, twice: clients use both names. */
  transactionId: string;
  orderNumber: string;
  /** ISO. */
  createdAt: string;
  submittedAt: string | null;
  decidedAt: string | null;
  paymentMethod: PaymentMethod | null;
  referenceNumber: string | null;
  priceMicroRupees: number;
  totalQuantity: number;
  amountPaise: number;
  feeBps: number;
  feePaise: number;
  /** Amount plus fee. */
  finalAmountPaise: number;
  status: OrderStatus;
  receiptId: string | null;
  receipt: string | null;
  user: { referralCode: string; name: string; mobile: string };
  /** Reason of the rejection or reversal. */
  rejectionReason: string | null;
  refundNote: string | null;
};

/** `orders.timeline`: what happened to one's own order, oldest first; times are ISO. */
export type OrderTimeline = {
  steps: (Omit<TimelineStep, "at"> & { at: string | null })[];
  waitsFor: WaitsFor;
  /** How the payment was made; null before one. */
  method: PaymentMethod | null;
  /** The company's name. */
  company: string;
  /** The number of the order whose money paid this one, where an admin opened it; else null. */
  sourceNumber: string | null;
  /** What was received of the total so far, where the rest is awaited. */
  received: { paise: number; totalPaise: number } | null;
  /** The median time of the company's last approvals, for a pending order; null for too few. */
  usualSeconds: number | null;
};

export type OrderList = { records: OrderRecord[]; total: number; lastPage: number };

/** A submitted order as shown to the company's admin. */
export type AdminOrderRecord = OrderRecord & {
  memberId: string;
  /** The number of the submission; decisions send it back. */
  version: number;
  /** The amount the member claims to have paid. */
  paidAmountPaise: number | null;
  /** What was received, where that is not the order's total. */
  receivedPaise: number | null;
  /** Flags for the admin's review. */
  flags: OrderFlag[];
  /** With QUOTE_ENDED: the company's price and fee when the payment was submitted. */
  presentTerms: { priceMicroRupees: number | null; feeBps: number } | null;
  /** ISO; when the waiting payment gave its tokens back. */
  holdReleasedAt: string | null;
};

/** The same with who approved it first, where it waits for a second admin. */
export type ListedOrder = AdminOrderRecord & { waitingApproval: WaitingApproval | null };

/** `orders.selected`: an order's current state and who decided on it. */
export type SelectedOrder = AdminOrderRecord & { decidedBy: string | null };

/** Percent of the approved INR by method, with two decimals. */
export type MethodShares = Record<PaymentMethod, number>;

/** `orders.list` (admin). */
export type AdminOrderList = {
  records: ListedOrder[];
  total: number;
  /** Whether there are more: a page's list with a search or filter is counted to 1,000 only. */
  isTotalCapped: boolean;
  lastPage: number;
  shares: MethodShares;
};

/** A credit of a bank statement that names an order, or was found to pay it. */
export type OrderLine = {
  /** The day of its booking, YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  /** Whether an admin matched it; else it only names the order's reference or number. */
  isMatched: boolean;
};

/** A row of Manage Purchase. */
export type SortedOrder = ListedOrder & {
  /** The last decision: ISO, and who made it; null for one that a rule or a deleted admin made. */
  lastDecision: { at: string; by: string | null } | null;
  line: OrderLine | null;
};

/** `orders.sorted`. */
export type SortedOrderList = {
  records: SortedOrder[];
  total: number;
  isTotalCapped: boolean;
  lastPage: number;
  /** The final amounts of the whole list, in paise; null where it was not counted to its end. */
  sumPaise: number | null;
  /** False for a list that is too long to be sorted by that column: it is sorted by date. */
  isSorted: boolean;
  /** Whether the company has imported statements. */
  hasStatements: boolean;
};

/** `orders.findForAdmin`: one order with its proof, destination account and history. */
export type OrderForAdmin = ListedOrder & {
  proof: {
    id: string;
    url: string;
    contentType: string;
    fileName: string;
    isImage: boolean;
  } | null;
  /** The account shown to the payer, in that version. */
  beneficiary: PaymentAccount | null;
  /** The order whose open money pays this one; null for an order that the member made. */
  source: { id: string; orderNumber: string } | null;
  /** Numbers of other orders with the same proof. */
  sameProofOrders: string[];
  referrer: { referralCode: string; name: string; rewardTokens: number } | null;
  /** For a payment that gave its tokens back: those that its approval can take. */
  obtainableTokens: number | null;
  member: { email: string; isApproved: boolean };
  /** When the privacy policy was agreed to (ISO), its version, and whether its text is stored. */
  consent: { at: string; version: string | null; isKept: boolean } | null;
  activity: OrderActivity[];
};

/** One line of an order's history; the oldest is first. */
export type OrderActivity = {
  /** ISO. */
  at: string;
  /** `order.submitted`, `order.rejected`, … */
  action: string;
  actor: { role: string; name: string | null };
  /** Details from the audit log: method, reference, reason. */
  details: { [name: string]: string | number | null };
};

/** `orders.listAll` (super admin). */
export type PlatformOrderRecord = OrderRecord & {
  company: { id: string; companyName: string };
};
/** The same as an admin of the company sees it, without what waits for a second admin. */
export type OrderForPlatform = OrderForAdmin & PlatformOrderRecord;
export type PlatformOrderList = {
  records: PlatformOrderRecord[];
  total: number;
  isTotalCapped: boolean;
  lastPage: number;
};

/** `orders.receipt`: the receipt of one's own submitted order. */
export type Receipt = {
  transaction: OrderRecord;
  company: { name: string; email: string; mobile: string; tokenName: string; tokenSymbol: string };
  /** The destination account, its number masked. */
  paidTo: { label: string; accountNumber: string | null; upi: string | null } | null;
  proof: { url: string; contentType: string; isImage: boolean } | null;
  /** Of the purchase's allocation, once approved. */
  transactionHash: string | null;
  /** The checkpoint that covers the purchase's allocation; null until it is sealed. */
  checkpoint: { number: number; size: number; root: string; leafIndex: number } | null;
  /**
   * When the privacy policy was agreed to for this order (ISO), its version (SHA-256), and whether
   * its text is stored.
   */
  consent: { at: string; version: string | null; isKept: boolean } | null;
};
