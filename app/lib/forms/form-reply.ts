import type { SubmissionResult } from "@conform-to/react";

/**
 * The response to a refused form: conform's result (messages by field in the user's language, and
 * the input without secrets), and further data for the page.
 */
export interface FormReply extends SubmissionResult<string[]> {
  status: "error";
  /** The refusal's code, for a page that handles one of them specially; FAULT for a fault. */
  code: string;
  /** The `intent` field of the form that was sent; null for a form without one. */
  form: string | null;
  /**
   * Messages that are also toasts (product.md §8). Validation messages are beside their fields
   * only.
   */
  toasts: string[];
  retryAfterSeconds: number | null;
  /** The request id of a fault in the log. */
  requestId?: string;
}

/** The `intent` field of a form, which tells the forms of a page apart; null for a form without one. */
export function intentIn(form: FormData): string | null {
  const intent = form.get("intent");
  return typeof intent === "string" ? intent : null;
}

/** Returns true if an action's response is a refused form, not the result of a step. */
export function isFormReply(answer: unknown): answer is FormReply {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "status" in answer &&
    answer.status === "error" &&
    "toasts" in answer
  );
}

/** The input of a field of a refused form; null if it was not returned. */
export function typedIn(reply: FormReply | null, name: string): string | null {
  if (!reply?.fields?.includes(name)) return null;
  let at: unknown = reply.initialValue;
  for (const key of name.split(".")) {
    if (typeof at !== "object" || at === null) return "";
    at = Object.getOwnPropertyDescriptor(at, key)?.value;
  }
  return typeof at === "string" ? at : "";
}

/** The code of a form that failed because of a fault. */
export const FAULT = "FAULT";

/** The hidden field of a member's form that names its member, by their referral code. */
export const TYPED_BY = "typedBy";

/** The code of a form that received no response: the connection is lost. */
export const UNANSWERED = "UNANSWERED";

/** The page still has the input, and the form supplies the message. */
export const unansweredReply = (form: string | null): FormReply => ({
  status: "error",
  code: UNANSWERED,
  form,
  error: {},
  toasts: [],
  retryAfterSeconds: null,
});
