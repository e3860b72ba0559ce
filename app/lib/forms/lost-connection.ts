import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { intentIn, unansweredReply } from "./form-reply";

/** The path to which the server's answer to the last form led. */
const taken: { to: string | null } = { to: null };

/** Tells whether a form was taken, and its answer leads to this page: a page that is lost does not undo it. */
export const wasTaken = (pathname: string): boolean => taken.to === pathname;

/** Forgets the last form, once the page after it is shown. */
export function forgetTaken(): void {
  taken.to = null;
}

/**
 * Keeps the page and shows a message in the form if no response arrives, instead of an error page.
 * A form's `clientAction` calls it.
 */
export async function handleLostConnection({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  forgetTaken();
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response) taken.to = pageAfter(request, thrown);
    // A redirect, or a response for the error boundary.
    if (thrown instanceof Response || isRouteErrorResponse(thrown)) throw thrown;
    // The status tells the router not to reload data, which would fail as well.
    return Response.json(unansweredReply(intentIn(form)), { status: 503 });
  }
}

/** The next page of the form's area; null for a login that comes first. */
function pageAfter({ url }: Request, answer: Response): string | null {
  const to = answer.headers.get("Location");
  if (to === null) return null;
  const { pathname } = new URL(to, url);
  return areaOf(pathname) === areaOf(new URL(url).pathname) ? pathname : null;
}

const areaOf = (pathname: string): string | undefined => pathname.split("/")[1];
