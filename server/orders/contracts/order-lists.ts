import { z } from "zod";
import {
  ORDER_SORTS,
  ORDER_STATUSES,
  PAYMENT_METHODS,
  SUBMITTED_STATUSES,
  type OrderFlag,
  type PaymentMethod,
} from "@db/vocabulary";
import type { WaitingApproval } from "@server/companies/contracts/changes";
import {
  code,
  booleanField,
  dateField,
  idField,
  optional,
  pageFields,
  searchField,
} from "@server/platform/contracts/fields";
import type { OrderRecord } from "./orders";
import { rupeesField } from "@server/platform/contracts/fields";

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
  /** With QUOTE_ENDED: the company's price and fee when the payment was submitted, and what they buy. */
  presentTerms: { priceMicroRupees: number | null; feeBps: number; quantity: number } | null;
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
  lastPage: number;
  /** The final amounts of the whole list, in paise; null where it was not counted to its end. */
  sumPaise: number | null;
  /** False for a list that is too long to be sorted by that column: it is sorted by date. */
  isSorted: boolean;
  /** Whether the company has imported statements. */
  hasStatements: boolean;
};

/** `orders.listAll` (super admin). */
export type PlatformOrderRecord = OrderRecord & {
  company: { id: string; companyName: string };
};

export type PlatformOrderList = {
  records: PlatformOrderRecord[];
  total: number;
  lastPage: number;
};
