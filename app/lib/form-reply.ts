/** What a refused form gets back. Words are already in the reader's language. */
export interface FormReply {
  ok: false;
  /** The refusal's code, for a page that treats one of them specially; of a fault, FAULT. */
  code: string;
  intent: string | null;
  /** Field name to messages; none where it is wrong for a reason that is said above the form. */
  errors: Record<string, string[]>;
  /** Messages that belong to no single field. */
  formErrors: string[];
  /** What was typed, passwords left out. */
  values: Record<string, string>;
  retryAfterSeconds: number | null;
  /** Of a fault of ours: under which number the log has it. */
  requestId?: string;
}

/** Whether an action's answer is a refused form (and not, say, a step's own answer). */
export function isFormReply(answer: unknown): answer is FormReply {
  return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false;
}

/** The code of a form that failed for no reason of its own. */
export const FAULT = "FAULT";

/** The code of a form that got no answer: the connection is lost. */
export const UNANSWERED = "UNANSWERED";

export const unansweredReply = (intent: string | null): FormReply => ({
  ok: false,
  code: UNANSWERED,
  intent,
  errors: {},
  formErrors: [],
  values: {},
  retryAfterSeconds: null,
});
