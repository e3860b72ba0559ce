import { type Database, runText } from "@db/client";
import { findCompany } from "@db/queries/companies";
import { lockWaitingMessage, markMessage } from "@db/queries/messages";
import type { MailTransport } from "./mail-transport";
import type { SmsTransport } from "./sms-transport";
import { brandOf } from "@server/context/brand-of";
import { originOfCompany } from "@server/context/site";
import { senderOf } from "@server/domain/messages/sender";
import type { Secrets } from "@server/identity/secrets";
import { paramsOf } from "./store-message";
import { renderMessage } from "./render-message";
import { USELESS_AFTER_SECONDS } from "./message-templates";

export interface SendParts {
  database: Database;
  secrets: Secrets;
  /** The origin of the platform's own site. */
  appOrigin: string;
  mail: MailTransport;
  sms: SmsTransport;
  /** Keeps the parameters after sending, for the demo's outbox. */
  keepParams: boolean;
}

/** Longer than a transport waits for all answers while sending. */
const SENDING_MAY_TAKE_MS = 5 * 60_000;

/** The sender's name for messages without a company. */
const PLATFORM_NAME = "Prelaunch";

/**
 * Sends one waiting message, with its row locked so that no two workers send it. Rejects if the transport
 * did not accept it; the message then stays waiting.
 */
export async function sendMessage(parts: SendParts, id: string): Promise<void> {
  // Not retried as `transact` would: a sent message cannot be recalled.
  await parts.database.db.transaction(async (tx) => {
    // A slow mail server must not time out: a mail it had accepted would be sent again.
    await runText(tx, `SET LOCAL idle_in_transaction_session_timeout = ${SENDING_MAY_TAKE_MS}`, []);
    const found = await lockWaitingMessage(tx, id);
    if (!found) return;
    const { message, ageSeconds } = found;
    const said = paramsOf(parts.secrets, message);
    const uselessAfter = said ? USELESS_AFTER_SECONDS[said.template] : undefined;
    if (!said || (uselessAfter !== undefined && ageSeconds > uselessAfter)) {
      // An expired code in the inbox would only confuse.
      await markMessage(tx, id, { status: "FAILED", failure: "expired" }, parts.keepParams);
      return;
    }
    const company = message.companyId ? await findCompany(tx, message.companyId) : undefined;
    const rendered = renderMessage(said.template, said.params, message.language, {
      name: company?.name ?? PLATFORM_NAME,
      origin: await originOfCompany(tx, parts.appOrigin, message.companyId),
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
