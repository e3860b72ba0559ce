/**
 * What every action with a form does: read the form by the contract, call the procedure, and turn a
 * refusal into messages beside the fields, in the reader's language.
 *
 *   export async function action({ request, context }: ActionFunctionArgs) {
 *     const form = await request.formData();
 *     const api = await investorApi(context, { idempotencyKey: keyOf(form) });
 *     return submit(context, form, {
 *       schema: CreateOrder,
 *       call: (input) => api.orders.create(input),
 *       done: (order) => redirect(`${paths.user.payment}?purchaseId=${order.orderNumber}`),
 *     });
 *   }
 *
 * The page hands `useActionData<typeof action>()` to `<PostForm result={…}>`, whose fields find
 * their own messages and values by name.
 */
import { type AppLoadContext, data } from "@remix-run/node";
import { httpStatusOf, type RefusalCode } from "@server/domain/refusals/codes";
import { type Refusal, refuse } from "@server/domain/refusals/refuse";
import { translateRefusal } from "@server/words";
import { createTranslator } from "~/locales/translator";
import type { output, ZodType } from "zod";
import { readFields } from "./form-fields";
import { FAULT, type FormReply } from "./form-reply";
import { refusalIn } from "./refusals";

interface Submission<Schema extends ZodType, Answer, Done> {
  schema: Schema;
  call: (input: output<Schema>) => Promise<Answer>;
  /** Usually a redirect, often with a toast. */
  done: (answer: Answer, input: output<Schema>) => Done | Promise<Done>;
  /** For one page with several forms: comes back as `reply.intent`. */
  intent?: string;
  /** The words for a fault of ours ("people:login.failed"; spec §8). Without them a boundary shows it. */
  failed?: string;
}

/** Runs a form. A fault is reported for the log; the page and what was typed in it stay. */
export async function submit<Schema extends ZodType, Answer, Done>(
  context: AppLoadContext,
  form: FormData,
  { schema, call, done, intent, failed }: Submission<Schema, Answer, Done>,
) {
  const submission = readFields(form, schema);
  if (!submission) {
    return replyWithRefusal(context, new FormData(), refuse("MALFORMED_BODY"), intent);
  }
  if (submission.status !== "success") {
    return replyTo(context, form, {
      fields: submission.error ?? {},
      ...(intent === undefined ? {} : { intent }),
    });
  }
  try {
    const answer = await call(submission.value);
    return await done(answer, submission.value);
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal) return replyWithRefusal(context, form, refusal, intent);
    if (failed === undefined) throw thrown;
    return replyWithFault(context, form, thrown, { failed, ...(intent && { intent }) });
  }
}

interface Fault {
  /** Key of the words. */
  failed: string;
  /** Beside which field they stand; else above the form. */
  field?: string;
  intent?: string;
}

/** A fault of ours as the form's reply: what failed, and the number under which the log has it. */
export function replyWithFault(
  context: AppLoadContext,
  form: FormData,
  thrown: unknown,
  { failed, field, intent }: Fault,
) {
  context.report(thrown);
  const words = createTranslator(context.language).t(failed);
  const reply: FormReply = {
    ok: false,
    code: FAULT,
    intent: intent ?? null,
    errors: field === undefined ? {} : { [field]: [words] },
    formErrors: field === undefined ? [words] : [],
    values: valuesOf(form),
    retryAfterSeconds: null,
    requestId: context.requestId,
  };
  return data(reply, { status: 500 });
}

/** Where a form has such a field, what a rule says of it stands beside it. */
const FIELDS_OF: Partial<Record<RefusalCode, readonly string[]>> = {
  CODE_WRONG: ["otp"],
  CURRENT_PASSWORD_REQUIRED: ["currentPassword"],
  CURRENT_PASSWORD_WRONG: ["currentPassword"],
  EMAIL_TAKEN: ["adminEmail", "email"],
  BENEFICIARY_DUPLICATE: ["accountNumber"],
  HOST_INVALID: ["host"],
  HOST_TAKEN: ["host"],
  IFSC_BANK_UNKNOWN: ["ifscCode"],
  IFSC_UNKNOWN: ["ifscCode"],
  PASSWORD_IS_CONTACT: ["newPassword", "password"],
  PASSWORD_TOO_COMMON: ["newPassword", "password"],
  PASSWORD_UNCHANGED: ["newPassword"],
  PRICE_IN_FORCE_ALREADY: ["price"],
  PRICE_START_FAR: ["startsAt"],
  PRICE_START_PAST: ["startsAt"],
  PRICE_START_TAKEN: ["startsAt"],
  REFERRAL_CODE_UNKNOWN: ["referralCode"],
  SECOND_STEP_WRONG: ["code"],
  TOTAL_SUPPLY_IN_USE: ["totalSupply"],
  UNDER_AGE: ["dateOfBirth"],
  WALLET_ADDRESS_CHECKSUM: ["walletAddress"],
};

/** A refusal as the form's reply: beside the fields it names, else above the form. */
export function replyWithRefusal(
  context: AppLoadContext,
  form: FormData,
  refusal: Refusal,
  intent?: string,
) {
  const named = Object.keys(refusal.fields ?? {}).length > 0;
  const beside = FIELDS_OF[refusal.code]?.find((name) => form.has(name)) ?? "";
  return replyTo(context, form, {
    refusal,
    fields: named ? (refusal.fields ?? {}) : { [beside]: [refusal.code] },
    ...(intent === undefined ? {} : { intent }),
  });
}

interface Told {
  refusal?: Refusal;
  /** Field name to codes; "" is the form itself. */
  fields: Readonly<Record<string, readonly string[] | null>>;
  intent?: string;
}

function replyTo(context: AppLoadContext, form: FormData, told: Told) {
  const refusal = told.refusal ?? refuse("INVALID_INPUT");
  const inWords = (codes: readonly string[]) => [
    ...new Set(codes.map((code) => translateRefusal(context.language, code, refusal.params))),
  ];
  const errors: Record<string, string[]> = {};
  for (const [name, codes] of Object.entries(told.fields)) {
    if (name !== "" && codes && codes.length > 0) errors[name] = inWords(codes).slice(0, 1);
  }
  const repeated = takeRepeated(errors);
  const reply: FormReply = {
    ok: false,
    code: refusal.code,
    intent: told.intent ?? null,
    errors,
    formErrors: [...inWords(told.fields[""] ?? []), ...repeated],
    values: valuesOf(form),
    retryAfterSeconds: refusal.retryAfterSeconds ?? null,
  };
  return data(reply, {
    status: httpStatusOf(refusal.kind),
    headers:
      refusal.retryAfterSeconds === undefined
        ? {}
        : { "Retry-After": String(refusal.retryAfterSeconds) },
  });
}

/** A sentence that is about several fields ("Please fill in all fields.") is said once, above them. */
function takeRepeated(errors: Record<string, string[]>): string[] {
  const texts = Object.values(errors).flat();
  const repeated = new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
  for (const [name, own] of Object.entries(errors)) {
    errors[name] = own.filter((text) => !repeated.has(text));
  }
  return [...repeated];
}

/** What was typed, to be shown again; passwords and KYC numbers are never sent back. */
function valuesOf(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !/password|kyc/i.test(name)) values[name] = value;
  }
  return values;
}
