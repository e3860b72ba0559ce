import { z } from "zod";
import {
  ORDER_STATUSES,
  PAYMENT_METHODS,
  SUBMITTABLE_METHODS,
  SUBMITTED_STATUSES,
  type OrderStatus,
  type PaymentMethod,
  type UnlockPlans,
} from "@db/vocabulary";
import { normaliseOrderNumber } from "@server/orders/rules/order-number";
import type { Rest } from "@server/platform/rules/money/partial-payment";
import type { TimelineStep, WaitsFor } from "@server/orders/rules/timeline";
import type { RemainingAllowance } from "@server/companies/rules/allowance";
import type { PaymentOptions } from "@server/companies/contracts/beneficiaries";
import type { Profile } from "@server/members/contracts/members";
import type { OwnUnallocatedPayment } from "./payments";
import {
  address,
  described,
  id,
  instant,
  orNull,
  percent,
  rupees,
  SAMPLE_ID,
  text,
  textOrNull,
  tokens,
} from "@server/platform/contracts/described";
import {
  code,
  idField,
  cutToMax,
  optional,
  storable,
  rupeesField,
  oneOfCapitals,
} from "@server/platform/contracts/fields";
import { consentFields } from "@server/companies/contracts/policies";
import type { CurrentPrice } from "@server/companies/contracts/prices";

const orderNumberField = described(
  z
    .string({ error: code("ORDER_DETAILS_MISSING") })
    .trim()
    .min(1, code("ORDER_DETAILS_MISSING"))
    .transform((typed, issues) => {
      const orderNumber = normaliseOrderNumber(typed);
      if (orderNumber) return orderNumber;
      issues.addIssue({ code: "custom", message: code("ORDER_NUMBER_INVALID") });
      return z.NEVER;
    })
    .meta({ pattern: "^\\s*[Pp][Uu][Rr]-\\d{6,20}\\s*$" }),
  "The order's number.",
  "PUR-482913",
  "ORDER_DETAILS_MISSING",
  "ORDER_NUMBER_INVALID",
);

const methodField = described(
  oneOfCapitals(SUBMITTABLE_METHODS, "METHOD_INVALID", "METHOD_REQUIRED"),
  "The method of payment. BANK and UPI require a reference and a file.",
  "BANK",
  "METHOD_REQUIRED",
  "METHOD_INVALID",
);

const amountField = described(
  rupeesField("AMOUNT_INVALID"),
  "Rupees, at most two decimals, as a number or as text.",
  1000.5,
  "AMOUNT_TOO_LARGE",
  "BELOW_ONE_TOKEN",
);

const beneficiaryId = described(
  optional(idField),
  "The account paid to; the default one if absent.",
  SAMPLE_ID,
  "BENEFICIARY_NOT_FOUND",
);

/** Input of `orders.create` (BUY NOW). Returns `OrderView`. */
export const CreateOrder = z.object({
  amount: amountField,
  beneficiaryId,
});
export type CreateOrder = z.output<typeof CreateOrder>;

/** Input of calls about the member's own order, by its number as in the payment page's URL. */
export const OrderNumberRef = z.object({ purchaseId: orderNumberField });
export type OrderNumberRef = z.output<typeof OrderNumberRef>;

/** Maximum number of orders a page polls; a member has at most a hundred pending, default five. */
export const MOST_FOLLOWED = 20;

/** Input of `orders.follow`: statuses of own orders; returns `FollowedOrder[]` without those of others. */
export const FollowOrders = z.object({
  purchaseIds: z.preprocess(
    cutToMax(MOST_FOLLOWED),
    z.array(orderNumberField, { error: code("ORDER_DETAILS_MISSING") }).max(MOST_FOLLOWED),
  ),
});
export type FollowedOrder = {
  orderNumber: string;
  status: OrderStatus;
  /** Tokens of an approval, with the bonus. */
  allTokens: number;
};

/**
 * Input of `orders.consent`: consents to privacy policy and terms of sale for an order; returns
 * `OrderView`.
 */
export const ConsentToOrder = z.object({
  purchaseId: orderNumberField,
  /** The message when the consent is missing depends on it (product.md §5). */
  paymentMethod: optional(methodField),
  ...consentFields,
});
export type ConsentToOrder = z.output<typeof ConsentToOrder>;

