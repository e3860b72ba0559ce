import type { DocumentedCall } from "./call";
import { accounts, people, platform } from "./calls-of-desks";
import { buying, herself } from "./calls-of-members";
import { visitors } from "./calls-of-visitors";

/** Every row of the list of calls, in the order in which a client could go through them. */
export const DOCUMENTED_CALLS: readonly DocumentedCall[] = [
  ...visitors,
  ...accounts,
  ...buying,
  ...people,
  ...platform,
  ...herself,
];
