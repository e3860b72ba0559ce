import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { withCompany } from "@db/platform";
import { messages } from "@db/schema";
import type { Mail } from "@server/messages/delivery/mail-transport";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { composeMessage } from "@server/messages/delivery/compose-message";
import type { Secrets } from "@server/platform/config/secrets";

export interface DeliveredMessage extends Mail {
  template: string;
  /** Origins of all links, beginning with the plain text's. */
  links: string[];
}

/** Marks the queued messages as sent, and returns them, oldest first; optionally those of one address or person. */
export async function deliverMessages(
  parts: { database: Database; secrets: Secrets; appOrigin: string },
  only: { address?: string; userId?: string } = {},
): Promise<DeliveredMessage[]> {
  const waiting = await parts.database.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.status, "QUEUED"),
        only.address === undefined ? undefined : eq(messages.address, only.address),
        only.userId === undefined ? undefined : eq(messages.userId, only.userId),
      ),
    )
    .orderBy(asc(messages.createdAt), asc(messages.id));
  const readMailing = mailingReader(parts.database.db, parts.appOrigin);
  const delivered: DeliveredMessage[] = [];
  for (const message of waiting.map(withCompany)) {
    const mailing = await readMailing(message.companyId);
    const { db } = parts.database;
    const composed = await composeMessage(db, parts.secrets, message, mailing);
    if (!composed) continue;
    const { mail } = composed;
    delivered.push({ ...mail, template: message.template, links: linksIn(mail) });
    await parts.database.db
      .update(messages)
      .set({ status: "SENT", paramsEncrypted: null })
      .where(eq(messages.id, message.id));
  }
  return delivered;
}

function linksIn({ text, html }: Mail): string[] {
  const plain = html.replace(/&#(\d+);/g, (_, sign: string) => String.fromCharCode(Number(sign)));
  const links = `${text}\n${plain}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
  return links.map((link) => new URL(link).origin);
}
