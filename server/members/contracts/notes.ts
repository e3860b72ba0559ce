import { z } from "zod";
import { type NoteKind, QUESTIONS } from "@db/vocabulary";
import { code, idField, optional, oneOf } from "@server/platform/contracts/fields";
import { paragraphs } from "./notices";

/** A note has at most so many characters. */
const LONGEST_NOTE = 2000;

/** A member, or one order of theirs. */
export const NoteSubject = z.object({ memberId: idField, orderId: optional(idField) });
export type NoteSubject = z.output<typeof NoteSubject>;

/** `notes.add`. */
export const AddNote = NoteSubject.extend({ text: paragraphs(LONGEST_NOTE) });

/** `notes.ask`: OTHER needs a text; it is added to any other question. */
export const AskMember = NoteSubject.extend({
  question: oneOf(QUESTIONS),
  text: optional(paragraphs(1000)),
}).refine(({ question, text }) => question !== "OTHER" || text !== undefined, {
  path: ["text"],
  error: code("TEXT_REQUIRED"),
});

/** `notes.list`: what admins wrote, newest first. */
export interface Note {
  id: string;
  kind: NoteKind;
  text: string;
  by: string;
  /** ISO. */
  at: string;
  /** The order that it is about; null for the member. */
  orderNumber: string | null;
}
