import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isFormReply } from "~/lib/forms/form-reply";

const OUTDATED = new Set([
  "SUBMISSION_CHANGED",
  "SUBMISSION_NOT_SHOWN",
  "MEMBER_CHANGED",
  "IDENTITY_SENT_AGAIN",
  "IDENTITY_ALREADY_DECIDED",
]);

/**
 * Loads the page again after a decision that was refused because the payment, the member or the case had
 * changed: the dialog then shows the present ones. By default Remix keeps the data after a refusal.
 */
export const revalidateChanged: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate || (isFormReply(actionResult) && OUTDATED.has(actionResult.code));