/** Input of `orders.submit`: the payment's proof; returns `TransactionRecord`. */
export const SubmitPayment = z.object({
  paymentMethod: methodField,
  amount: described(amountField, "The order's amount in rupees; any other is refused.", 1000.5),
  referenceNumber: described(
    optional(
      z
        .string({ error: code("REFERENCE_INVALID") })
        .overwrite(storable)
        .trim()
        .max(200, code("REFERENCE_INVALID")),
    ),
    "The bank's reference (UTR); spaces and hyphens are removed.",
    "SBIN12345678",
    "REFERENCE_REQUIRED",
    "REFERENCE_INVALID",
    "REFERENCE_USED",
  ),
  receiptId: described(
    optional(idField),
    "The id of the member's uploaded proof of payment.",
    SAMPLE_ID,
    "RECEIPT_REQUIRED",
    "RECEIPT_NOT_FOUND",
  ),
  paidAmount: described(
    optional(rupeesField("PAID_AMOUNT_INVALID")),
    "The amount paid, in rupees; a difference from the total is flagged for the admins.",
    1025.5,
  ),
  beneficiaryId,
  beneficiaryVersion: described(
    optional(
      z.coerce
        .number({ error: code("FIELD_INVALID") })
        .int(code("FIELD_INVALID"))
        .min(1, code("FIELD_INVALID"))
        .max(1_000_000, code("FIELD_INVALID")),
    ),
    "The version of that account that the payer was shown.",
    1,
    "FIELD_INVALID",
  ),
  /** If absent, the order is created and paid in one call. */
  purchaseId: optional(orderNumberField),
  /** Pages require the consent, here or earlier with `orders.consent`. */
  ...consentFields,
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

/** A new order, as REST answers it. */
export const OrderAnswer = z.object({
  purchaseId: text("The order's number.", "PUR-482913"),
  status: described(
    z.enum(ORDER_STATUSES),
    "Only in the answer of a repeated call: what has become of the order, if it is not open.",
    "CANCELLED",
  ).optional(),
  amount: rupees("What tokens are bought for.", 1000),
  price: rupees("For one token.", 12.5),
  totalQuantity: tokens("Tokens: the amount by the price, rounded down.", 80),
  platformChargePercent: percent("The platform's fee."),
  feeAmount: rupees("The fee.", 25),
  totalAmount: rupees("What is to be paid: amount and fee.", 1025),
  expiresAt: instant("How long the tokens are held for a payment."),
});

/** A submitted order, as REST answers it. */
export const TransactionAnswer = z.object({
  id: id("What admins name the transaction by."),
  transactionId: text("The order's number.", "PUR-482913"),
  orderNumber: text("The order's number.", "PUR-482913"),
  createdAt: instant("When the order was made."),
  paymentMethod: described(z.enum(PAYMENT_METHODS).nullable(), "How it was paid.", "BANK"),
  referenceNumber: textOrNull("The bank's reference, in its one spelling.", "SBIN12345678"),
  price: rupees("For one token.", 12.5),
  totalQuantity: tokens("Tokens.", 80),
  amount: rupees("What tokens are bought for.", 1000),
  finalAmount: rupees("Amount and fee.", 1025),
  status: described(z.enum(SUBMITTED_STATUSES), "What has become of it.", "PENDING"),
  receipt: orNull(address("The uploaded proof.")),
  user: z
    .object({
      referralCode: text("The Member ID.", "M2222222"),
      name: text("The name.", "Asha Rao"),
      mobile: text("The mobile number.", "+919876543210"),
    })
    .describe("The buyer."),
  rejectionReason: text(
    "The reason of a rejection or reversal; otherwise absent.",
    "No such payment arrived",
  ).optional(),
});

/**
 * An order for its member while buying and paying. Answers of money-moving calls are stored as JSON,
 * hence type aliases with nulls rather than interfaces with absent fields.
 */
export type OrderView = {
  id: string;
  /** Order number; the purchaseId of URLs and calls. */
  orderNumber: string;
  status: OrderStatus;
  amountPaise: number;
  priceMicroRupees: number;
  feeBps: number;
  quantity: number;
  /** Tokens of the buyer's bonus, beside these; 0 without one. */
  bonusTokens: number;
  feePaise: number;
  totalPaise: number;
  /** Paise of the amount that are too few for another token. */
  remainderPaise: number;
  /** End of the hold, ISO 8601. */
  expiresAt: string;
  /** Seconds left of the hold by the database's clock; 0 once it has ended. */
  secondsLeft: number;
  /** True if a payment can be submitted. */
  isPayable: boolean;
  /** Paise that it lacks after a received part; null if it does not wait for a rest. */
  missingPaise: number | null;
  /** How it stands to that rest; null if it does not wait for one. */
  rest: Rest | null;
  /** Paise that the member told of while it waits: of a rest always, else if not its total. */
  toldPaise: number | null;
  /** True if the submitted payment waits for its decision without reserved tokens. */
  isHoldReleased: boolean;
  /** ISO 8601; null until the member consents to the privacy policy for this order. */
  consentedAt: string | null;
  paymentMethod: PaymentMethod | null;
  referenceNumber: string | null;
  rejectionReason: string | null;
  refundNote: string | null;
  createdAt: string;
  submittedAt: string | null;
};

/** An unpaid order, for pages that offer it again. */
export type OpenOrder = Pick<
  OrderView,
  | ("orderNumber" | "quantity" | "bonusTokens" | "amountPaise" | "totalPaise")
  | ("expiresAt" | "secondsLeft")
>;

/** Output of `orders.find`: the data of the payment page. */
export type OrderForPayment = {
  order: OrderView;
  /** A cancelled order names the member's newest later one, unless that is cancelled or expired too. */
  replacedBy: Pick<OrderView, "orderNumber" | "status" | "amountPaise"> | null;
  /** The company's present price and fee, if the order's own are no longer guaranteed. */
  presentTerms: { priceMicroRupees: number | null; feeBps: number } | null;
  payment: PaymentOptions;
  /** The method of the member's last submission; null for none. */
  lastMethod: PaymentMethod | null;
  /** Median seconds of the company's last approvals; null for too few. */
  usualSeconds: number | null;
  /** A payment on record that the order could not take yet. */
  unallocated: OwnUnallocatedPayment | null;
  /** Contact of the company about money already sent. */
  company: { name: string; email: string; mobile: string };
};

/**
 * A submitted order, in the form of REST. `receipt` is the proof's URL, read with the session cookie.
 */
export type OrderRecord = Omit<
  z.output<typeof TransactionAnswer>,
  "price" | "amount" | "finalAmount" | "status" | "rejectionReason"
> & {
  submittedAt: string | null;
  decidedAt: string | null;
  priceMicroRupees: number;
  /** Tokens of the buyer's bonus, beside these; 0 without one. */
  bonusTokens: number;
  amountPaise: number;
  feeBps: number;
  feePaise: number;
  /** Paise of the amount plus fee. */
  finalAmountPaise: number;
  /** Paise that it lacks after a received part; null if it does not wait for a rest. */
  missingPaise: number | null;
  /** Paise that the member told of while it waits: of a rest always, else if not its total. */
  toldPaise: number | null;
  status: OrderStatus;
  receiptId: string | null;
  /** Reason of the rejection or reversal. */
  rejectionReason: string | null;
  refundNote: string | null;
};

/** Output of `orders.timeline`: the events of an own order, oldest first; times are ISO 8601. */
export type OrderTimeline = {
  steps: (Omit<TimelineStep, "at"> & { at: string | null })[];
  waitsFor: WaitsFor;
  /** Payment method; null before a payment. */
  method: PaymentMethod | null;
  /** Paise received of the total so far, if the rest is awaited. */
  received: { paise: number; totalPaise: number } | null;
};

/** Output of `orders.receipt`: the receipt of an own submitted order. */
export type Receipt = {
  transaction: OrderRecord;
  company: {
    name: string;
    email: string;
    mobile: string;
    tokenName: string;
    tokenSymbol: string;
    /** Null: all tokens unlock at the launch. */
    unlockPlans: UnlockPlans | null;
    /** The legal name and the address, in one line. */
    seller: string;
  };
  /** The destination account, with a masked number. */
  paidTo: { label: string; accountNumber: string | null; upi: string | null } | null;
  proof: { url: string; contentType: string; isImage: boolean } | null;
  /** Hash of the purchase's allocation, once approved. */
  transactionHash: string | null;
  /**
   * Salt of 64 hex digits, for the buyer of an order whose referrer received a reward: with it and the
   * order's terms, the hash in the reward's allocation can be recomputed.
   */
  termsSalt: string | null;
  /** The checkpoint that covers the purchase's allocation; null until it is sealed. */
  checkpoint: { number: number; size: number; root: string; leafIndex: number } | null;
  /**
   * Time of the consent to the privacy policy for this order (ISO 8601), its version (SHA-256), and
   * whether its text is stored.
   */
  consent: { at: string; version: string | null; isKept: boolean } | null;
};

/** Output of `orders.terms` (member): the facts on which a new order of the member depends. */
export type BuyingTerms = CurrentPrice & {
  /** True if the member is verified, or the company sells before the verification. */
  mayBuy: boolean;
  /** Number of payments that wait for a decision, and their limit. */
  pendingOrders: number;
  maxPendingOrders: number;
  /** Paise of the fewest tokens that reach the company's least amount; 0 without one. */
  leastPaise: number;
  room: RemainingAllowance;
  /** Paise of a person's purchases above which the company asks who they are; null without such a sum. */
  identityAbovePaise: number | null;
  /** True while what the member sent of who they are is being checked. */
  isIdentitySent: boolean;
  /**
   * The bonus of an order that is made now, as far as campaign and pool give it; null without one.
   * `left`: the tokens that the campaign's budget leaves to it; null without a budget.
   */
  bonus: { bps: number; endsAt: string; left: number | null } | null;
};

/** Output of `members.frame`: the member's data on each of their screens, and their orders. */
export type MemberFrame = Pick<Profile, "name" | "referralCode" | "profileImage"> & {
  /** The unpaid order while its hold lasts. */
  open: OpenOrder | null;
  waiting: OrderRecord[];
  latest: OrderRecord[];
  /** Expired, cancelled and replaced orders of the last day that have no payment. */
  unpaid: OrderRecord[];
  /** Number of unseen notices, at most 99. */
  unread: number;
  /** The evidence that the company asks for again, or did not accept; null for neither. */
  identity: { state: "ASKED" | "REFUSED"; reason: string | null } | null;
};
