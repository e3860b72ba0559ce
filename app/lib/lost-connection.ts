import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { intentIn, unansweredReply } from "./form-reply";

/**
 * For a form's `clientAction`. If no response arrives, the page keeps the input and the form shows
 * a message, instead of an error page.
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
