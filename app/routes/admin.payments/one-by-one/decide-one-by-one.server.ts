import type { ActionFunctionArgs } from "@remix-run/node";
import { changeNotes, isNoteForm } from "~/components/notes/notes.server";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { decide } from "~/components/purchases/decide/decide.server";
import { queueAfter } from "./one-by-one-address";

/** A decision of one payment, after which the next is shown; or what undoes the last one. */
export async function decideOneByOne({ request, context }: ActionFunctionArgs) {
  const form = await request.clone().formData();
  const asked = new URL(request.url).searchParams;
  if (isNoteForm(form))
    return changeNotes(context, form, paths.admin.payments + searchWith(asked, {}));
  const next = form.get(form.get("intent") === "undo" ? "orderId" : "then");
  return decide(request, context, queueAfter(asked, next));
}
