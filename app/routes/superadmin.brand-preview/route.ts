import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { PreviewBrand } from "@server/brands/contracts/brands";
import { superAdminApi } from "~/lib/callers";
import { readFields } from "~/lib/forms/form-fields";
import { brandPath } from "~/lib/paths";
import { refusalIn } from "~/lib/messages/refusals";

/** A GET redirects to the studio, which shows the preview. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(brandPath(params["companyId"] ?? ""));

/** A preview of an unsaved brand as JSON; null while a field is invalid. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const api = await superAdminApi(context);
  const form = await request.formData();
  form.set("companyId", params["companyId"] ?? "");
  const read = readFields(form, PreviewBrand);
  if (read?.status !== "success") return Response.json(null);
  try {
    return Response.json(await api.brands.preview(read.value));
  } catch (thrown) {
    if (!refusalIn(thrown)) throw thrown;
    return Response.json(null);
  }
}
