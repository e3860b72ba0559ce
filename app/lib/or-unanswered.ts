import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { unansweredReply } from "./form-reply";

/**
 * For a form's `clientAction`. Where no answer comes, the page and what was typed in it stay, and
 * the form says so; without this an error page would take its place.
 */
export async function orUnanswered({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (thrown) {
    // A redirect, or an answer for the error boundary.
    if (thrown instanceof Response || isRouteErrorResponse(thrown)) throw thrown;
    const intent = form.get("intent");
    // By its status the router knows that there is nothing to load anew, which would fail as well.
    const reply = unansweredReply(typeof intent === "string" ? intent : null);
    return Response.json(reply, { status: 503 });
  }
}
