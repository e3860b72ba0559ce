import { fileMessage } from "./messages/file-message";
import type { Secrets } from "@server/secrets/secrets";
import type { Jobs } from "./jobs";

/** Files messages and sends none: for tests and for the demo's seed. */
export const createRecordedJobs = (secrets: Secrets): Jobs => ({
  async tell(tx, message) {
    await fileMessage(tx, secrets, message);
  },
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});
