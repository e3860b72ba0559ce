import type { Executor } from "@db/client";
import { deleteUnattached } from "@server/media/queries/medias";
import type { Storage } from "@server/files";

/** Files of one run of the sweep; the rest follows a minute later. */
const MAX_PER_SWEEP = 1000;

/**
 * Deletes the files that were not attached to anything within a day of their upload. Throws if the
 * storage did not delete some; they are tried again an hour later.
 */
export async function sweepUnattached(db: Executor, storage: Storage): Promise<void> {
  const errors: unknown[] = [];
  for (let seen = 0; seen < MAX_PER_SWEEP;) {
    const batch = await deleteUnattached(db, (key) => storage.delete(key));
    errors.push(...batch.errors);
    if (batch.seen === 0) break;
    seen += batch.seen;
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} files were not deleted.`);
}
