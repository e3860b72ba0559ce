import { z } from "zod";
import {
  AUDIENCES,
  type Audience,
  LANGUAGES,
  type Language,
  REMINDERS,
  type Reminder,
} from "@db/vocabulary";
import {
  booleanField,
  code,
  idField,
  instantField,
  line,
  optional,
  storable,
  oneOf,
} from "@server/platform/contracts/fields";

/** The page under the bell shows at most this many notices. */
export const MOST_NOTICES = 50;

/** The time of a notice, ISO 8601 with microseconds. */
const noticeTime = z
  .string({ error: code("FIELD_INVALID") })
  .regex(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{1,6}Z$/, code("FIELD_INVALID"))
  .refine((at) => !Number.isNaN(Date.parse(at)), code("FIELD_INVALID"));

/** Input of `notices.mine`: the newest, or those before one that was shown. */
export const ListNotices = z.object({ before: noticeTime.optional() }).default({});

/** One of `notices.mine`; `at` is ISO with microseconds. */
export type Notice = { at: string; isUnread: boolean } &
  /** The tokens have the bonus in them. */
  (
    | { kind: "APPROVED"; orderNumber: string; tokens: number }
    | {
        kind: "REJECTED" | "REVERSED" | "EXPIRED" | "RELEASED";
        orderNumber: string;
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
    /** For the purchase of a friend, of whom nothing else is told. */
    | {
        kind: "REWARD" | "REWARD_REVERSED" | "REWARD_PROMISED" | "REWARD_WITHDRAWN";
        tokens: number;
      }
    /** The company refused to verify the member. */
    | { kind: "REFUSED"; reason: string }
    /** Somebody joined with the member's code. */
    | { kind: "JOINED" }
    | { kind: "PRICE"; priceMicroRupees: number }
    | { kind: "ANNOUNCEMENT"; title: string; text: string }
  );

/** `notices.markRead`: those up to the newest one that was shown. */
export const MarkRead = z.object({ until: noticeTime });

/** `notices.choice`, and the answer of `notices.chooseMails`. */
export interface MailChoice {
  /** True if announcements, new prices and joining friends are mailed to the member too. */
  mails: boolean;
}

/** `notices.chooseMails`; an unticked box is absent from a form. */
export const ChooseMails = z.object({
  mails: z.preprocess((value) => value ?? false, booleanField("FIELD_INVALID")),
});

/** Maximum lengths of an announcement and a reminder, in characters. */
const LENGTHS = { title: 120, text: 2000, reminder: 1000 } as const;

/** Parses plain text whose line breaks are kept. */
export const paragraphs = (max: number) =>
  z
    .string({ error: code("TEXT_REQUIRED") })
    .overwrite((text) => storable(text).replace(/\r\n?/g, "\n").trim())
    .min(1, code("TEXT_REQUIRED"))
    .max(max, code("TEXT_TOO_LONG"));

/**
 * `announcements.publish` and its preview and test (admin): to all members unless another audience
 * is named, now unless at another time.
 */
export const PublishAnnouncement = z.object({
  title: line("TITLE_REQUIRED", LENGTHS.title),
  text: paragraphs(LENGTHS.text),
  audience: optional(oneOf(AUDIENCES)).transform((audience): Audience => audience ?? "ALL"),
  startsAt: optional(instantField("FIELD_INVALID")),
});

/** `announcements.preview`. */
export interface AnnouncementPreview {
  /** Members of the audience at present, and those of them to whom it is mailed. */
  members: number;
  mailed: number;
  /** The mail in the admin's language. */
  mail: { from: string; replyTo: string; subject: string; text: string };
}

/** An admin sends at most this many tests to themself in a day. */
export const TESTS_A_DAY = 20;

const reminderText = optional(paragraphs(LENGTHS.reminder));

/** The field of a reminder's text in a language. */
export const textName = <L extends Language>(language: L): `text_${L}` => `text_${language}`;

/** `announcements.setReminder` (admin): an absent text leaves the product's own. */
export const SetReminder = z.object({
  kind: oneOf(REMINDERS),
  isOn: z.preprocess((value) => value ?? false, booleanField("FIELD_INVALID")),
  ...(Object.fromEntries(LANGUAGES.map((language) => [textName(language), reminderText])) as Record<
    `text_${Language}`,
    typeof reminderText
  >),
});

/** One of `announcements.reminders`: the company's texts, and those it has without its own. */
export interface ReminderView {
  kind: Reminder;
  isOn: boolean;
  texts: Partial<Record<Language, string>>;
  usual: Record<Language, string>;
}

/** `announcements.withdraw` (admin). */
export const AnnouncementRef = z.object({ id: idField });

/** A company publishes at most this many announcements a day: each may be a mail to every member. */
export const ANNOUNCEMENTS_A_DAY = 5;

/** An announcement for the company's admins. */
export interface AnnouncementView {
  id: string;
  title: string;
  text: string;
  audience: Audience;
  /** The author's name. */
  by: string;
  /** Its start, ISO: in the future until members see it. */
  at: string;
  isUpcoming: boolean;
  /** ISO; null while members see it. */
  withdrawnAt: string | null;
}
