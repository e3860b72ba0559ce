import { z } from "zod";
import type { PaymentAccount } from "@server/companies/contracts/beneficiaries";
import { idField, idOf } from "@server/platform/contracts/fields";
import type { ListedOrder } from "./order-lists";

/** Input of `orders.findForPlatform` (super admin): one order of a company; returns `OrderForPlatform`. */
export const PlatformOrderRef = z.object({ companyId: idField, orderId: idField });

/** Input of `orders.findForAdmin`: an order by its id. */
export const OrderRef = z.object({ orderId: idOf("The transaction's `id`.") });

/** Output of `orders.findForAdmin`: one order with its proof, destination account and history. */
export type OrderForAdmin = ListedOrder & {
  proof: {
    id: string;
    url: string;
    contentType: string;
    fileName: string;
    isImage: boolean;
  } | null;
  /** The account that was shown to the payer, in that version. */
  beneficiary: PaymentAccount | null;
  /** The order whose unallocated payment pays this one; null for an order that the member made. */
  source: { id: string; orderNumber: string } | null;
  /** The rate of the buyer's bonus; null without one. */
  bonusBps: number | null;
  sameProofOrders: string[];
  /** Numbers of other orders of which a payment has the same number, or one that this one contains. */
  sameNumberOrders: string[];
  /**
   * Money that was received before with the number of a waiting payment, in its present state. The
   * order cannot be approved while there is any.
   */
  moneyOnRecord: MoneyOnRecord[];
  /** Paise that the bank shows of its payment, if that is another sum that no admin has accepted. */
  bankPaise: number | null;
  /** Names of the payers by the bank, of an order that is paid by another; else empty. */
  payers: string[];
  /** True if its approval would wait for a second admin, by its total or by the worth of its tokens. */
  needsSecondAdmin: boolean;
  referrer: { referralCode: string; name: string; rewardTokens: number } | null;
  /** Tokens that its approval can take, for a payment whose hold was released. */
  obtainableTokens: number | null;
  member: { email: string; isApproved: boolean };
  /** Time of the consent to the privacy policy (ISO 8601), its version, and whether its text is stored. */
  consent: { at: string; version: string | null; isKept: boolean } | null;
  activity: OrderActivity[];
};

/** Money on record with a number: unallocated, sent back, or used. */
export type MoneyOnRecord = {
  /** The order that it was paid for; null if unknown. */
  order: { id: string; orderNumber: string } | null;
  /** Paise; zero if only a bank's entry shows it. */
  amountPaise: number;
  openPaise: number;
  state: "OPEN" | "BACK" | "USED";
};

/** One line of an order's history, which begins with the oldest. */
export type OrderActivity = {
  /** ISO 8601 time. */
  at: string;
  /** `order.submitted`, `order.rejected`, … */
  action: string;
  actor: { role: string; name: string | null };
  /** Details of the audit entry: method, reference, reason. */
  details: { [name: string]: string | number | null };
};
