import type { Executor } from "@db/client";
import type { Language } from "@db/vocabulary";
import type { Sender } from "@server/messages/rules/sender";
import type { Secrets } from "@server/platform";
import type { Mail } from "./mail-transport";
import { type RenderSite, renderMessage } from "./render-message";
import { contentsOf } from "./store-message";

/** The sender's name for messages without a company. */
export const PLATFORM_NAME = "Prelaunch";

/** The look and the sender that all messages of one company share. */
export interface CompanyMailing {
  site: Omit<RenderSite, "origin">;
  /** Reads the origin of links for a person; null for an address without an account. */
  originFor: (personId: string | null) => Promise<string>;
  /** It is null for the platform. */
  sender: Sender | null;
}

interface Composable {
  id: string;
  companyId: string | null;
  userId: string | null;
  address: string;
  template: string;
  language: Language;
  paramsEncrypted: string | null;
}

export interface Composed {
  mail: Mail;
  /** It is null when the template has no SMS text. */
  sms: { to: string; body: string } | null;
}

/** A stored message as it is sent; null once its contents are deleted. */
export async function composeMessage(
  db: Executor,
  secrets: Secrets,
  message: Composable,
  { site, originFor, sender }: CompanyMailing,
): Promise<Composed | null> {
  const contents = await contentsOf(db, secrets, message);
  if (!contents) return null;
  const origin = await originFor(message.userId);
  const rendered = renderMessage(contents.template, contents.params, message.language, {
    ...site,
    origin,
  });
  return {
    mail: {
      id: message.id,
      fromName: sender?.name ?? PLATFORM_NAME,
      replyTo: sender?.replyTo ?? null,
      to: message.address,
      subject: rendered.subject,
      text: rendered.text,
      html: rendered.html,
    },
    sms: rendered.sms === null ? null : { to: message.address, body: rendered.sms },
  };
}
