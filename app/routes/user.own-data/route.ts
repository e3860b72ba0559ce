import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DownloadData } from "@server/members/contracts/own-data";
import { translateRefusal } from "@server/platform/words/translators.server";
import { investorApi } from "~/lib/callers";
import { readFields } from "~/lib/forms/form-fields";
import { jsonFile } from "~/lib/lists/json-file";
import { profilePath } from "~/lib/paths";
import { refusalIn } from "~/lib/messages/refusals";
import { failure, redirectWithToast } from "~/lib/messages/toasts.server";
import { refuse } from "@server/platform/rules/refusals/refuse";

const back = profilePath("data");

/** The file is the answer to the profile's form; a refusal returns there. */
export async function action({ request, context }: ActionFunctionArgs) {
  const api = await investorApi(context);
  const submission = readFields(await request.formData(), DownloadData);
  try {
    if (submission?.status !== "success") throw refuse("CURRENT_PASSWORD_REQUIRED");
    const own = await api.members.downloadData(submission.value);
    return jsonFile(own, `my-data-${own.madeAt.slice(0, 10)}.json`);
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    return redirectWithToast(
      back,
      failure(translateRefusal(context.caller.language, refusal.code, refusal.params)),
    );
  }
}

export async function loader({ context }: LoaderFunctionArgs) {
  await investorApi(context);
  return redirect(back);
}
