import { rupeesText } from "@server/domain/money/format";

/** Above ₹1,00,000 most banks refuse a UPI payment: the page says so quietly. In paise. */
export const UPI_USUAL_LIMIT_PAISE = 1_00_000_00;

export interface UpiPayment {
  readonly upiId: string;
  readonly payeeName: string;
  /** What is to be paid: the order's total. */
  readonly totalPaise: number;
  readonly orderNumber: string;
}

/**
 * `%20` for a blank, never `+`, which payment apps show as a plus. The at sign of a UPI id stays as
 * it is: a query may hold it, and some apps read `pa` without decoding.
 */
const encode = (value: string) => encodeURIComponent(value).replaceAll("%40", "@");

/** The query that every UPI link shares: pa, pn, am, cu, tn and tr. */
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

/** The link in the QR code, which any UPI app reads. */
export function upiLink(payment: UpiPayment): string {
  return `upi://pay?${paymentQuery(payment)}`;
}

/**
 * The schemes by which the three apps of the payment screen open on a phone. Their makers document
 * them for merchants; an app that is not there opens nothing, so the plain link stays beside them.
 */
export const UPI_APPS = [
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
