/** The text of the button that goes on, by payment method. */
export const SUBMIT_TEXTS = { BANK: "bank.submit", UPI: "pay", MANUAL: "manual.submit" } as const;
