import { refuse } from "@server/platform/rules/refusals/refuse";

/** The refusals of a limiter (db/limiter.ts) on whose work a caller waits. */
export const BUSY = {
  full: () => refuse("SERVER_BUSY"),
  late: () => refuse("REQUEST_TIMED_OUT"),
};
