import { type AppLoadContext, redirect } from "@remix-run/node";
import { formatRupees } from "@server/domain/money/format";
import { MAX_FILE_BYTES, sizeInWords } from "@server/domain/media/rules";
import { needsProof } from "@server/domain/orders/submission";
import {
  UPI_USUAL_LIMIT_PAISE,
  upiAppLinks,
  upiLink,
  type UpiPayment,
} from "@server/domain/payments/upi-link";
import { SUBMITTABLE_METHODS } from "@db/vocabulary";
import type { OrderForPayment } from "@server/contracts/orders";
import { translateRefusal } from "@server/words";
import { investorApi, newIdempotencyKey } from "~/lib/callers";
import { orRefuse } from "~/lib/refusals";
import { upiQr } from "./upi-qr.server";

/** All that the payment page shows, as its address asks for it: order, tab, bank, dialog. */
export async function loadPayment(request: Request, context: AppLoadContext) {
  const api = await investorApi(context);
  const asked = new URL(request.url).searchParams;
  const purchaseId = asked.get("purchaseId")?.trim();
  if (!purchaseId) return { kind: "missing" as const };
  const [{ order, payment, company }, policy] = await orRefuse(
    context,
    Promise.all([api.orders.find({ purchaseId }), api.policies.current()]),
  );
  if (!order.isPayable) return { kind: "settled" as const, order };
  // In a second tab, say, this one gave way to another.
  const open = order.status === "OPEN" ? null : await orRefuse(context, api.orders.open());

  const tab = asked.get("tab")?.toUpperCase();
  const method = SUBMITTABLE_METHODS.find((one) => one === tab) ?? payment.defaultMethod;
  if (method === "BANK" && payment.banks.length === 0) throw redirect(withoutTab(request));
  const bank = payment.banks.find(({ id }) => id === asked.get("bank")) ?? payment.banks[0] ?? null;
  return {
    kind: "payable" as const,
    order,
    open,
    methods: payment.methods,
    method,
    banks: payment.banks.map(({ id, bankName, accountNumber }) => ({
      value: id,
      label: `${bankName ?? ""} ···${accountNumber?.slice(-4) ?? ""}`,
    })),
    bank,
    upi: method === "UPI" ? await upiOf(order, payment) : null,
    company,
    // The dialog is for those who agreed; the procedure refuses the others all the same.
    isProofOpen: asked.get("proof") === "1" && order.consentedAt !== null && needsProof(method),
    policyVersion: policy.version,
    tooLarge: translateRefusal(context.language, "FILE_TOO_LARGE", {
      limit: sizeInWords(MAX_FILE_BYTES),
    }),
    idempotencyKey: newIdempotencyKey(),
  };
}

export type PayableData = Extract<Awaited<ReturnType<typeof loadPayment>>, { kind: "payable" }>;

function withoutTab(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("tab");
  return url.pathname + url.search;
}

async function upiOf(order: OrderForPayment["order"], { upi }: OrderForPayment["payment"]) {
  if (!upi) return null;
  const asked: UpiPayment = {
    ...upi,
    totalPaise: order.totalPaise,
    orderNumber: order.orderNumber,
  };
  const link = upiLink(asked);
  return {
    ...upi,
    link,
    apps: upiAppLinks(asked),
    qr: await upiQr(link),
    usualLimit:
      order.totalPaise > UPI_USUAL_LIMIT_PAISE ? formatRupees(UPI_USUAL_LIMIT_PAISE) : null,
  };
}
