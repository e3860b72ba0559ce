import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { orRefuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal } from "@server/platform/words/translators.server";
import { publicApi } from "~/lib/callers";
import { notFound, refusalIn } from "~/lib/messages/refusals";

/**
 * The challenge of a passkey, as JSON: `for=log-in` for anybody, `for=add` and `for=step-up` for whoever is logged in
 * to `area`. A refusal is its message.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const purpose = form.get("for");
  const asked = { host: new URL(request.url).hostname };
  const headers = { "cache-control": "private, no-store" };
  try {
    if (purpose === "log-in") {
      return Response.json(await publicApi(context).passkeys.beginLogIn(asked), { headers });
    }
    const api = orRefuse(await apiOf(context, form.get("area")), "NOT_SIGNED_IN");
    if (purpose === "step-up") {
      return Response.json(await api.passkeys.beginStepUp(asked), { headers });
    }
    if (purpose === "add") return Response.json(await api.passkeys.beginAdding(asked), { headers });
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    const message = translateRefusal(context.caller.language, refusal.code, refusal.params);
    return Response.json({ message }, { status: httpStatusOf(refusal.code), headers });
  }
  throw notFound(context);
}

const apiOf = ({ caller }: AppLoadContext, area: unknown) =>
  area === "admin" ? caller.admin() : area === "superadmin" ? caller.superAdmin() : caller.member();

export const loader = ({ context }: ActionFunctionArgs) => {
  throw notFound(context);
};
