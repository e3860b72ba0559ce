import { encryptedTexts, exchangeSecretChecks } from "@server/access/queries/app-secret-checks";
import type { Deps } from "@server/access/call/context";
import { secretExchangeState } from "@server/access/throttles/app-secret";
import { renewIdentityHashes } from "@server/members/identity/renew-hashes";
import { canDecrypt, createSecrets } from "@server/platform/config/secrets";
import type { Command } from "@ops/operator/command";
import { OperatorError } from "@ops/operator/operator";

const BATCH = 500;
/**
 * Maximum number of passes: instances that still write with the previous secret would never let it
 * end.
 */
const MOST_PASSES = 5;

/**
 * Encrypts every text of APP_SECRET_PREVIOUS by APP_SECRET, while the product runs; afterwards the
 * database belongs to APP_SECRET. A run after an interruption continues with the texts that are
 * left. Returns the number of encrypted texts. Throws OperatorError if some could not be read, or
 * new ones keep coming.
 */
export async function rotateSecrets(
  { database: { db }, config, secrets }: Pick<Deps, "database" | "config" | "secrets">,
  limit = BATCH,
): Promise<number> {
  const { exchange } = await secretExchangeState(db, config);
  if (exchange === "COMING") {
    throw new OperatorError(
      "APP_SECRET_PREVIOUS is the coming secret: exchange the two in every instance first.",
    );
  }
  const present = createSecrets(config.appSecret);
  let done = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    let [again, unreadable] = [0, 0];
    for await (const { purpose, text, replace } of encryptedTexts(db, limit)) {
      if (canDecrypt(present, purpose, text)) continue;
      if (!canDecrypt(secrets, purpose, text)) unreadable += 1;
      else if (await replace(secrets.encrypt(purpose, secrets.decrypt(purpose, text)))) again += 1;
    }
    done += again;
    if (unreadable > 0) {
      throw new OperatorError(
        `${done} texts were encrypted again. ${unreadable} cannot be read by the secrets given and stay as they are: give theirs in APP_SECRET_PREVIOUS.`,
      );
    }
    if (again > 0) continue;
    await renewIdentityHashes(db, present);
    if (exchange === "EXCHANGED") await exchangeSecretChecks(db);
    return done;
  }
  throw new OperatorError(
    `${done} texts were encrypted again, and new ones of the previous secret keep coming: exchange the two in every instance first.`,
  );
}

export const secretCommands: readonly Command[] = [
  {
    name: "secrets rotate",
    words: [],
    does: "encrypts by APP_SECRET what APP_SECRET_PREVIOUS encrypted, while the product runs",
    async run({ deps }) {
      if (deps.config.appSecretPrevious === null) {
        return "APP_SECRET_PREVIOUS is not set: there is nothing to do.";
      }
      const done = await rotateSecrets(deps);
      return `${done} texts were encrypted again. No text needs APP_SECRET_PREVIOUS any more; check says when it may go.`;
    },
  },
];
