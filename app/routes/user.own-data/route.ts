import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { DownloadData } from "@server/members/contracts/own-data";
import { investorApi } from "~/lib/callers";
import { readFields } from "~/lib/forms/form-fields";
import { jsonFile } from "~/lib/lists/json-file";
import { profilePath } from "~/lib/paths";
import { withRefusal } from "~/lib/messages/toasts.server";
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
    return withRefusal(context, back, thrown);
  }
}

export async function loader({ context }: LoaderFunctionArgs) {
  await investorApi(context);
  return redirect(back);
}
