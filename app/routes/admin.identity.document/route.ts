import type { LoaderFunctionArgs } from "@remix-run/node";
import { documentAnswer } from "~/components/identity/document-answer.server";
import { adminApi } from "~/lib/callers";

/** A document that a member sent, for a cashier or an owner; each opening is in the activity. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  return documentAnswer(context, params["id"], (document) => api.identity.openDocument(document));
}
