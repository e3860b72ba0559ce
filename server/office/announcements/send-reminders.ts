import { mailTo } from "@server/messages/rules/mail-to";
import { type Executor, transact } from "@db/client";
import { LANGUAGES, ORDER_REMINDERS, REMINDERS } from "@db/vocabulary";
import type { ReminderSetting } from "@db/schema";
import type { Language, Reminder } from "@db/vocabulary";
import { adminProcedure, type Deps, inTransaction } from "@server/access";
import { type ReminderView, SetReminder, textName } from "@server/members/contracts/notices";
import type { Message } from "@server/messages";
import { type DueReminder, takeReminders } from "@server/office/queries/reminders";
import { translatorOf } from "@server/platform";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatRupees } from "@server/platform/rules/money/format";
import { quoteStandsUntil } from "@server/platform/rules/hold-times";
import { lockCompany } from "@server/sites";
import { changeOwnCompany } from "@server/companies";

/** Reminders of one transaction. */
const TOGETHER = 500;

/**
 * The sweep: mails the reminders that companies have turned on, each once for its order. What was sent
 * is stored with the mails, so that a process that stops loses none and repeats none. Returns how many
 * it stored.
 */
export async function sendReminders(
  db: Executor,
  { jobs }: Pick<Deps, "jobs">,
  together: number = TOGETHER,
): Promise<number> {
  let stored = 0;
  for (const kind of ORDER_REMINDERS) {
    for (let some = together; some === together; stored += some) {
      some = await transact(db, async (tx) => {
        const due = await takeReminders(tx, kind, together);
        await jobs.notify(tx, ...due.map((one) => mailOf(kind, one)));
        return due.length;
      });
    }
  }
  return stored;
}

function mailOf(kind: Reminder, due: DueReminder): Message {
  const { orderNumber, totalPaise, text } = due;
  const until = kind === "ORDER_OPEN" ? due.holdEndsAt : quoteStandsUntil(due);
  return {
    template: "reminder",
    params: {
      change: kind,
      text,
      orderNumber,
      total: formatRupees(totalPaise),
      at: formatDateTime(until),
    },
    ...mailTo(due.companyId, { ...due, id: due.userId }),
  };
}

/** The reminders of a company, with the texts that it has without its own. */
export const reminders = adminProcedure.query(({ ctx }): ReminderView[] =>
  REMINDERS.map((kind) => {
    const { isOn = false, texts = {} } = ctx.company.settings.reminders?.[kind] ?? {};
    return { kind, isOn, texts: { ...texts }, usual: usualTexts(kind, ctx.company.tokenSymbol) };
  }),
);

/** The product's own texts, as a mail about one order has them. */
const usualTexts = (kind: Reminder, token: string): Record<Language, string> => {
  const sample = { orderNumber: "PUR-…", total: "₹…", at: "…", token };
  const textIn = (language: Language) =>
    translatorOf(language).t(`mail:reminder.what_${kind}`, { replace: sample });
  return Object.fromEntries(LANGUAGES.map((one) => [one, textIn(one)])) as Record<Language, string>;
};

/** Turns a reminder on or off, and sets its texts. */
export const setReminder = adminProcedure.input(SetReminder).mutation(
  inTransaction(async (ctx, { kind, isOn, ...texts }, tx) => {
    const { settings } = await lockCompany(tx, ctx.company.id);
    const was = settings.reminders?.[kind];
    const own = Object.fromEntries(
      LANGUAGES.flatMap((language) => {
        const text = texts[textName(language)];
        return text === undefined ? [] : [[language, text]];
      }),
    );
    const is: ReminderSetting = { isOn, texts: own };
    const told = (one: ReminderSetting | undefined) => ({
      change: kind,
      isOn: one?.isOn ?? false,
      text: Object.values(one?.texts ?? {}).join("\n\n"),
    });
    await changeOwnCompany(
      ctx,
      { settings: { ...settings, reminders: { ...settings.reminders, [kind]: is } } },
      { before: told(was), after: told(is) },
    );
  }),
);
