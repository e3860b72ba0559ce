export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

export function median(series: readonly number[]): number {
  const sorted = series.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

const ratiosOf = (series: readonly number[], baseline: readonly number[]): number[] =>
  series.map((value, round) => value / (baseline[round] ?? Number.NaN));

/** Returns the median of the ratios of two series, round by round. */
export const medianRatio = (series: readonly number[], baseline: readonly number[]): number =>
  median(ratiosOf(series, baseline));

/** Formats the ratio of two series, round by round: the median and the range. */
export function ratioOf(series: readonly number[], baseline: readonly number[]): string {
  const ratios = ratiosOf(series, baseline);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} times (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
