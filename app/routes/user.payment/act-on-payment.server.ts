import { type ActionFunctionArgs, type AppLoadContext, redirect } from "@remix-run/node";
import {
  ConsentToOrder,
  OrderNumberRef,
  ProofForm,
  SubmitPayment,
} from "@server/orders/contracts/orders";
import { formatRupees } from "@server/platform/rules/money/format";
import { amountInPaise, parseRupeesToPaise } from "@server/platform/rules/money/units";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import {
  isUnusualReference,
  leavesUnallocated,
  unusualReferenceCode,
} from "@server/orders/rules/submission";
import {
  methodIn,
  translateRefusal,
  translatorOf,
} from "@server/platform/words/translators.server";
import { investorApi, keyOf } from "~/lib/callers";
import { receiveFile } from "~/lib/forms/receive-file.server";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { notFound, refusalIn } from "~/lib/messages/refusals";
import { replyWithRefusal, submit } from "~/lib/forms/submit";
import { confirmationOf } from "./proof/proof-questions";
import { failure, redirectWithToast, withToast } from "~/lib/messages/toasts.server";

/** The forms of the payment page, distinguished by `intent`. */
export async function actOnPayment({ request, context }: ActionFunctionArgs) {
  const { refused } = context.caller.request;
  if (refused) return replyWithRefusal(context, await request.formData(), refused);
  const api = await investorApi(context);
  const isMultipart = request.headers.get("content-type")?.startsWith("multipart/") ?? false;
  if (isMultipart) return submitProof(request, context);
  const form = await request.formData();
  switch (form.get("intent")) {
    case "consent":
      return submit(context, form, {
        intent: "consent",
        schema: ConsentToOrder,
        failed: "payment:proof.unanswered",
        call: (input) => api.orders.consent(input),
        done: () => redirect(pageOf(request, "1")),
      });
    case "manual":
      return submitManual(form, request, context);
    case "cancel":
      return cancelOrder(form, context);
    case "close":
      return redirectWithToast(pageOf(request, null), cancelled(context));
    default:
      throw notFound(context);
  }
}

async function submitManual(form: FormData, request: Request, context: AppLoadContext) {
  const api = await investorApi(context, { idempotencyKey: keyOf(form) });
  return submit(context, form, {
    intent: "manual",
    schema: SubmitPayment,
    failed: "payment:manual.unanswered",
    call: (input) => unlessUnallocated(api.orders.submit(input)),
    done: (refusal) =>
      refusal
        ? toUnallocatedPayment(refusal, request, context)
        : withToast(context, paths.user.buyToken, "payment:proof.doneManual"),
  });
}

async function submitProof(request: Request, context: AppLoadContext) {
  const intent = "proof";
  const { fields, mediaId, reply } = await receiveFile(request, context, {
    field: "receiptId",
    intent,
    failed: "payment:proof.unsent",
  });
  if (reply) return reply;
  const api = await investorApi(context, { idempotencyKey: keyOf(fields) });
  if (mediaId) {
    // A form that is refused for another reason keeps its stored file.
    fields.set("receiptIdName", (await api.media.open({ id: mediaId })).fileName);
  }
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return submit(context, fields, {
    intent,
    schema: ProofForm,
    failed: "payment:proof.unanswered",
    call: (input) => {
      if (fields.get("meant") !== confirmationOf(text("referenceNumber"), text("paidAmount"))) {
        askAboutDoubts(input, text("total"));
      }
      return unlessUnallocated(api.orders.submit(input));
    },
    done: (refusal, { paymentMethod }) =>
      refusal
        ? toUnallocatedPayment(refusal, request, context)
        : withToast(context, paths.user.buyToken, "payment:proof.done", {
            method: methodIn(translatorOf(context.caller.language).t, paymentMethod),
          }),
  });
}

/**
 * Asks about an amount that is not the total which the page showed, and about a number that has not its
 * method's form. The submission itself flags both for the admin.
 */
function askAboutDoubts({ paymentMethod, referenceNumber, paidAmount }: ProofForm, total: string) {
  const isOddNumber = isUnusualReference(paymentMethod, referenceNumber);
  const number = isOddNumber ? unusualReferenceCode(paymentMethod) : null;
  const paidPaise = amountInPaise(paidAmount);
  const totalPaise = parseRupeesToPaise(total) ?? paidPaise;
  const amount = paidPaise === totalPaise ? null : ("PAID_AMOUNT_DIFFERS" as const);
  const first = number ?? amount;
  if (!first) return;
  throw refuse(
    first,
    { paid: formatRupees(paidPaise), total: formatRupees(totalPaise) },
    {
      fields: {
        ...(number && { referenceNumber: [number] }),
        ...(amount && { paidAmount: [amount] }),
      },
    },
  );
}

/** The refusal of a payment that is on record nevertheless; null for an accepted one. */
async function unlessUnallocated(submission: Promise<unknown>): Promise<Refusal | null> {
  try {
    await submission;
    return null;
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal && leavesUnallocated(refusal.code)) return refusal;
    throw thrown;
  }
}

/** The page of the order, which shows the payment on record; the toast says why it waits. */
const toUnallocatedPayment = (
  { code, params }: Refusal,
  request: Request,
  context: AppLoadContext,
) =>
  redirectWithToast(
    pageOf(request, null),
    failure(translateRefusal(context.caller.language, code, params)),
  );

/** Only an OPEN order is cancelled; for any other, Cancel only leaves the page. */
async function cancelOrder(form: FormData, context: AppLoadContext) {
  const api = await investorApi(context, { idempotencyKey: keyOf(form, "cancel") });
  return submit(context, form, {
    intent: "cancel",
    schema: OrderNumberRef,
    failed: "common:failed",
    call: async (input) => {
      const { order } = await api.orders.find(input);
      if (order.status === "OPEN") await api.orders.cancel(input);
    },
    done: () => redirectWithToast(paths.user.buyToken, cancelled(context)),
  });
}

const cancelled = ({ caller: { language } }: AppLoadContext) =>
  failure(translateRefusal(language, "PAYMENT_CANCELLED"));

/** The page, with or without its proof's dialog. */
function pageOf(request: Request, proof: "1" | null): string {
  const { pathname, searchParams } = new URL(request.url);
  return pathname + searchWith(searchParams, { proof });
}
