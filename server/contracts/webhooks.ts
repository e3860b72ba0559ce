import { z } from "zod";
import { rupeesField } from "./orders";
import { code, idField, line, optional } from "./fields";

/** The largest notice. Those of banks have one or two kilobytes. */
export const MAX_NOTICE_BYTES = 16 * 1024;

/** Headers are compared or stored as they are. */
const header = (max: number) =>
  z.string({ error: code("WEBHOOK_UNVERIFIED") }).max(max, code("WEBHOOK_UNVERIFIED"));

/** `webhooks.receive`: a signed message as it came (Standard Webhooks), its body not yet parsed. */
export const SignedNotice = z.object({
  accountId: idField,
  id: header(200).regex(/^[\x21-\x7e]+$/, code("WEBHOOK_UNVERIFIED")),
  /** Seconds since 1970. */
  timestamp: header(20).regex(/^\d+$/, code("WEBHOOK_UNVERIFIED")),
  signature: header(1_000),
  body: z.string({ error: code("MALFORMED_BODY") }).max(MAX_NOTICE_BYTES, code("BODY_TOO_LARGE")),
});
export type SignedNotice = z.output<typeof SignedNotice>;

const short = optional(line("FIELD_INVALID", 200));

/** What a notice says. Fields that are not listed are passed over: banks add some. */
export const PaymentNotice = z.object({
  type: z.literal("payment.received", { error: code("FIELD_INVALID") }),
  data: z.object(
    {
      /** Rupees: "1025.00" or 1025. */
      amount: rupeesField("AMOUNT_INVALID"),
      currency: z.preprocess(
        (value) => value ?? "INR",
        z.literal("INR", { error: code("NOTICE_CURRENCY") }),
      ),
      /** The UTR, or the twelve digits of UPI and IMPS, as the bank's statement shows it. */
      reference: line("NOTICE_REFERENCE_INVALID", 60, "NOTICE_REFERENCE_INVALID"),
      /** When the bank took the payment in, with the zone. */
      receivedAt: z.iso.datetime({ offset: true, error: code("BAD_DATE") }),
      /** Of the account that it came to. */
      accountNumber: short,
      payerName: short,
      /** The payer's UPI address or account. */
      payerAccount: short,
      /** What the payer or the bank wrote, such as an order's number. */
      remarks: optional(line("FIELD_INVALID", 500)),
    },
    { error: code("FIELD_REQUIRED") },
  ),
});
export type PaymentNotice = z.output<typeof PaymentNotice>;

/** `webhooks.receive` returns it: whether the notice added an entry. */
export type ReceivedNotice = { isNew: boolean };

/** `webhooks.turnOn`, `webhooks.renew` and `webhooks.turnOff`. */
export const WebhookRef = z.object({ accountId: idField });
export type WebhookRef = z.output<typeof WebhookRef>;

/** The answer to `webhooks.turnOn` and `webhooks.renew`: the only time that the secret is shown. */
export type ShownSecret = { accountId: string; secret: string };

/** `webhooks.list`: each account, with who may report payments to it. */
export type WebhookList = {
  accountId: string;
  bankName: string | null;
  accountNumber: string | null;
  upi: string | null;
  /** The address to which notices are sent. */
  address: string;
  /** Null while no secret is set, and no notice is taken. */
  secret: {
    /** ISO. */
    setAt: string;
    /** Null for a deleted account. */
    setBy: string | null;
    /** ISO; until then the secret before is also accepted. */
    previousUntil: string | null;
  } | null;
  /** ISO; of the last notice that was accepted. */
  lastNoticeAt: string | null;
}[];
