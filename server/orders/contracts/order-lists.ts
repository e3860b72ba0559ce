import { z } from "zod";
import {
  ORDER_SORTS,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  SUBMITTED_STATUSES,
  type OrderFlag,
} from "@db/vocabulary";
import type { WaitingApproval } from "@server/companies/contracts/changes";
import {
  described,
  listOf,
  ofCompany,
  percent,
  tokens,
  total,
} from "@server/platform/contracts/described";
import {
  code,
  booleanField,
  companyFilter,
  dateField,
  optional,
  pageFields,
  searchField,
  oneOf,
  oneOfCapitals,
  rupeesField,
} from "@server/platform/contracts/fields";
import { type OrderRecord, TransactionAnswer } from "./orders";

const statusField = described(
  optional(oneOfCapitals(SUBMITTED_STATUSES, "BAD_STATUS")),
  "The status of the orders; absent: all submitted ones.",
  "PENDING",
  "BAD_STATUS",
);

/** Input of `orders.listMine` and `orders.list`: newest first; without a status, all submitted orders. */
export const ListOrders = z.object({ ...pageFields, status: statusField, search: searchField });
export type ListOrders = z.output<typeof ListOrders>;

/** Input of `orders.history`: `orders.listMine` with the orders that were not submitted. */
export const ListHistory = ListOrders.extend({
  status: optional(oneOf(ORDER_STATUSES, "BAD_STATUS")),
});
export type ListHistory = z.output<typeof ListHistory>;

/** Input of `orders.list` (admin): also by method, and optionally only flagged orders. */
export const ListOrdersOfCompany = ListOrders.extend({
  method: described(
    optional(oneOfCapitals(PAYMENT_METHODS, "METHOD_INVALID")),
    "Only payments by this method.",
    "UPI",
    "METHOD_INVALID",
  ),
  isFlagged: described(
    optional(booleanField("FIELD_INVALID")),
    "True: only what wants a second look.",
    true,
  ),
});

/** The filter of Manage Purchase: `orders.list` within ranges. */
export const FilterOrders = ListOrdersOfCompany.extend({
  /** Limits PENDING orders to those that an admin can decide, or whose member is asked for the rest. */
  waitsFor: optional(oneOf(["DECISION", "REST"])),
  /** Days in India, both inclusive: the creation of pending orders, the decision of others. */
  from: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  to: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  /** Rupees of the final amount, both inclusive. */
  least: optional(rupeesField("AMOUNT_INVALID")),
  most: optional(rupeesField("AMOUNT_INVALID")),
});
export type FilterOrders = z.output<typeof FilterOrders>;

/** Input of `orders.sorted` (admin): Manage Purchase by any column; returns `SortedOrderList`. */
export const SortOrders = FilterOrders.extend({
  sort: oneOf(ORDER_SORTS).default("date"),
  isDescending: booleanField("FIELD_INVALID").default(false),
  /** True to count and sum also a long list to its end. */
  isWhole: booleanField("FIELD_INVALID").default(false),
});

