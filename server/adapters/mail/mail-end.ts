import { createTransport } from "nodemailer";

export interface Mail {
  /** The same for a mail that is sent again, so that whoever has it already can tell. */
  id: string;
  /** The name people see as the sender. */
  fromName: string;
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Where mails leave the house. Rejects when the mail was not taken. */
export interface MailEnd {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Header fields are one line: whatever a name holds, it stays in its own. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ").trim();

/** Any SMTP server; gives up on one that does not answer within 20 seconds. */
export function createSmtpEnd(smtpUrl: string, fromAddress: string): MailEnd {
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

/** Takes everything and sends nothing: without SMTP, messages are read at `/demo/outbox`. */
export const outboxEnd: MailEnd = { send: () => Promise.resolve(), close: () => undefined };
