import { z } from "zod";
import { type NoteKind, QUESTIONS } from "@db/vocabulary";
import { code, dateField, idField, optional } from "@server/platform/contracts/fields";
import { paragraphs } from "./notices";

/** A note has at most so many characters. */
const LONGEST_NOTE = 2000;

/** A member, or one order of theirs. */
export const NoteSubject = z.object({ memberId: idField, orderId: optional(idField) });
export type NoteSubject = z.output<typeof NoteSubject>;

/** `notes.add`: an own note, or what the member answered. */
export const AddNote = NoteSubject.extend({
  kind: z.enum(["NOTE", "ANSWERED"], { error: code("FIELD_INVALID") }).default("NOTE"),
  text: paragraphs(LONGEST_NOTE),
});

/** `notes.ask`: OTHER needs a text; it is added to any other question. */
export const AskMember = NoteSubject.extend({
  question: z.enum(QUESTIONS, { error: code("FIELD_INVALID") }),
  text: optional(paragraphs(1000)),
}).refine(({ question, text }) => question !== "OTHER" || text !== undefined, {
  path: ["text"],
  error: code("TEXT_REQUIRED"),
});

/** `notes.follow`: an absent value ends what was set. */
export const FollowUp = NoteSubject.extend({
  snoozedUntil: optional(dateField("SNOOZE_DAY_INVALID", "SNOOZE_DAY_INVALID")),
  assigneeId: optional(idField),
});

/** `notes.list`: what admins wrote, newest first. */
export interface NotesView {
  notes: {
    id: string;
    kind: NoteKind;
    text: string;
    by: string;
    /** ISO. */
    at: string;
    /** The order that it is about; null for the member. */
    orderNumber: string | null;
  }[];
  /** YYYY-MM-DD; null where it is not put off. */
  snoozedUntil: string | null;
  assignee: { id: string; name: string } | null;
  /** The admins to choose from. */
  admins: { id: string; name: string }[];
}
