import type { AppLoadContext } from "@remix-run/node";
import { AddNote, AskMember } from "@server/members/contracts/notes";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

/** The contracts of the forms of `Notes`. */
export const noteConstraints = constraintsOf({ note: AddNote, ask: AskMember });

/** True for a form of `Notes`. */
export const isNoteForm = (form: FormData): boolean =>
  ["note", "ask"].some((one) => one === form.get("intent"));

/** Handles the forms of `Notes`, and comes back to the page that shows them. */
export async function changeNotes(context: AppLoadContext, form: FormData, back: string) {
  const api = await adminApi(context);
  const done = (key: string) => withToast(context, back, `notes:${key}`);
  return form.get("intent") === "ask"
    ? submit(context, form, {
        schema: AskMember,
        call: (input) => api.notes.ask(input),
        done: () => done("asked"),
      })
    : submit(context, form, {
        schema: AddNote,
        call: (input) => api.notes.add(input),
        done: () => done("added"),
      });
}
