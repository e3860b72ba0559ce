import { type AppLoadContext, data, redirect } from "@remix-run/node";
import { httpStatusOf } from "@server/domain/refusals/codes";
import { type Refusal, isRefusal, refuse } from "@server/domain/refusals/refuse";
import { translateRefusal } from "@server/words";
import { paths } from "./paths";

/** What an error boundary is given to show; already in the reader's language. */
export interface RefusedPage {
  code: string;
  message: string;
}

/** The refusal inside something thrown (tRPC wraps it as a cause), or null for a fault of ours. */
export function refusalIn(thrown: unknown): Refusal | null {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (isRefusal(at)) return at;
  }
  return null;
}

/** A refusal as a page's answer: its status and its words, for the nearest error boundary. */
export function refusedPage(context: AppLoadContext, refusal: Refusal) {
  const body: RefusedPage = {
    code: refusal.code,
    message: translateRefusal(context.language, refusal.code, refusal.params),
  };
  return data(body, {
    status: httpStatusOf(refusal.kind),
    headers:
      refusal.retryAfterSeconds === undefined
        ? {}
        : { "Retry-After": String(refusal.retryAfterSeconds) },
  });
}

/** To throw where there is nothing to see. */
export const notFound = (context: AppLoadContext) => refusedPage(context, refuse("NOT_FOUND"));

/**
 * For loaders: a procedure's answer, or its refusal thrown with the right status for the error
 * boundary (a 404 page for somebody else's order, a 503 while the database is away). Faults of ours
 * travel on untouched.
 */
export async function orRefuse<T>(context: AppLoadContext, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    // The one desk that opens to an admin whose company asks for an authenticator app.
    if (refusal?.code === "SECOND_STEP_NEEDED") throw redirect(paths.admin.security);
    if (refusal) throw refusedPage(context, refusal);
    throw thrown;
  }
}
