/**
 * Payment methods as staff reads them, in lists, files, mails and the activity: as the calls name them
 * (product.md §2). Members read those of `history`, a receipt has its own.
 */
export const STAFF_METHODS = { BANK: "BANK", UPI: "UPI", MANUAL: "MANUAL", CRYPTO: "CRYPTO" };
