import { z } from "zod";
import type { OrderStatus } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import { hasVisibleText } from "@server/platform/rules/text/typed";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { described } from "@server/platform/contracts/described";
import {
  code,
  idField,
  line,
  cutToMax,
  optional,
  storable,
  oneOf,
  rupeesField,
} from "@server/platform/contracts/fields";
import { OrderRef } from "./order-details";
import type { OrderLine, SelectedOrder } from "./order-lists";
import type { Unproven } from "./review";

const reasonText = (tooLong: RefusalCode) =>
  z
    .string({ error: code("FIELD_INVALID") })
    .overwrite(storable)
    .trim()
    .max(500, tooLong)
    .meta({ refuses: [tooLong, "FIELD_INVALID"] });

export const reasonField = described(
  z
    .string({ error: code("REASON_REQUIRED") })
    .overwrite((text) => (hasVisibleText(text) ? text : ""))
    .trim()
    .min(1, code("REASON_REQUIRED"))
    .pipe(reasonText("REASON_TOO_LONG"))
    .meta({ maxLength: 500 }),
  "The reason; the member can read it.",
  "Charged back by the bank",
  "REASON_REQUIRED",
);
const optionalReason = described(
  optional(reasonText("REASON_TOO_LONG")),
  "The reason; the member can read it.",
  "No such payment arrived",
);

/** Number of a submission, as `AdminOrderRecord.version`. */
export const submissionVersion = described(
  z.coerce
    .number({ error: code("FIELD_INVALID") })
    .int(code("FIELD_INVALID"))
    .min(0, code("FIELD_INVALID"))
    .max(1_000_000, code("FIELD_INVALID")),
  "The transaction's `version` when it was looked at. If it was submitted again since, the call is refused and says what changed; without a version the call applies to what is there.",
  1,
  "FIELD_INVALID",
);

/**
 * Input of `orders.approve`. With a version, the decision is refused with SUBMISSION_CHANGED if the
 * payment was submitted again since; without one, as older REST clients call it, it applies to the
 * present submission.
 */
export const ApproveOrder = OrderRef.extend({ version: optional(submissionVersion) });
export type ApproveOrder = z.output<typeof ApproveOrder>;

/**
 * An approval with the received sum, in rupees. The default is the order's total, unless the bank shows
 * another sum (BANK_SHOWS_ANOTHER_SUM). An order of which a part was received takes the bank's
 * reference of the further part.
 */
export const ApproveOrderBySum = ApproveOrder.extend({
  receivedAmount: described(
    optional(rupeesField("AMOUNT_INVALID")),
    "What was received, in rupees; default: the order's total.",
    1000.5,
    "AMOUNT_TOO_LARGE",
  ),
  reference: described(
    optional(line("REFERENCE_INVALID", 64)),
    "The bank's number of a further part, of an order of which a part was received before.",
    "SBIN12345679",
  ),
});

/** The refusal of a page's decision without the version that it showed. */
export const versionMissing = { error: code("SUBMISSION_NOT_SHOWN"), path: [] };
export const hasVersion = ({ version }: { version?: number | undefined }) => version !== undefined;

/** Ids of orders; a single id becomes a list, and duplicates are removed. */
const orderIdsField = z.preprocess(
  (value) => (typeof value === "string" ? [value] : cutToMax(MOST_AT_ONCE)(value)),
  z
    .array(idField, { error: code("NOTHING_SELECTED") })
    .min(1, code("NOTHING_SELECTED"))
    .max(MOST_AT_ONCE, code("TOO_MANY_SELECTED"))
    .transform((ids) => [...new Set(ids)]),
);

/** Input of `orders.selected`, which omits orders of other companies. */
export const OrderRefs = z.object({ orderIds: orderIdsField });

/**
 * Input of `orders.approveMany`: the version of each order by its id, and the reason to approve a
 * flagged one, which the audit log keeps.
 */
export const ApproveOrders = OrderRefs.extend({
  versions: optional(z.record(idField, submissionVersion)),
  reasons: optional(z.record(idField, reasonText("REASON_TOO_LONG"))),
});
export type ApproveOrders = z.output<typeof ApproveOrders>;

