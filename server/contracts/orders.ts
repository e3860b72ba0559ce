import { z } from "zod";
import {
  PAYMENT_METHODS,
  SUBMITTABLE_METHODS,
  SUBMITTED_STATUSES,
  type OrderFlag,
  type OrderStatus,
  type PaymentMethod,
  type SubmittedStatus,
} from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/domain/orders/at-once";
import { normaliseOrderNumber } from "@server/domain/orders/order-number";
import type { RefusalCode } from "@server/domain/refusals/codes";
import type { PaymentAccount } from "./beneficiaries";
import { code } from "./code";
import { booleanField, idField, noMoreThan, optional, pageFields, searchField } from "./fields";
import { policyVersionField } from "./policies";

/**
 * Rupees as digits with one optional decimal point and at most two decimals, above 0 (spec §5); the
 * canonical text out, "1234.50". How much one order may be is the procedure's question.
 */
const rupeesField = (invalid: RefusalCode) =>
  z
    .union([z.string(), z.number().transform(String)], { error: invalid })
    .transform((typed, issues) => {
      const match = /^(?=.?\d)(\d{0,15})(?:\.(\d{0,2})0*)?$/.exec(typed.trim());
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

const reasonText = (tooLong: RefusalCode) =>
  z
    .string({ error: code("FIELD_INVALID") })
    .overwrite((text) => text.normalize("NFC").replaceAll("\0", ""))
    .trim()
    .max(500, tooLong);

const reasonField = z
  .string({ error: code("REASON_REQUIRED") })
  .trim()
  .min(1, code("REASON_REQUIRED"))
  .pipe(reasonText("REASON_TOO_LONG"));

/** `orders.create`: BUY NOW. Answers `OrderView`. */
export const CreateOrder = z.object({
  amount: rupeesField("AMOUNT_INVALID"),
  /** The account the payer is shown; the default one where nothing is said. */
  beneficiaryId: optional(idField),
});
export type CreateOrder = z.output<typeof CreateOrder>;

/** One's own order by its number, as in the payment page's address. */
export const OrderNumberRef = z.object({ purchaseId: orderNumberField });
export type OrderNumberRef = z.output<typeof OrderNumberRef>;

/** How many orders one page follows; a member has at most a hundred pending, by default five. */
export const MOST_FOLLOWED = 20;

/** `orders.follow`: where one's own orders stand; answers `FollowedOrder[]`, none for what is not one's own. */
export const FollowOrders = z.object({
  purchaseIds: z.preprocess(
    noMoreThan(MOST_FOLLOWED),
    z.array(orderNumberField, { error: code("ORDER_DETAILS_MISSING") }).max(MOST_FOLLOWED),
  ),
});
export type FollowOrders = z.output<typeof FollowOrders>;
export type FollowedOrder = { orderNumber: string; status: OrderStatus; totalQuantity: number };

/** `orders.consent`: agreeing to the privacy policy for one order; answers `OrderView`. */
export const ConsentToOrder = z.object({
  purchaseId: orderNumberField,
  /** The box; how its absence is worded depends on the method (spec §5). */
  consent: optional(booleanField("FIELD_INVALID")),
  paymentMethod: optional(methodField),
  /** Of the policy text that was on the screen. */
  policyVersion: optional(policyVersionField),
});
export type ConsentToOrder = z.output<typeof ConsentToOrder>;

/** `orders.submit`: the payment's proof; answers `TransactionRecord`. */
export const SubmitPayment = z.object({
  paymentMethod: methodField,
  /** The order's amount; another is refused. */
  amount: rupeesField("AMOUNT_INVALID"),
  referenceNumber: optional(
    z
      .string({ error: code("REFERENCE_INVALID") })
      .trim()
      .max(200, code("REFERENCE_INVALID")),
  ),
  receiptId: optional(idField),
  /** What the member says was paid. */
  paidAmount: optional(rupeesField("PAID_AMOUNT_INVALID")),
  beneficiaryId: optional(idField),
  /** Which version of that account was on the screen; the present one where nothing is said. */
  beneficiaryVersion: optional(
    z.coerce
      .number({ error: code("FIELD_INVALID") })
      .int(code("FIELD_INVALID"))
      .min(1, code("FIELD_INVALID"))
      .max(1_000_000, code("FIELD_INVALID")),
  ),
  /** Without one, the order is made and paid in one call. */
  purchaseId: optional(orderNumberField),
  /** On pages the policy must have been agreed to, here or before with `orders.consent`. */
  consent: optional(booleanField("FIELD_INVALID")),
  /** Of the policy text that was on the screen. */
  policyVersion: optional(policyVersionField),
});
export type SubmitPayment = z.output<typeof SubmitPayment>;

/** What the proof dialog asks: all three (spec §5), so that each is refused beside its field at once. */
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

/** `orders.listMine` and `orders.list`: newest first; without a status, all that were submitted. */
export const ListOrders = z.object({ ...pageFields, status: statusField, search: searchField });
export type ListOrders = z.output<typeof ListOrders>;

/** `orders.list` (admin): also by method, and those alone that want a second look. */
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

/** `orders.arrivals` (admin): what came to a list since it was made; answers `Arrivals`. */
export const ArrivalsOfCompany = ListOrdersOfCompany.omit({ page: true, limit: true }).extend({
  since: optional(z.iso.datetime({ error: code("FIELD_INVALID") })),
});
export type ArrivalsOfCompany = z.output<typeof ArrivalsOfCompany>;
export interface Arrivals {
  count: number;
  /** ISO; the `since` of whoever asks next. */
  asOf: string;
}

/** `orders.listAll` (super admin). */
export const ListAllOrders = ListOrders.extend({ companyId: optional(idField) });
export type ListAllOrders = z.output<typeof ListAllOrders>;

/** An order by its id, as admins name it: `orders.findForAdmin` and `orders.approve`. */
export const OrderRef = z.object({ orderId: idField });
export type OrderRef = z.output<typeof OrderRef>;

/** Ids of orders; one alone is a list of one, and the same one twice is one. */
const orderIdsField = z.preprocess(
  (value) => (typeof value === "string" ? [value] : noMoreThan(MOST_AT_ONCE)(value)),
  z
    .array(idField, { error: code("NOTHING_SELECTED") })
    .min(1, code("NOTHING_SELECTED"))
    .max(MOST_AT_ONCE, code("TOO_MANY_SELECTED"))
    .transform((ids) => [...new Set(ids)]),
);

/** `orders.selected`: several orders by their ids; what is not the company's is left out. */
export const OrderRefs = z.object({ orderIds: orderIdsField });
export type OrderRefs = z.output<typeof OrderRefs>;

/** `orders.approveMany`. */
export const ApproveOrders = OrderRefs;
export type ApproveOrders = OrderRefs;

/** What the page asks before approving several. */
export const ApproveOrdersForm = ApproveOrders.extend({
  moneyConfirmed: z.literal("on", { error: code("MONEY_NOT_CONFIRMED") }),
});
export type ApproveOrdersForm = z.output<typeof ApproveOrdersForm>;

/** What the page asks before approving: somebody looked into the account. */
export const ApproveOrderForm = OrderRef.extend({
  moneyConfirmed: z.literal("on", { error: code("MONEY_NOT_CONFIRMED") }),
});
export type ApproveOrderForm = z.output<typeof ApproveOrderForm>;

/** `orders.reject`. */
export const RejectOrder = OrderRef.extend({
  reason: optional(reasonText("REASON_TOO_LONG")),
  /** What becomes of money that did arrive; shown to the member. */
  refundNote: optional(reasonText("REFUND_NOTE_TOO_LONG")),
});
export type RejectOrder = z.output<typeof RejectOrder>;

/** `orders.rejectMany`: the same reason for each. */
export const RejectOrders = OrderRefs.extend({
  reason: optional(reasonText("REASON_TOO_LONG")),
  refundNote: optional(reasonText("REFUND_NOTE_TOO_LONG")),
});
export type RejectOrders = z.output<typeof RejectOrders>;

export const RejectOrdersForm = RejectOrders.extend({ reason: reasonField });
export type RejectOrdersForm = z.output<typeof RejectOrdersForm>;

/** On the page a rejection says why. */
export const RejectOrderForm = RejectOrder.extend({ reason: reasonField });
export type RejectOrderForm = z.output<typeof RejectOrderForm>;

/** `orders.reverse`: undoes a mistaken approval. */
export const ReverseOrder = OrderRef.extend({ reason: reasonField });
export type ReverseOrder = z.output<typeof ReverseOrder>;

/**
 * An order as its member sees it while buying and paying. Answers of money-moving calls are
 * remembered as JSON, hence type aliases with nulls rather than interfaces with absent fields.
 */
export type OrderView = {
  id: string;
  /** The purchaseId of addresses and calls. */
  orderNumber: string;
  status: OrderStatus;
  amountPaise: number;
  priceMicroRupees: number;
  feeBps: number;
  quantity: number;
  feePaise: number;
  totalPaise: number;
  /** The part of the amount that buys no further token. */
  remainderPaise: number;
  /** When the hold ends; ISO. */
  expiresAt: string;
  /** Of the hold, by the database's clock; 0 once it is over or was given up. */
  secondsLeft: number;
  /** Whether a payment can be submitted now. */
  isPayable: boolean;
  /** ISO, or null while the privacy policy was not agreed to for this order. */
  consentedAt: string | null;
  paymentMethod: PaymentMethod | null;
  referenceNumber: string | null;
  rejectionReason: string | null;
  refundNote: string | null;
  createdAt: string;
  submittedAt: string | null;
};

/** How one can pay this company (spec §2: which tabs there are, and which opens first). */
export type PaymentOptions = {
  /** Accounts with bank details, the default one first; empty: no Banking tab. */
  banks: PaymentAccount[];
  /** Null: no UPI tab. */
  upi: {
    beneficiaryId: string;
    beneficiaryVersion: number;
    upiId: string;
    payeeName: string;
  } | null;
  /** Offered methods, in the order of the tabs. */
  methods: (typeof SUBMITTABLE_METHODS)[number][];
  defaultMethod: (typeof SUBMITTABLE_METHODS)[number];
};

/** `orders.find`: all that the payment page shows. */
export type OrderForPayment = {
  order: OrderView;
  payment: PaymentOptions;
  /** Whom to ask about money already sent. */
  company: { name: string; email: string; mobile: string };
};

/** A submitted order (spec §3). `receipt` is where the proof is read with the cookie. */
export type TransactionRecord = {
  id: string;
  /** The order number, twice: clients know it by both names. */
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
  /** Amount and fee. */
  finalAmountPaise: number;
  status: OrderStatus;
  receiptId: string | null;
  receipt: string | null;
  user: { referralCode: string; name: string; mobile: string };
  /** Why it was rejected or reversed. */
  rejectionReason: string | null;
  refundNote: string | null;
};

export type TransactionList = { records: TransactionRecord[]; total: number; lastPage: number };

/** A submitted order as the company's admin sees it. */
export type AdminTransactionRecord = TransactionRecord & {
  memberId: string;
  /** What the member says was paid. */
  paidAmountPaise: number | null;
  /** Things to look at twice. */
  flags: OrderFlag[];
};

/** Of `orders.selected`: an order as it stands now, and who decided on it. */
export type SelectedOrder = AdminTransactionRecord & { decidedBy: string | null };

/** Of `orders.approveMany` and `orders.rejectMany`, in the order asked for: what came of each. */
export type DecisionOutcome = {
  orderId: string;
  /** Null where the company has no such order. */
  order: {
    orderNumber: string;
    status: OrderStatus;
    finalAmountPaise: number;
    totalQuantity: number;
    userName: string;
  } | null;
  /** Null: decided as asked. Else why not; the others are decided all the same. */
  refusal: { code: RefusalCode; params: { [name: string]: string | number } } | null;
};

/** Percent of the approved INR by method, two decimals. */
export type MethodShares = Record<PaymentMethod, number>;

/** `orders.list` (admin). */
export type AdminTransactionList = {
  records: AdminTransactionRecord[];
  total: number;
  lastPage: number;
  shares: MethodShares;
};

/** `orders.findForAdmin`: one order with its proof, where the money went and what happened so far. */
export type OrderForAdmin = AdminTransactionRecord & {
  proof: {
    id: string;
    url: string;
    contentType: string;
    fileName: string;
    isImage: boolean;
  } | null;
  /** The account the payer was shown, in that version. */
  beneficiary: PaymentAccount | null;
  /** Other orders with the same proof, by number. */
  sameProofOrders: string[];
  referrer: { referralCode: string; name: string; rewardTokens: number } | null;
  member: { email: string; isApproved: boolean };
  /** When the privacy policy was agreed to (ISO), to which text, and whether we keep that text. */
  consent: { at: string; version: string | null; isKept: boolean } | null;
  activity: OrderActivity[];
};

/** One line of an order's history, oldest first. */
export type OrderActivity = {
  /** ISO. */
  at: string;
  /** `order.submitted`, `order.rejected`, … */
  action: string;
  actor: { role: string; name: string | null };
  /** What the books say beside it: method, reference, reason. */
  details: { [name: string]: string | number | null };
};

/** `orders.listAll` (super admin). */
export type PlatformTransactionRecord = TransactionRecord & {
  company: { id: string; companyName: string };
};
export type PlatformTransactionList = {
  records: PlatformTransactionRecord[];
  total: number;
  lastPage: number;
};

/** `orders.receipt`: what the receipt says of one's own submitted order. */
export type Receipt = {
  transaction: TransactionRecord;
  company: { name: string; email: string; mobile: string; tokenName: string; tokenSymbol: string };
  /** The account the money was to go to; its number masked. */
  paidTo: { label: string; accountNumber: string | null; upi: string | null } | null;
  proof: { url: string; contentType: string; isImage: boolean } | null;
  /** Of the purchase's allocation, once approved. */
  transactionHash: string | null;
  /**
   * When the privacy policy was agreed to for this order (ISO), and to which text (SHA-256); whether
   * that text is kept here to be read.
   */
  consent: { at: string; version: string | null; isKept: boolean } | null;
};

export type { SubmittedStatus };
