import { z } from "zod";
import { booleanField, code, idField, line, storable } from "@server/platform/contracts/fields";

/** The page under the bell shows at most this many of the newest notices. */
export const MOST_NOTICES = 50;

/** One of `notices.mine`; `at` is ISO with microseconds. */
export type Notice = { at: string; isUnread: boolean } & (
  | {
      kind: "APPROVED" | "REJECTED" | "REVERSED" | "EXPIRED" | "RELEASED";
      orderNumber: string;
      tokens: number;
      /** The reason of a rejection or reversal; empty without one. */
      reason: string;
    }
  /**
   * KEPT: the order could not take the payment. PART: a part arrived. RECORDED: the member had not
   * submitted the payment. UNNEEDED: the order does not need it. NOT_RECEIVED: no money arrived.
   */
  | {
      kind: "KEPT" | "PART" | "RECORDED" | "UNNEEDED" | "NOT_RECEIVED";
      orderNumber: string;
      reason: string;
    }
  | {
      kind: "REFUNDED";
      orderNumber: string;
      amountPaise: number;
      /** The bank's. */
      reference: string;
      /** YYYY-MM-DD. */
      refundedOn: string;
    }
  /** An admin used an unallocated payment of `orderNumber` for `newOrder`. */
  | { kind: "REUSED"; orderNumber: string; amountPaise: number; newOrder: string }
  /** `memberId` is the Member ID of the buyer whom the member invited. */
  | { kind: "REWARD" | "REWARD_REVERSED"; memberId: string; tokens: number }
  /** Somebody registered with the member's code. */
  | { kind: "JOINED" }
  | { kind: "PRICE"; priceMicroRupees: number }
  | { kind: "ANNOUNCEMENT"; title: string; text: string }
);

/** `notices.markRead`: those up to the newest one that was shown. */
export const MarkRead = z.object({
  until: z
    .string({ error: code("FIELD_INVALID") })
    .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{1,6}Z$/, code("FIELD_INVALID"))
    .refine((at) => !Number.isNaN(Date.parse(at)), code("FIELD_INVALID")),
});

/** `notices.choice`, and the answer of `notices.chooseMails`. */
export interface MailChoice {
  /** True if announcements, new prices and joining friends are mailed to the member too. */
  mails: boolean;
}

/** `notices.chooseMails`; an unticked box is absent from a form. */
export const ChooseMails = z.object({
  mails: z.preprocess((value) => value ?? false, booleanField("FIELD_INVALID")),
});

/** Maximum lengths of an announcement, in characters. */
const LENGTHS = { title: 120, text: 2000 } as const;

/** `announcements.publish` (admin): plain text; line breaks are kept. */
export const PublishAnnouncement = z.object({
  title: line("TITLE_REQUIRED", LENGTHS.title),
  text: z
    .string({ error: code("TEXT_REQUIRED") })
    .overwrite((text) => storable(text).replace(/\r\n?/g, "\n").trim())
    .min(1, code("TEXT_REQUIRED"))
    .max(LENGTHS.text, code("TEXT_TOO_LONG")),
});

/** `announcements.withdraw` (admin). */
export const AnnouncementRef = z.object({ id: idField });

/** A company publishes at most this many announcements a day: each may be a mail to every member. */
export const ANNOUNCEMENTS_A_DAY = 5;

/** An announcement for the company's admins. */
export interface AnnouncementView {
  id: string;
  title: string;
  text: string;
  /** The author's name. */
  by: string;
  /** ISO. */
  at: string;
  /** ISO; null while members see it. */
  withdrawnAt: string | null;
}
