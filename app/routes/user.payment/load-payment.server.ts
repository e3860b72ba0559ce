import type { AppLoadContext } from "@remix-run/node";
import { formatRupees } from "@server/platform/rules/money/format";
import { MAX_FILE_BYTES, sizeInWords } from "@server/platform/rules/file-size";
import {
  UPI_USUAL_LIMIT_PAISE,
  upiAppLinks,
  upiLink,
  type UpiPayment,
} from "@server/payments/rules/upi-link";
import { ConsentToOrder, ProofForm, type OrderForPayment } from "@server/orders/contracts/orders";
import { translateRefusal, translatorOf } from "@server/platform/words/translators.server";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { investorApi } from "~/lib/callers";
import { orRefuse } from "~/lib/messages/refusals";
import { quoteEndedWords, reasonWords } from "~/lib/orders/order-words.server";
import { firstMethod, isOnPhone } from "./methods/selected-method";
import { upiQr } from "~/lib/pages/qr-codes.server";

const constraints = constraintsOf({ consent: ConsentToOrder, proof: ProofForm });

/**
 * The data of the payment page for the order in the URL, with the details of every payment method.
 * The browser selects one (`selectedMethod`), so that tabs switch at once and offline.
 */
export async function loadPayment(request: Request, context: AppLoadContext) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const purchaseId = asked.get("purchaseId")?.trim();
  if (!purchaseId) return { kind: "missing" as const };
  const [found, policy, terms] = await orRefuse(
    context,
    Promise.all([
      api.orders.find({ purchaseId }),
      api.policies.current(),
      api.policies.current({ name: "termsOfSale" }),
    ]),
  );
  const { order, replacedBy, presentTerms, payment, unallocated, company } = found;
  const { t } = translatorOf(context.caller.language);
  if (!order.isPayable && order.missingPaise === null) return { kind: "settled" as const, order };
  const duePaise = order.missingPaise ?? order.totalPaise;
  const isAnother = order.status !== "OPEN" && order.missingPaise === null && !replacedBy;
  // Who says that they paid has a number or a proof: their last method may be one without.
  const lastMethod = asked.has("sent") ? null : found.lastMethod;
  const open = isAnother ? await orRefuse(context, api.orders.open()) : null;
  return {
    kind: "payable" as const,
    constraints,
    order: {
      ...order,
      rejectionReason: reasonWords(context.caller.language, order),
      /** Paise to pay now: the total, or the rest of it. */
      duePaise,
    },
    replacedBy,
    presentTerms: presentTerms && {
      ...presentTerms,
      words: `${quoteEndedWords(context.caller.language, order, presentTerms)} ${t("timeline:quoteEndedPaid")}`,
    },
    open,
    unallocated: unallocated && {
      ...unallocated,
      methodName: t(`history:methods.${unallocated.method}`),
      next: t("timeline:onRecordNext", { company: company.name }),
    },
    methods: payment.methods,
    defaultMethod: firstMethod(request.headers, payment, order.paymentMethod ?? lastMethod),
    isPhone: isOnPhone(request.headers),
    banks: payment.banks,
    upi: await upiOf({ ...order, duePaise }, payment),
    company,
    usualSeconds: found.usualSeconds,
    policyVersion: policy.version,
    termsVersion: terms.version,
    tooLarge: translateRefusal(context.caller.language, "FILE_TOO_LARGE", {
      limit: sizeInWords(MAX_FILE_BYTES),
    }),
    idempotencyKey: crypto.randomUUID(),
  };
}

export type PayableData = Extract<Awaited<ReturnType<typeof loadPayment>>, { kind: "payable" }>;

async function upiOf(
  order: OrderForPayment["order"] & { duePaise: number },
  { upi }: OrderForPayment["payment"],
) {
  if (!upi) return null;
  const asked: UpiPayment = {
    ...upi,
    totalPaise: order.duePaise,
    orderNumber: order.orderNumber,
  };
  const link = upiLink(asked);
  return {
    ...upi,
    link,
    apps: upiAppLinks(asked),
    qr: await upiQr(link),
    usualLimit: order.duePaise > UPI_USUAL_LIMIT_PAISE ? formatRupees(UPI_USUAL_LIMIT_PAISE) : null,
  };
}
