/** Sender name and reply address of a company's mails. */
export interface Sender {
  name: string;
  replyTo: string;
}

interface Company {
  name: string;
  email: string;
  settings: { mailSenderName?: string; mailReplyTo?: string; supportEmail?: string };
}

/** Returns the mail settings, else the support contact, else the company's own contact. */
export const senderOf = ({ name, email, settings }: Company): Sender => ({
  name: settings.mailSenderName ?? name,
  replyTo: settings.mailReplyTo ?? settings.supportEmail ?? email,
});
