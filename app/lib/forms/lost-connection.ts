import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { intentIn, unansweredReply } from "./form-reply";

/**
 * Keeps the page and shows a message in the form if no response arrives, instead of an error page.
 * A form's `clientAction` calls it.
 */
export async function handleLostConnection({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (thrown) {
    // A redirect, or a response for the error boundary.
    if (thrown instanceof Response || isRouteErrorResponse(thrown)) throw thrown;
    // The status tells the router not to reload data, which would fail as well.
    return Response.json(unansweredReply(intentIn(form)), { status: 503 });
  }
}
