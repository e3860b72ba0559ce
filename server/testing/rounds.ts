/**
 * How often a test repeats what it tests with other values: `npm run test:full` repeats it `full`
 * times, everything else `short` times.
 */
export const rounds = (short: number, full: number): number =>
  process.env["FULL"] === "1" ? full : short;
