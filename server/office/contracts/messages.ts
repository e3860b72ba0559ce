import { z } from "zod";
import type { Channel, Language, MessageFailure, MessageStatus } from "@db/vocabulary";
import { pageFields } from "@server/platform/contracts/fields";

/** `messages.outbox` (demo mode only). */
export const ListOutbox = z.object(pageFields);

/** A message, sent or queued. */
export type OutboxMessage = {
  id: string;
  channel: Channel;
  address: string;
  language: Language;
  template: string;
  /** It is null for an SMS. */
  subject: string | null;
  text: string;
  status: MessageStatus;
  /** ISO. */
  createdAt: string;
};
export type Outbox = { records: OutboxMessage[]; total: number; lastPage: number };

/** A message that could not be delivered, as admins see it. */
export type UndeliveredMessage = {
  id: string;
  /** The company, for a super admin; null for the platform's own message. */
  company: { id: string; name: string } | null;
  /** The recipient, if a member or an admin. */
  person: { id: string; name: string } | null;
  channel: Channel;
  address: string;
  template: string;
  failure: MessageFailure;
  /** The answer of the mail server or SMS provider. */
  reply: string | null;
  /** ISO. */
  createdAt: string;
};
/** `messages.undelivered` (admin), `messages.undeliveredOfPlatform` (super admin): the newest. */
export type UndeliveredMessages = { records: UndeliveredMessage[]; total: number };

/** `messages.queue` (super admin): the messages of all companies that wait. */
export type MessageQueue = {
  codes: number;
  oldestCodeSeconds: number;
  notices: number;
  oldestNoticeSeconds: number;
  /** Channels whose server does not answer this process. */
  paused: Channel[];
};
