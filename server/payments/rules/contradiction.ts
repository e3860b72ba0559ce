interface Shown {
  /** Sum of the bank's entries of a payment, in paise. */
  readonly paise: number;
  /** True if an admin has decided on each of them. */
  readonly isDecided: boolean;
}

/**
 * Tells whether the bank shows another sum than the payment's reported or confirmed one; an admin then
 * decides (architecture.md §6, "Payments"). `bank` is undefined if no entry shows the payment.
 */
export const contradicts = (
  payment: { readonly amountPaise: number; readonly receivedPaise: number | null },
  bank: Shown | undefined,
): boolean =>
  bank !== undefined &&
  !bank.isDecided &&
  bank.paise !== (payment.receivedPaise ?? payment.amountPaise);
