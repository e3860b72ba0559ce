import type { LoaderFunctionArgs } from "@remix-run/node";
import { documentAnswer } from "~/components/identity/document-answer.server";
import { investorApi } from "~/lib/callers";

/** A member's own document. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = await investorApi(context);
  return documentAnswer(context, params["id"], (document) => api.identity.ownDocument(document));
}