const hasVersions = ({ orderIds, versions = {} }: Pick<ApproveOrders, "orderIds" | "versions">) =>
  orderIds.every((id) => versions[id] !== undefined);

/** The tick by which a page's form confirms that the money is in the account, where it is asked. */
export const MoneyConfirmed = z.object({
  moneyConfirmed: z.literal("on", { error: code("MONEY_NOT_CONFIRMED") }),
});

/** The page's approval. */
export const ApproveOrderForm = ApproveOrder.refine(hasVersion, versionMissing);

/** The page's approval of several orders. */
export const ApproveOrdersForm = ApproveOrders.refine(hasVersions, versionMissing);

const refundNote = described(
  optional(reasonText("REFUND_NOTE_TOO_LONG")),
  "How received money is refunded; the member can read it.",
  "Refunded on 3 March",
);

/** Input of `orders.reject`. */
export const RejectOrder = ApproveOrder.extend({
  reason: optionalReason,
  refundNote,
});
export type RejectOrder = z.output<typeof RejectOrder>;

/** Input of `orders.rejectMany`: one reason for all. */
export const RejectOrders = ApproveOrders.omit({ reasons: true }).extend({
  reason: optionalReason,
  refundNote,
});

/** A page's rejection, which requires a reason. */
export const RejectOrdersForm = RejectOrders.extend({ reason: reasonField }).refine(
  hasVersions,
  versionMissing,
);
export const RejectOrderForm = RejectOrder.extend({ reason: reasonField }).refine(
  hasVersion,
  versionMissing,
);

/** Input of `orders.reverse`: reverses a mistaken approval. */
export const ReverseOrder = ApproveOrder.extend({ reason: reasonField });
export type ReverseOrder = z.output<typeof ReverseOrder>;
export const ReverseOrderForm = ReverseOrder.refine(hasVersion, versionMissing);

/** Input of `orders.undo`: the decision of this instant, as `orders.undoable` names it. */
export const UndoDecision = OrderRef.extend({
  decidedAt: z.iso.datetime({ error: code("FIELD_INVALID") }),
});
export type UndoDecision = z.output<typeof UndoDecision>;

/** Input of `orders.undoMany`: the decisions of a bulk, each as in `orders.undo`. */
export const UndoDecisions = z.object({
  decisions: z
    .array(UndoDecision)
    .min(1, code("NOTHING_SELECTED"))
    .max(MOST_AT_ONCE, code("TOO_MANY_SELECTED")),
});

/** Input of `orders.dryRun`: previews a decision on several orders. */
export const DryRun = OrderRefs.extend({
  decision: oneOf(["approve", "reject"]),
});

/** The preview of one order, in the requested order; orders of other companies are omitted. */
export type RehearsedOrder = SelectedOrder & {
  /** The member has ordered more than the company's sum without evidence. */
  unproven: Unproven | null;
  /** The reason to leave it out; null if it would be decided. */
  refusal: DecisionOutcome["refusal"];
  /** True if its approval would wait for a second admin. */
  needsSecondAdmin: boolean;
  /** Paise that the bank shows of its payment, if that is another sum; null otherwise. */
  bankPaise: number | null;
  /** The bank's entry of its payment, or one that may be it: with `evidence` FOUND, the payment's own. */
  line: OrderLine | null;
  /** Tells whether the bank shows the missing sum, another sum, or no entry of its payment yet. */
  evidence: "FOUND" | "OTHER_SUM" | "NOT_FOUND";
};

/** Output of `orders.approveMany` and `orders.rejectMany`: one result per order, in the requested order. */
export type DecisionOutcome = {
  orderId: string;
  /** It is null if the company has no such order. */
  order: {
    orderNumber: string;
    status: OrderStatus;
    finalAmountPaise: number;
    missingPaise: number | null;
    totalQuantity: number;
    userName: string;
  } | null;
  /**
   * The failure of this order, which does not affect the others; null if it was decided.
   */
  refusal: { code: RefusalCode; params: { [name: string]: string | number } } | null;
};
