import { parentPort, workerData } from "node:worker_threads";
import { drawPdf } from "./draw-pdf";

/**
 * A thread of the picture process: PDFium draws in one go, and the main thread has to watch the memory
 * meanwhile.
 */
const { bytes, turn } = workerData as { bytes: Uint8Array; turn: number };
parentPort?.postMessage(await drawPdf(bytes, turn));