const MOMENT = /^([\d:.TZ-]{20,30})~(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const LONGEST_MOMENT = 8000;

/**
 * Tells whether a text is the `asOf` of an answer: an instant, `~`, and PostgreSQL's snapshot
 * `xmin:xmax:running,…`.
 */
function isMoment(text: string): boolean {
  if (text.length > LONGEST_MOMENT) return false;
  const [, at = "", first = "", next = "", running = ""] = MOMENT.exec(text) ?? [];
  if (first === "" || Number.isNaN(Date.parse(at))) return false;
  const [xmin, xmax] = [BigInt(first), BigInt(next)];
  const ids = running === "" ? [] : running.split(",").map(BigInt);
  const isAscending = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  return xmin > 0n && xmin <= xmax && isAscending && ids.every((id) => id >= xmin && id < xmax);
}

/**
 * Input of `orders.arrivals` (admin): counts orders submitted since a list was loaded; returns
 * `NewOrderCount`.
 */
export const CountNewOrders = FilterOrders.omit({ page: true, limit: true }).extend({
  since: optional(z.string().refine(isMoment, { error: code("FIELD_INVALID") })),
});
/** Lists of transactions, as REST answers them. */
export const OwnTransactionsAnswer = z.object({
  records: z.array(TransactionAnswer).describe("The newest first."),
  lastPage: tokens("The number of the last page.", 5),
  total,
});
export const CompanyTransactionsAnswer = z.object({
  records: z
    .array(
      TransactionAnswer.extend({
        version: tokens("The number of the submission; send it with the decision.", 1),
      }),
    )
    .describe("The newest first."),
  total,
  shares: z
    .object({
      BANK: percent("Bank transfers.", 40),
      UPI: percent("UPI.", 35),
      MANUAL: percent("By hand.", 25),
      CRYPTO: percent("Crypto.", 0),
    })
    .describe("Each method's share of the approved rupees, in percent."),
});
export const AllTransactionsAnswer = listOf(
  TransactionAnswer.extend({ company: ofCompany }),
  "Of all companies, newest first.",
);

/** Input of `orders.listAll` (super admin). */
export const ListAllOrders = ListOrders.extend({ companyId: companyFilter });

/** Input of `orders.listPlatform` (super admin): the filter of Transaction Manage. */
export const FilterAllOrders = ListAllOrders.extend({
  method: ListOrdersOfCompany.shape.method,
  isFlagged: optional(booleanField("FIELD_INVALID")),
  /** Days of the orders' creation, in India, both inclusive. */
  from: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  to: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
});

export type FilterAllOrders = z.output<typeof FilterAllOrders>;

export type OrderList = { records: OrderRecord[]; total: number; lastPage: number };

/** A submitted order for the company's admin. */
export type AdminOrderRecord = OrderRecord & {
  memberId: string;
  /** Number of the submission; decisions send it back. */
  version: number;
  /** Paise that the member claims to have paid. */
  paidAmountPaise: number | null;
  /** Paise received, if that is not the order's total. */
  receivedPaise: number | null;
  /** Flags for the admin's review. */
  flags: OrderFlag[];
  /**
   * With QUOTE_ENDED: the company's price and fee when the payment was submitted, and the tokens that
   * they give.
   */
  presentTerms: { priceMicroRupees: number | null; feeBps: number; quantity: number } | null;
  /** Release of the hold of a waiting payment, ISO 8601. */
  holdReleasedAt: string | null;
};

/** An order with its first approval, if it waits for a second admin. */
export type ListedOrder = AdminOrderRecord & { waitingApproval: WaitingApproval | null };

/** Output of `orders.selected`: an order's current state and who decided on it. */
export type SelectedOrder = AdminOrderRecord & { decidedBy: string | null };

/** Percentage of the approved INR by method, with two decimals. */
export type MethodShares = z.output<typeof CompanyTransactionsAnswer>["shares"];

/** A credit of a bank statement that names an order or its member, or is matched to it. */
export type OrderLine = {
  /** Day of its booking, YYYY-MM-DD. */
  bookedOn: string;
  amountPaise: number;
  /** True if an admin matched it; otherwise it only names the order's reference or number. */
  isMatched: boolean;
  /** True if no order explains it, though its text names the member or nearly the number of this one. */
  isPerhaps: boolean;
};

/** A row of Manage Purchase. */
export type SortedOrder = ListedOrder & {
  /** Time of the last decision (ISO 8601) and who made it; null for a rule's or a deleted admin's. */
  lastDecision: { at: string; by: string | null } | null;
  line: OrderLine | null;
};

/** Output of `orders.sorted`. */
export type SortedOrderList = {
  records: SortedOrder[];
  total: number;
  lastPage: number;
  /** Paise of the final amounts of the whole list; null if it was not counted to its end. */
  sumPaise: number | null;
  /** False for a list that is too long for that column: it is sorted by date instead. */
  isSorted: boolean;
  /** True if the company has imported statements. */
  hasStatements: boolean;
};

/** Output of `orders.listAll` (super admin). */
export type PlatformOrderRecord = OrderRecord & { company: z.output<typeof ofCompany> };
