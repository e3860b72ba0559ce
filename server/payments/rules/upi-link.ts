import { rupeesText } from "@server/platform/rules/money/format";

/** Most banks refuse a UPI payment above ₹1,00,000: the page shows a note. In paise. */
export const UPI_USUAL_LIMIT_PAISE = 1_00_000_00;

export interface UpiPayment {
  readonly upiId: string;
  readonly payeeName: string;
  /** The order's total. */
  readonly totalPaise: number;
  readonly orderNumber: string;
}

/**
 * `%20` for a blank, never `+`, which payment apps show as a plus. The at sign of a UPI id is not
 * encoded: a query may contain it, and some apps read `pa` without decoding.
 */
const encode = (value: string) => encodeURIComponent(value).replaceAll("%40", "@");

/** The query of all UPI links: pa, pn, am, cu, tn and tr. */
function paymentQuery(payment: UpiPayment): string {
  const values: ReadonlyArray<readonly [string, string]> = [
    ["pa", payment.upiId],
    ["pn", payment.payeeName.trim()],
    ["am", rupeesText(payment.totalPaise)],
    ["cu", "INR"],
    ["tn", `Order ${payment.orderNumber}`],
    ["tr", payment.orderNumber],
  ];
  return values.map(([name, value]) => `${name}=${encode(value)}`).join("&");
}

/** The link in the QR code, for any UPI app. */
export function upiLink(payment: UpiPayment): string {
  return `upi://pay?${paymentQuery(payment)}`;
}

/**
 * URL schemes of the payment screen's three apps on a phone, documented by their makers for
 * merchants. A missing app opens nothing, so the plain link is shown too.
 */
const UPI_APPS = [
  { app: "phonepe", name: "PhonePe", prefix: "phonepe://pay?" },
  { app: "google-pay", name: "Google Pay", prefix: "tez://upi/pay?" },
  { app: "paytm", name: "Paytm", prefix: "paytmmp://pay?" },
] as const;

export type UpiApp = (typeof UPI_APPS)[number]["app"];

/** One link per app for "open in UPI app" on a phone. */
export function upiAppLinks(
  payment: UpiPayment,
): { readonly app: UpiApp; readonly name: string; readonly href: string }[] {
  const query = paymentQuery(payment);
  return UPI_APPS.map(({ app, name, prefix }) => ({ app, name, href: prefix + query }));
}
