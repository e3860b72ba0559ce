/**
 * Runs a sweep's step for each item, one after the other, and sums what the steps return. One that fails
 * does not stop the others; their errors are thrown together at the end.
 */
export async function sweepEach<T>(
  items: Iterable<T>,
  failed: string,
  step: (item: T) => Promise<number>,
): Promise<number> {
  const errors: unknown[] = [];
  let sum = 0;
  for (const item of items) {
    try {
      sum += await step(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, failed);
  return sum;
}
