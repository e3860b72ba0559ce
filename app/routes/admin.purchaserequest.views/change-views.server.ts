import type { AppLoadContext } from "@remix-run/node";
import { ChooseColumns, RenameView, SaveView, ViewRef } from "@server/contracts/views";
import { translatorOf } from "@server/words/translators.server";
import { adminApi } from "~/lib/callers";
import { paths } from "~/lib/paths";
import { notFound } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";

/** The forms of the saved views, and those above the list of Manage Purchase. */
export async function changeViews(request: Request, context: AppLoadContext) {
  const form = await request.formData();
  const api = await adminApi(context);
  const { t } = translatorOf(context.language);
  const said = (key: string, name = "") => success(t(`views:${key}`, { name }));
  // Each view has forms of its own.
  const sent = form.get("intent");
  const intent = typeof sent === "string" ? sent : "";
  const [act, about = ""] = intent.split(" ");
  switch (act) {
    case "save":
      return submit(context, form, {
        intent,
        schema: SaveView,
        call: (input) => api.views.save(input),
        done: ({ name, query }) =>
          redirectWithToast(`${paths.admin.purchaseRequest}?${query}`, said("saved", name)),
      });
    case "rename":
      return submit(context, form, {
        intent,
        schema: RenameView,
        call: (input) => api.views.rename(input),
        done: (_done, { name }) =>
          redirectWithToast(paths.admin.purchaseViews, said("renamed", name)),
      });
    case "delete":
      return submit(context, form, {
        intent,
        schema: ViewRef,
        call: (input) => api.views.remove(input),
        done: ({ name }) => redirectWithToast(paths.admin.purchaseViews, said("deleted", name)),
      });
    case "columns":
      form.set("tab", about);
      return submit(context, form, {
        intent,
        schema: ChooseColumns,
        call: (input) => api.views.chooseColumns(input),
        // The address of the list, which names no columns any more.
        done: (_done, { cols }) =>
          redirectWithToast(
            paths.admin.purchaseRequest + new URL(request.url).search,
            said(cols.length > 0 ? "columnsKept" : "columnsAll"),
          ),
      });
    default:
      throw notFound(context);
  }
}
