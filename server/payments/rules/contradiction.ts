interface Shown {
  /** What a bank's entries show of a payment, in paise. */
  readonly paise: number;
  /** Whether a person has decided about each of them. */
  readonly isDecided: boolean;
}

/**
 * Whether the bank shows another sum than a payment is said to have, or was found to have; a person then
 * decides (architecture.md §6, "Payments"). `bank` is undefined where no entry tells of the payment.
 */
export const contradicts = (
  payment: { readonly amountPaise: number; readonly receivedPaise: number | null },
  bank: Shown | undefined,
): boolean =>
  bank !== undefined &&
  !bank.isDecided &&
  bank.paise !== (payment.receivedPaise ?? payment.amountPaise);
