/**
 * Returns how often a test repeats its check with other values: `full` times in `npm run test:full`,
 * otherwise `short` times.
 */
export const rounds = (short: number, full: number): number =>
  process.env["FULL"] === "1" ? full : short;

/** Marks a test that repeats its check more often in the full suite, so that `--rest` runs it too. */
export const moreInFull = process.env["FULL"] === "1" ? { tags: ["full"] } : {};
