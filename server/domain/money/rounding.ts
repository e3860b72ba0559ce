/**
 * Division rounded half up: the only place where money is rounded (design §5).
 * Takes a non-negative numerator and a positive denominator; anything else is a fault of the caller.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n)
    throw new RangeError("Rounding needs 0 or more over 1 or more");
  return (2n * numerator + denominator) / (2n * denominator);
}
