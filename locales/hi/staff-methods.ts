/** Payment methods as staff reads them, in lists, files, mails and the activity. */
export const STAFF_METHODS = { BANK: "बैंक", UPI: "UPI", MANUAL: "मैनुअल", CRYPTO: "क्रिप्टो" };
