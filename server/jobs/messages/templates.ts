import type { Channel, Language } from "@db/vocabulary";

/** Every message the product sends, and what each says. Money and counts come already formatted. */
export interface MessageParams {
  registrationCode: { code: string; minutes: number };
  /** Somebody asked to register with an address that has an account (design §7). */
  accountExists: object;
  resetCode: { code: string; minutes: number };
  changeCode: { code: string; minutes: number };
  superAdminCode: { code: string; minutes: number };
  /** `device` and `ip` as far as the login told; `at` already formatted. */
  newDevice: { device: string; ip: string; at: string };
  /** An admin is led to the admins' own reset. */
  passwordChanged: { isAdmin?: boolean };
  /** What happened to somebody's authenticator app; `left`: recovery codes that still work. */
  securityChanged: { change: "ON" | "OFF" | "CODES_RENEWED" | "CODE_USED"; left: number };
  memberVerified: object;
  invitation: { name: string; token: string; hours: number };
  orderSubmitted: { orderNumber: string; total: string; quantity: string; token: string };
  orderApproved: { orderNumber: string; quantity: string; token: string; hash: string };
  orderRejected: { orderNumber: string; reason: string; refundNote: string };
  /** Nothing was submitted while the tokens were kept. */
  orderExpired: { orderNumber: string };
  orderReversed: { orderNumber: string; reason: string };
  rewardEarned: { quantity: string; token: string; memberId: string };
  rewardReversed: { quantity: string; token: string; memberId: string };
  /** To the company's admins. */
  orderWaiting: { orderNumber: string; total: string; member: string; method: string };
  beneficiaryChanged: { account: string; change: string; by: string };
}

export type Template = keyof MessageParams;

/** Codes are of no use late: after so long a waiting message is dropped instead of sent. */
export const USELESS_AFTER_SECONDS: Partial<Record<Template, number>> = {
  registrationCode: 600,
  resetCode: 600,
  changeCode: 600,
  superAdminCode: 180,
};

/** One message, to one address over one channel. */
export type Message<T extends Template = Template> = {
  [K in T]: {
    template: K;
    params: MessageParams[K];
    channel: Channel;
    /** An e-mail address or an E.164 number. */
    address: string;
    language: Language;
    /** Null for a super admin's. */
    companyId: string | null;
    /** The member or admin it is for, where there is one. */
    userId: string | null;
    /** The site its links lead to. */
    origin: string;
  };
}[T];

/** What a template says, before it is dressed in a brand. */
export interface MessageWords {
  subject: string;
  paragraphs: readonly string[];
  /** Shown large and easy to copy. */
  code?: string;
  /** `path` is of the site the message comes from. */
  button?: { label: string; path: string };
  /** The text of an SMS; a template without one goes by mail alone. */
  sms?: string;
}

/** One language's messages. */
export type MessageCatalogue = {
  [K in Template]: (params: MessageParams[K], site: { name: string }) => MessageWords;
};
