import type { Executor } from "@db/client";
import { findCompany, brandOf, originOfCompany } from "@server/sites";
import type { Language } from "@db/vocabulary";
import { type Sender, senderOf } from "@server/messages/rules/sender";
import type { Secrets } from "@server/platform";
import type { Mail } from "./mail-transport";
import { type RenderSite, renderMessage } from "./render-message";
import { contentsOf } from "./store-message";

export interface ComposeParts {
  secrets: Secrets;
  /** The origin of the platform's own site. */
  appOrigin: string;
}

/** The sender's name for messages without a company. */
const PLATFORM_NAME = "Prelaunch";

/** What the messages of one company have in common. */
export interface CompanyMailing {
  site: RenderSite;
  /** Null for the platform. */
  sender: Sender | null;
}

/** Reads the company's present name, brand, first host and sender; null is the platform. */
export async function readMailing(
  db: Executor,
  appOrigin: string,
  companyId: string | null,
): Promise<CompanyMailing> {
  const company = companyId ? await findCompany(db, companyId) : undefined;
  return {
    site: {
      name: company?.name ?? PLATFORM_NAME,
      origin: await originOfCompany(db, appOrigin, companyId),
      brand: await brandOf(db, company ?? null),
    },
    sender: company ? senderOf(company) : null,
  };
}

interface Composable {
  id: string;
  companyId: string | null;
  address: string;
  template: string;
  language: Language;
  paramsEncrypted: string | null;
}

export interface Composed {
  mail: Mail;
  /** Null when the template has no SMS text. */
  sms: { to: string; body: string } | null;
}

/** A stored message as it is sent; null once its contents are deleted. */
export async function composeMessage(
  db: Executor,
  secrets: Secrets,
  message: Composable,
  { site, sender }: CompanyMailing,
): Promise<Composed | null> {
  const contents = await contentsOf(db, secrets, message);
  if (!contents) return null;
  const rendered = renderMessage(contents.template, contents.params, message.language, site);
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
