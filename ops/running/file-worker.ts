import { hash } from "node:crypto";
import { sheetPiece } from "@server/files/rules/sheet-piece";
import { runFileWorker } from "@server/files/untrusted/run-file-worker";
import { batchTrees } from "@server/launch/rules/batch-trees";
import type { Drawing } from "@server/http/pages/drawn-papers";
import type { ReadingOptions } from "@server/payments";

// A program of its own: the server forks it to read files and to draw papers
// (server/files/untrusted/file-processes.ts). What a piece of work needs is loaded with the first one.
runFileWorker(import.meta.url, {
  async readStatement(bytes, options) {
    const { readStatement } = await import("@server/payments/statements/read-statement");
    return readStatement(bytes, options as ReadingOptions);
  },
  async drawPaper(paper) {
    const drawing = paper as Drawing | { batch: readonly string[] };
    if ("batch" in drawing)
      return batchTrees(drawing.batch, (bytes) => hash("sha256", bytes, "buffer"));
    if ("piece" in drawing) return sheetPiece(drawing.piece);
    if ("qr" in drawing) {
      const { default: QRCode } = await import("qrcode");
      return QRCode.toBuffer(drawing.qr, { width: 1024, margin: 4 });
    }
    if ("rewards" in drawing) {
      const { renderStatement } = await import("@server/orders/receipts/render-statement");
      return renderStatement(drawing.rewards);
    }
    const { renderReceipt } = await import("@server/orders/receipts/render-receipt");
    return renderReceipt(drawing.receipt);
  },
});
