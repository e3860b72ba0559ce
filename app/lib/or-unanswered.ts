import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { unansweredReply } from "./form-reply";

/**
 * For a form's `clientAction`. If no response arrives, the page keeps the input and the form shows
 * a message, instead of an error page.
 */
export async function orUnanswered({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (thrown) {
    // A redirect, or a response for the error boundary.
    if (thrown instanceof Response || isRouteErrorResponse(thrown)) throw thrown;
    const intent = form.get("intent");
    // The status tells the router not to reload data, which would fail as well.
    const reply = unansweredReply(typeof intent === "string" ? intent : null);
    return Response.json(reply, { status: 503 });
  }
}
