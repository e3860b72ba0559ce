import type { Transporter } from "nodemailer";
import { smtpError } from "./delivery-error";

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

/**
 * Sends mail. Rejects with a DeliveryError if the server did not accept it; any other error counts
 * as a server that is away.
 */
export interface MailTransport {
  /** Gives up when `signal` aborts. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Closes idle connections at once, others after their mail. */
  close(): void;
}

export interface SmtpOptions {
  /** Connections that are open at the same time. */
  connections?: number;
  /** Gives up on a server that does not switch to TLS, instead of sending in plain text. */
  needsTls?: boolean;
}

/** After this many mails a connection is replaced: servers limit them. */
const MAILS_PER_CONNECTION = 100;

/** Replaces line breaks, so that a value cannot inject a header field. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ").trim();

/**
 * Works with any SMTP server, over connections that stay open between mails; gives up on one that
 * does not answer within 20 seconds.
 */
export function createSmtpTransport(
  smtpUrl: string,
  fromAddress: string,
  { connections = 1, needsTls = false }: SmtpOptions = {},
): MailTransport {
  const options = {
    pool: true as const,
    url: smtpUrl,
    requireTLS: needsTls,
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    // The queue retries; once more covers a connection that the server closed between two mails.
    maxRequeues: 1,
    idleTimeout: 15_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
  let opened: Promise<Transporter> | undefined;
  // The first mail loads Nodemailer, of forty modules.
  const open = async () => {
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(options);
    // Each failure is also reported to its mail.
    transport.on("error", () => undefined);
    return transport;
  };
  const domain = fromAddress.slice(fromAddress.lastIndexOf("@") + 1);
  return {
    async send(mail, signal) {
      const transport = await (opened ??= open());
      try {
        await transport.sendMail({
          messageId: `<${mail.id}@${domain}>`,
          from: { name: oneLine(mail.fromName), address: fromAddress },
          ...(mail.replyTo && { replyTo: mail.replyTo }),
          to: { name: "", address: mail.to },
          subject: oneLine(mail.subject),
          text: mail.text,
          html: mail.html,
          ...(signal && { signal }),
        });
      } catch (error) {
        throw error instanceof Error ? smtpError(error) : error;
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * Connects and logs in as for a mail, and sends none. Rejects with the reason, also if the server
 * does not ask for the login of the address: a mail would then go out without one.
 */
export async function verifySmtp(
  smtpUrl: string,
  { needsTls = false }: Pick<SmtpOptions, "needsTls"> = {},
): Promise<void> {
  const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
  const url = new URL(smtpUrl);
  if (url.username) url.searchParams.set("forceAuth", "true");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url: url.href, requireTLS: needsTls, ...waits });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Accepts every mail and sends none: without SMTP, messages are read at `/demo/outbox`. */
export const outboxMailTransport: MailTransport = {
  send: () => Promise.resolve(),
  close: () => undefined,
};
