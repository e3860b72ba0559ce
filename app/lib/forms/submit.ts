/**
 * Handles the form of an action: parses it by its contract, calls the procedure, and turns a refusal
 * into messages beside the fields, in the user's language.
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
 * The page's `<PostForm>` finds the reply by its intent, and its fields their messages and values by name.
 */
import type { Submission } from "@conform-to/react";
import { type AppLoadContext, data } from "@remix-run/node";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import {
  httpStatusOf,
  REFUSAL_KINDS,
  type RefusalKind,
} from "@server/platform/rules/refusals/kinds";
import { MoneyConfirmed } from "@server/orders/contracts/decisions";
import { type Faults, type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import type { ZodType } from "zod";
import { toWaitingChanges } from "../messages/stored-change.server";
import { withToast } from "../messages/toasts.server";
import { readFields, unreadFields } from "./form-fields";
import { FAULT, type FormReply, intentIn } from "./form-reply";
import { type KeptField, refusalIn, refusedPage } from "../messages/refusals";

interface Sent<Input, Answer, Done> {
  schema: ZodType<Input>;
  /** True if the form also confirms that the money is in the account. */
  asksMoney?: boolean;
  /** Checks the rules on a form that the contract refuses, so that all messages appear at once. */
  faults?: (typed: Readonly<Record<string, unknown>>) => Promise<Faults> | Faults;
  call: (input: Input) => Promise<Answer>;
  /** Usually a redirect: the path of the next page, and the key of the toast that it shows. */
  done: { to: string; toast: string } | ((answer: Answer, input: Input) => Done | Promise<Done>);
  /** Returned as `reply.form`, if it is not the form's own. */
  intent?: string | null;
  /** The page after a change that waits for a second admin; by default, the page of changes. */
  stored?: string;
  /** The key of the text for a fault (product.md §8). Else a boundary shows it. */
  failed?: string;
}

/** Runs a form. A fault is logged; the page and the input stay. */
export async function submit<Input, Answer, Done = never>(
  context: AppLoadContext,
  form: FormData,
  {
    schema,
    asksMoney,
    faults,
    call,
    done,
    intent = intentIn(form),
    stored,
    failed,
  }: Sent<Input, Answer, Done>,
) {
  const submission = readFields(form, asksMoney ? schema.and(MoneyConfirmed) : schema);
  if (!submission) {
    return replyWithRefusal(context, new FormData(), refuse("MALFORMED_BODY"), intent);
  }
  try {
    if (submission.status !== "success") {
      return replyTo(context, submission, {
        refusal: refuse("INVALID_INPUT"),
        fields: { ...(await faultsOf(faults, submission.payload)), ...submission.error },
        intent,
      });
    }
    // After a refusal the money is confirmed anew, for what is there then.
    form.delete("moneyConfirmed");
    const answer = await call(submission.value);
    if (typeof done === "function") return await done(answer, submission.value);
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    // The area's boundary asks for the proof and then sends the form again.
    if (refusal?.code === "STEP_UP_REQUIRED") throw refusedPage(context, refusal, keptFields(form));
    if (refusal?.code === "NEEDS_SECOND_ADMIN") throw await toWaitingChanges(context, stored);
    if (refusal) return replyWithRefusal(context, form, refusal, intent);
    if (failed === undefined) throw thrown;
    return replyWithFault(context, form, thrown, { failed, intent });
  }
  throw await withToast(context, done.to, done.toast);
}

/** The rules' faults by field. The contract's own message of a field replaces its fault. */
async function faultsOf(
  find: Sent<unknown, unknown, unknown>["faults"],
  typed: Readonly<Record<string, unknown>>,
): Promise<Record<string, string[]>> {
  const faults = Object.entries((await find?.(typed)) ?? {});
  return Object.fromEntries(faults.flatMap(([field, fault]) => (fault ? [[field, [fault]]] : [])));
}

/** A form as it was typed, for a page that shows it again after a step that `code` names. */
export const typedAgain = (form: FormData, code: string): FormReply => {
  const submission = unreadFields(form);
  return {
    ...submission.reply({ hideFields: secretsIn(submission.payload) }),
    status: "error",
    code,
    form: intentIn(form),
    error: {},
    toasts: [],
    retryAfterSeconds: null,
  };
};

interface Fault {
  /** The words key. */
  failed: string;
  /** The field that shows the message; else it appears above the form. */
  field?: string;
  intent?: string | null;
}

/** A fault as the form's reply: what failed, and its request id in the log. */
export function replyWithFault(
  context: AppLoadContext,
  form: FormData,
  thrown: unknown,
  { failed, field = "", intent = intentIn(form) }: Fault,
) {
  context.caller.request.report(thrown);
  const words = translatorOf(context.caller.language).t(failed);
  const submission = unreadFields(form);
  const hideFields = secretsIn(submission.payload);
  const reply: FormReply = {
    ...submission.reply({ fieldErrors: { [field]: [words] }, hideFields }),
    status: "error",
    code: FAULT,
    form: intent,
    toasts: [words],
    retryAfterSeconds: null,
    requestId: context.caller.request.id,
  };
  return data(reply, { status: 500 });
}

/** The codes of rules that each field shows the message of, if the form has it; the first one shows it. */
const CODES_OF: Readonly<Record<string, readonly RefusalCode[]>> = {
  newPassword: [
    "PASSWORD_IS_CONTACT",
    "PASSWORD_NAMES_SITE",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_UNCHANGED",
  ],
  password: ["PASSWORD_IS_CONTACT", "PASSWORD_NAMES_SITE", "PASSWORD_TOO_COMMON"],
  adminEmail: ["EMAIL_TAKEN"],
  email: ["EMAIL_TAKEN"],
  code: ["SECOND_STEP_WRONG", "SECOND_STEP_GUESSED"],
  stepUpProof: ["SECOND_STEP_GUESSED", "STEP_UP_BY_LOGIN", "STEP_UP_WRONG"],
  startsAt: [
    "ANNOUNCEMENT_START_FAR",
    "ANNOUNCEMENT_START_PAST",
    "CAMPAIGN_OVERLAPS",
    "CAMPAIGN_PAST",
    "PRICE_START_FAR",
    "PRICE_START_PAST",
    "PRICE_START_TAKEN",
  ],
  audience: ["AUDIENCE_EMPTY"],
  amount: [
    "BELOW_MINIMUM_ORDER",
    "IDENTITY_REQUIRED",
    "IDENTITY_REQUIRED_ABOVE",
    "PERSON_CAP_REACHED",
    "PERSON_CAP_UNVERIFIED",
  ],
  accountNumber: ["BENEFICIARY_DUPLICATE"],
  otp: ["CODE_WRONG"],
  launchAt: ["LAUNCH_CLOSED", "LAUNCH_PAST", "LAUNCH_TOO_LATE"],
  mobileOtp: ["MOBILE_CODE_WRONG"],
  currentPassword: ["CURRENT_PASSWORD_REQUIRED", "CURRENT_PASSWORD_WRONG"],
  platformChargePercent: ["FEE_CLOSED", "FEE_OUT_OF_BOUNDS"],
  host: ["HOST_INVALID", "HOST_JUST_REMOVED", "HOST_TAKEN"],
  endsAt: ["CAMPAIGN_ENDS_FIRST", "CAMPAIGN_FAR"],
  ifscCode: ["IFSC_BANK_UNKNOWN", "IFSC_UNKNOWN"],
  price: ["PRICE_IN_FORCE_ALREADY"],
  referralCode: ["REFERRAL_CODE_UNKNOWN", "REFERRER_OWN", "REFERRER_UNCHANGED"],
  referralRewardPercent: ["REWARD_CLOSED", "REWARD_OUT_OF_BOUNDS"],
  totalSupply: ["TOTAL_SUPPLY_IN_USE"],
  dateOfBirth: ["UNDER_AGE"],
  signature: ["WALLET_SIGNATURE_WRONG"],
  walletAddress: ["WALLET_ADDRESS_CHECKSUM", "WALLET_PROVEN_ALREADY"],
};

/** A refusal as the form's reply: beside the fields it names, else above the form. */
export function replyWithRefusal(
  context: AppLoadContext,
  form: FormData,
  refusal: Refusal,
  intent = intentIn(form),
) {
  const { code, fields = {} } = refusal;
  const [beside = ""] =
    Object.entries(CODES_OF).find(([name, codes]) => form.has(name) && codes.includes(code)) ?? [];
  const isNamed = Object.keys(fields).length > 0;
  return replyTo(context, unreadFields(form), {
    refusal,
    fields: isNamed ? fields : { [beside]: [code] },
    intent,
  });
}

interface RefusalReply {
  refusal: Refusal;
  /** Codes by field name; "" is the form itself. */
  fields: Readonly<Record<string, readonly string[] | null>>;
  intent: string | null;
}

type Answerable = Pick<Submission<unknown, string[]>, "payload" | "reply">;

function replyTo(
  { caller: { language } }: AppLoadContext,
  submission: Answerable,
  { refusal, fields, intent }: RefusalReply,
) {
  const { code, params, retryAfterSeconds } = refusal;
  const inWords = (codes: readonly string[]) => [
    ...new Set(codes.map((one) => translateRefusal(language, one, params))),
  ];
  const errors: Record<string, string[]> = {};
  for (const [name, codes] of Object.entries(fields)) {
    if (codes) errors[name] = name === "" ? inWords(codes) : inWords(codes).slice(0, 1);
  }
  const reply: FormReply = {
    ...submission.reply({ fieldErrors: errors, hideFields: secretsIn(submission.payload) }),
    status: "error",
    code,
    form: intent,
    toasts: toastsOf(errors, REFUSAL_KINDS[code]),
    retryAfterSeconds: retryAfterSeconds ?? null,
  };
  return data(reply, {
    status: httpStatusOf(code),
    headers: retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * Validation messages appear only in the form, beside the field or above the fields. All other
 * refusals are toasts as well (product.md §8).
 */
function toastsOf(errors: Readonly<Record<string, string[]>>, kind: RefusalKind): string[] {
  return kind === "input" ? [] : [...new Set(Object.values(errors).flat())];
}

/** Passwords, KYC numbers and proofs of oneself are never sent back. */
const SECRET = /password|kyc|^stepUp/i;

const secretsIn = (payload: object): string[] =>
  Object.keys(payload).filter((name) => SECRET.test(name));

/** The fields of a form that waits for a step-up, to send again; without secrets and files. */
export const keptFields = (form: Iterable<[string, FormDataEntryValue]>): KeptField[] =>
  [...form].flatMap(([name, value]) =>
    typeof value === "string" && !SECRET.test(name) ? [[name, value] satisfies KeptField] : [],
  );
