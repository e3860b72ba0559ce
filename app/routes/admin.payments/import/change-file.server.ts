import { type ActionFunctionArgs, type AppLoadContext, redirect } from "@remix-run/node";
import { AnswerDays, HeldFile, MapFile, MendRow } from "@server/orders/contracts/statements";
import { besideField, refuse } from "@server/platform/rules/refusals/refuse";
import { adminApi } from "~/lib/callers";
import { importPath, statementPath } from "~/lib/paths";
import { refusalIn } from "~/lib/messages/refusals";
import { replyWithRefusal, submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";

/** The forms of the page: a file is chosen, its columns are named, a row is mended, it is imported or dropped. */
export async function changeFile({ request, context }: ActionFunctionArgs) {
  if (request.headers.get("content-type")?.startsWith("multipart/")) {
    return hold(request, context);
  }
  const form = await request.formData();
  const api = await adminApi(context);
  switch (form.get("intent")) {
    case "columns":
      return submit(context, form, {
        schema: MapFile,
        call: (input) => api.statements.map(input),
        done: (_, { fileId }) => redirect(statementPath(fileId)),
      });
    case "mend":
      return submit(context, form, {
        schema: MendRow,
        call: (input) => api.statements.mend(input),
        done: (_, { fileId, row }) =>
          withToast(context, statementPath(fileId), "statements:mend.done", { row }),
      });
    case "days":
      return submit(context, form, {
        schema: AnswerDays,
        call: (input) => api.statements.answerDays(input),
        done: (_, { fileId }) => redirect(statementPath(fileId)),
      });
    case "drop":
      return submit(context, form, {
        schema: HeldFile,
        call: (input) => api.statements.drop(input),
        done: { to: importPath, toast: "statements:dropped" },
      });
    default:
      return submit(context, form, {
        schema: HeldFile,
        call: (input) => api.statements.importFile(input),
        done: ({ id }) => withToast(context, statementPath(id), "statements:imported.toast"),
      });
  }
}

/** Keeps the file for the preview; a refusal of it is shown beside the field. */
async function hold(request: Request, context: AppLoadContext) {
  const api = await adminApi(context);
  const { file, fields, refused } = await context.caller.files.read(request, "admin");
  const accountId = fields.get("accountId");
  try {
    if (refused) throw refused;
    if (!file || file.fileName === "") throw refuse("FILE_REQUIRED");
    const { fileId } = await api.statements.hold({
      accountId: typeof accountId === "string" ? accountId : "",
      file: { fileName: file.fileName, bytes: new Uint8Array(file.bytes) },
    });
    return redirect(statementPath(fileId));
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    return replyWithRefusal(context, fields, besideField(refusal, "file"), "hold");
  }
}
