import { encryptAgain } from "@db/queries/secret-checks";
import type { Deps } from "@server/context/context";
import { OperatorError } from "./operator";

/** Texts read per query. */
const BATCH = 500;
/** Limits the passes: instances that still write with another key would never let it end. */
const MOST_PASSES = 5;

/**
 * Encrypts every stored text by the present key, while the product runs. Each text is changed by
 * itself, if it is still the one that was read: ended and begun again, it goes on where texts of
 * other keys are left. Throws OperatorError where some could not be read, or new ones keep coming.
 */
export async function rotateSecrets(
  { database: { db }, secrets }: Pick<Deps, "database" | "secrets">,
  limit = BATCH,
): Promise<number> {
  const [present = 0] = secrets.numbers();
  let done = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const result = await encryptAgain(db, {
      present,
      limit,
      again({ purpose, text }) {
        try {
          return secrets.encrypt(purpose, secrets.decrypt(purpose, text));
        } catch {
          return null;
        }
      },
    });
    done += result.done;
    if (result.unreadable > 0) {
      throw new OperatorError(
        `${done} texts were encrypted again. ${result.unreadable} cannot be read by the keys given and stay as they are: give theirs in APP_SECRETS_FILE or APP_SECRETS_READ.`,
      );
    }
    if (result.done === 0) return done;
  }
  throw new OperatorError(
    `${done} texts were encrypted again, and new ones of another key keep coming: restart every instance with the present key first.`,
  );
}
