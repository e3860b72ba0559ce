import { z } from "zod";
import type { Channel, Language } from "@db/vocabulary";
import { pageFields } from "./fields";

/** `messages.outbox` (demo mode only). */
export const ListOutbox = z.object(pageFields);
export type ListOutbox = z.output<typeof ListOutbox>;

/** A message, sent or queued. */
export type OutboxMessage = {
  id: string;
  channel: Channel;
  address: string;
  language: Language;
  template: string;
  /** Null for an SMS. */
  subject: string | null;
  text: string;
  status: "QUEUED" | "SENT" | "FAILED";
  /** ISO. */
  createdAt: string;
};
export type Outbox = { records: OutboxMessage[]; total: number; lastPage: number };
