/**
 * Returns how often a test repeats its check with other values: `full` times in `npm run test:full`,
 * otherwise `short` times.
 */
export const rounds = (short: number, full: number): number =>
  process.env["FULL"] === "1" ? full : short;
