import { createTransport } from "nodemailer";

export interface Mail {
  /** Stays the same when a mail is sent again, so that duplicates can be detected. */
  id: string;
  /** The sender's display name. */
  fromName: string;
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. Rejects if the server did not accept it. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Replaces line breaks, so that a value cannot inject a header field. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ").trim();

/** Works with any SMTP server; gives up on one that does not answer within 20 seconds. */
export function createSmtpTransport(smtpUrl: string, fromAddress: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const domain = fromAddress.slice(fromAddress.lastIndexOf("@") + 1);
  return {
    async send(mail) {
      await transport.sendMail({
        messageId: `<${mail.id}@${domain}>`,
        from: { name: oneLine(mail.fromName), address: fromAddress },
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        to: { name: "", address: mail.to },
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
      });
    },
    close: () => transport.close(),
  };
}

/** Accepts every mail and sends none: without SMTP, messages are read at `/demo/outbox`. */
export const outboxMailTransport: MailTransport = {
  send: () => Promise.resolve(),
  close: () => undefined,
};
