import { rupeesText } from "@server/platform/rules/money/format";

/** Paise above which most banks refuse a UPI payment (₹1,00,000): the page shows a note. */
export const UPI_USUAL_LIMIT_PAISE = 1_00_000_00;

export interface UpiPayment {
  readonly upiId: string;
  readonly payeeName: string;
  /** Paise of the order's total. */
  readonly totalPaise: number;
  readonly orderNumber: string;
}

/**
 * Encodes a blank as `%20`, never as `+`, which payment apps show as a plus. The at sign of a UPI id is
 * not encoded: a query may contain it, and some apps read `pa` without decoding.
 */
const encode = (value: string) => encodeURIComponent(value).replaceAll("%40", "@");

/** Returns the query of all UPI links: pa, pn, am, cu, tn and tr. */
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

/** Returns the link in the QR code, for any UPI app. */
export function upiLink(payment: UpiPayment): string {
  return `upi://pay?${paymentQuery(payment)}`;
}

/**
 * URL schemes of the payment screen's three apps on a phone, as their makers document them for
 * merchants. A missing app opens nothing, so the plain link is shown too.
 */
const UPI_APPS = [
  { app: "phonepe", name: "PhonePe", prefix: "phonepe://pay?" },
  { app: "google-pay", name: "Google Pay", prefix: "tez://upi/pay?" },
  { app: "paytm", name: "Paytm", prefix: "paytmmp://pay?" },
] as const;

export type UpiApp = (typeof UPI_APPS)[number]["app"];

/** Returns one link per app for "open in UPI app" on a phone. */
export function upiAppLinks(
  payment: UpiPayment,
): { readonly app: UpiApp; readonly name: string; readonly href: string }[] {
  const query = paymentQuery(payment);
  return UPI_APPS.map(({ app, name, prefix }) => ({ app, name, href: prefix + query }));
}
