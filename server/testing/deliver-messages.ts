import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { messages } from "@db/schema";
import type { Mail } from "@server/delivery/mail-transport";
import { outboxSmsTransport } from "@server/delivery/sms-transport";
import { sendMessage } from "@server/delivery/send-message";
import type { Secrets } from "@server/identity/secrets";

export interface DeliveredMessage extends Mail {
  template: string;
  /** Origins of all links, first those in the plain text. */
  links: string[];
}

/** Sends the queued messages, oldest first; optionally only those of one address or person. */
export async function deliverMessages(
  parts: { database: Database; secrets: Secrets; appOrigin: string },
  only: { address?: string; userId?: string } = {},
): Promise<DeliveredMessage[]> {
  const waiting = await parts.database.db
    .select({ id: messages.id, template: messages.template })
    .from(messages)
    .where(
      and(
        eq(messages.status, "QUEUED"),
        only.address === undefined ? undefined : eq(messages.address, only.address),
        only.userId === undefined ? undefined : eq(messages.userId, only.userId),
      ),
    )
    .orderBy(asc(messages.createdAt), asc(messages.id));
  const delivered: DeliveredMessage[] = [];
  for (const { id, template } of waiting) {
    const send = (mail: Mail) =>
      Promise.resolve(void delivered.push({ ...mail, template, links: linksIn(mail) }));
    const mail = { send, close: () => undefined };
    await sendMessage({ ...parts, mail, sms: outboxSmsTransport, keepParams: false }, id);
  }
  return delivered;
}

function linksIn({ text, html }: Mail): string[] {
  const plain = html.replace(/&#(\d+);/g, (_, sign: string) => String.fromCharCode(Number(sign)));
  const links = `${text}\n${plain}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
  return links.map((link) => new URL(link).origin);
}
