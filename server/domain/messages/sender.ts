/** Whose name stands on a company's mails, and where an answer to them goes. */
export interface Sender {
  name: string;
  replyTo: string;
}

interface Company {
  name: string;
  email: string;
  settings: { mailSenderName?: string; mailReplyTo?: string; supportEmail?: string };
}

/** What was set for mails, else where members are told to ask, else the company's own. */
export const senderOf = ({ name, email, settings }: Company): Sender => ({
  name: settings.mailSenderName ?? name,
  replyTo: settings.mailReplyTo ?? settings.supportEmail ?? email,
});
