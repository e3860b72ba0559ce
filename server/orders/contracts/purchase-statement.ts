import { z } from "zod";
import { wholeNumberField } from "@server/platform/contracts/fields";

/** The first day of the financial year is 1 April of this year. */
export const yearField = wholeNumberField(2000, 2100, "FIELD_INVALID");

/** `orders.ownStatement` (member). */
export const OwnPurchases = z.object({ year: yearField });

/** An approved purchase, or its reversal, whose tokens and sums are negative. */
export interface PurchaseLine {
  /** YYYY-MM-DD in India: of the approval or of the reversal. */
  day: string;
  orderNumber: string;
  isReversed: boolean;
  /** With those of the bonus, which are named too. */
  tokens: number;
  bonusTokens: number;
  amountPaise: number;
  feePaise: number;
  totalPaise: number;
}

/** The purchases of a financial year of India, which begins on 1 April. */
export interface PurchaseStatement {
  year: number;
  member: { name: string; memberId: string };
  /** `seller`: the legal name and the address. */
  company: { name: string; email: string; mobile: string; tokenSymbol: string; seller: string };
  purchases: PurchaseLine[];
}
