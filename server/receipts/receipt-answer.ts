import { type PrintedReceipt, renderReceipt } from "./render-receipt";

/** A PDF for its owner's eyes: shown by whoever opens it, kept by no cache in between. */
export async function receiptAnswer(printed: PrintedReceipt): Promise<Response> {
  const bytes = await renderReceipt(printed);
  const name = `receipt-${printed.receipt.transaction.orderNumber}.pdf`;
  return new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes.length),
      "content-disposition": `inline; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}
