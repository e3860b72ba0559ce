import { type Database, runText } from "@db/client";
import { findCompany } from "@db/queries/companies";
import { lockWaitingMessage, markMessage } from "@db/queries/messages";
import type { MailEnd } from "@server/adapters/mail/mail-end";
import type { SmsEnd } from "@server/adapters/sms/sms-end";
import { brandOf } from "@server/context/brand-of";
import { senderOf } from "@server/domain/messages/sender";
import type { Secrets } from "@server/secrets/secrets";
import { paramsOf } from "./file-message";
import { renderMessage } from "./render";
import { USELESS_AFTER_SECONDS } from "./templates";

export interface SendParts {
  database: Database;
  secrets: Secrets;
  mail: MailEnd;
  sms: SmsEnd;
  /** Keep what was said, for the demo's outbox. */
  keepParams: boolean;
}

/** Longer than an end waits for an answer to each of its steps. */
const SENDING_MAY_TAKE_MS = 5 * 60_000;

/** The sender's name where a message concerns no company. */
const PLATFORM_NAME = "Prelaunch";

/**
 * Sends one waiting message, under its row's lock so that no two workers do. Rejects when the end
 * did not take it; the message then waits on.
 */
export async function sendMessage(parts: SendParts, id: string): Promise<void> {
  // Never run again by itself, as `transact` would: what has left cannot be called back.
  await parts.database.db.transaction(async (tx) => {
    // A slow mail server takes its time; cut off here, a mail it did take would be sent again and again.
    await runText(tx, `SET LOCAL idle_in_transaction_session_timeout = ${SENDING_MAY_TAKE_MS}`, []);
    const found = await lockWaitingMessage(tx, id);
    if (!found) return;
    const { message, ageSeconds } = found;
    const said = paramsOf(parts.secrets, message);
    const uselessAfter = said ? USELESS_AFTER_SECONDS[said.template] : undefined;
    if (!said || (uselessAfter !== undefined && ageSeconds > uselessAfter)) {
      // A dead code in the inbox would only confuse.
      await markMessage(tx, id, { status: "FAILED", failure: "expired" }, parts.keepParams);
      return;
    }
    const company = message.companyId ? await findCompany(tx, message.companyId) : undefined;
    const rendered = renderMessage(said.template, said.params, message.language, {
      name: company?.name ?? PLATFORM_NAME,
      origin: message.origin,
      brand: await brandOf(tx, company ?? null),
    });
    const sender = company && senderOf(company);
    if (message.channel === "SMS") {
      if (rendered.sms) await parts.sms.send({ to: message.address, body: rendered.sms });
    } else {
      await parts.mail.send({
        id,
        fromName: sender?.name ?? PLATFORM_NAME,
        replyTo: sender?.replyTo ?? null,
        to: message.address,
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
      });
    }
    await markMessage(tx, id, { status: "SENT" }, parts.keepParams);
  });
}
