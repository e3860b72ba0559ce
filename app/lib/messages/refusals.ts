import { type AppLoadContext, data, redirect } from "@remix-run/node";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { type Refusal, isRefusal, refuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal } from "@server/platform/words/translators.server";
import type stepUp from "@locales/en/server/step-up.json";
import { paths } from "../paths";
import { stepUpTexts } from "./step-up-texts.server";

/** The data that an error boundary shows, in the user's language. */
export interface RefusedPage {
  code: string;
  message: string;
  /** The fields of a form that waits for a step-up, without secrets. */
  kept?: KeptField[];
  texts?: StepUpTexts;
}

/** The texts of the step-up screen, by their names in `locales/<language>/server/step-up.json`. */
export type StepUpTexts = Record<
  Exclude<keyof typeof stepUp, "for" | "forDownload"> | "purpose",
  string
>;

export type KeptField = [name: string, value: string];

/** The refusal inside a thrown error (tRPC wraps it as a cause), or null for a fault. */
export function refusalIn(thrown: unknown): Refusal | null {
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (isRefusal(at)) return at;
  }
  return null;
}

/** A refusal as a page's response, with its status and message, for the nearest error boundary. */
export function refusedPage(context: AppLoadContext, refusal: Refusal, kept?: KeptField[]) {
  const body: RefusedPage = {
    code: refusal.code,
    message: translateRefusal(context.caller.language, refusal.code, refusal.params),
    ...(kept && { kept }),
    ...(refusal.code === "STEP_UP_REQUIRED" && { texts: stepUpTexts(context) }),
  };
  return data(body, {
    status: httpStatusOf(refusal.code),
    headers:
      refusal.retryAfterSeconds === undefined
        ? {}
        : { "Retry-After": String(refusal.retryAfterSeconds) },
  });
}

/** A 404 to throw. */
export const notFound = (context: AppLoadContext) => refusedPage(context, refuse("NOT_FOUND"));

/**
 * Returns a procedure's result to a loader, or throws its refusal with its status for the error
 * boundary (a 404 page for another user's order, a 503 while the database is unavailable). Faults
 * are rethrown unchanged.
 */
export async function orRefuse<T>(context: AppLoadContext, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    // The only screen for an admin who still lacks the factor that the company requires, and for a
    // super admin without one.
    if (refusal?.code === "SECOND_STEP_NEEDED") {
      const isOfPlatform = refusal.params["area"] === "superadmin";
      throw redirect(isOfPlatform ? paths.superAdmin.security : paths.admin.security);
    }
    // An address with what is no id names nothing.
    if (refusal?.code === "BAD_ID") throw notFound(context);
    if (refusal) throw refusedPage(context, refusal);
    throw thrown;
  }
}
