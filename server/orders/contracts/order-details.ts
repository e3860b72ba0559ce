import { z } from "zod";
import type { PaymentAccount } from "@server/companies/contracts/beneficiaries";
import { idField } from "@server/platform/contracts/fields";
import type { ListedOrder, PlatformOrderRecord } from "./order-lists";

/** `orders.findForPlatform` (super admin): one order of a company; returns `OrderForPlatform`. */
export const PlatformOrderRef = z.object({ companyId: idField, orderId: idField });

/** An order by its id, for admins: `orders.findForAdmin`. */
export const OrderRef = z.object({ orderId: idField });
export type OrderRef = z.output<typeof OrderRef>;

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
  /**
   * For a payment that waits: money that was received with its number before, as it is now. While there is
   * any, no approval is taken.
   */
  moneyOnRecord: MoneyOnRecord[];
  /** What the bank shows of its payment, where that is another sum and nobody has decided about it. */
  bankPaise: number | null;
  /** Whether its approval would wait for a second admin: by its total, or by what its tokens are worth. */
  needsSecondAdmin: boolean;
  referrer: { referralCode: string; name: string; rewardTokens: number } | null;
  /** For a payment that gave its tokens back: those that its approval can take. */
  obtainableTokens: number | null;
  member: { email: string; isApproved: boolean };
  /** When the privacy policy was agreed to (ISO), its version, and whether its text is stored. */
  consent: { at: string; version: string | null; isKept: boolean } | null;
  activity: OrderActivity[];
};

/** Money that is on record with a number: open, sent back, or used. */
export type MoneyOnRecord = {
  /** The order that it was paid for; null where that is not known. */
  order: { id: string; orderNumber: string } | null;
  /** Zero where only a bank's entry shows it. */
  amountPaise: number;
  openPaise: number;
  state: "OPEN" | "BACK" | "USED";
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

/** `orders.findForPlatform`: the same without what waits for a second admin. */
export type OrderForPlatform = OrderForAdmin & PlatformOrderRecord;
