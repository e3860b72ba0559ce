import { deleteSignsOf } from "@server/members/queries/signs";
import { erasedColumns } from "@db/member-columns";
import {
  deleteCodesOf,
  deleteResponsesAbout,
  deleteSealedResponses,
  type MemberRow,
  countOrdersOf,
  updateMember,
  deleteTwoFactor,
  type Deps,
} from "@server/access";
import { deleteNotesOf } from "@server/members/queries/notes";
import { endIdentityOf } from "@server/members/queries/identity-retention";
import { deleteMediasOf } from "@server/media";
import { forgetMessagesOf } from "@server/messages";
import { hasUnallocatedPayments } from "@server/payments";
import type { Executor } from "@db/client";
import { releaseRewardsOf } from "@server/ledger";
import { deleteWalletsOf } from "@server/members/queries/wallets";
import { deleteClicksOf } from "@server/members/queries/referrals";

/** Money that somebody still has to decide on: an account does not end before. */
export type OpenMoney =
  | { what: "PENDING_ORDERS" | "OPEN_PAYMENTS" }
  /** An order that can still be paid, for so many seconds. */
  | { what: "OPEN_ORDER"; seconds: number };

/** Returns null if there are none. The caller holds the member's lock, as every purchase and payment does. */
export async function openMoneyOf(
  tx: Executor,
  { companyId, id }: Pick<MemberRow, "companyId" | "id">,
): Promise<OpenMoney | null> {
  const bought = await countOrdersOf(tx, companyId, id);
  if (bought.pending > 0) return { what: "PENDING_ORDERS" };
  // An expired hold is swept within a minute.
  if (bought.open > 0) return { what: "OPEN_ORDER", seconds: Math.max(60, bought.openSeconds) };
  return (await hasUnallocatedPayments(tx, companyId, id)) ? { what: "OPEN_PAYMENTS" } : null;
}

/**
 * Ends a person's account in the caller's transaction, which holds their lock: the row is anonymised
 * and hidden, since records refer to it (architecture.md §7). Sessions, passkeys, codes, pictures and
 * the addresses of messages go. Returns the files to delete after the commit, and whether an
 * authenticator or a passkey was lost.
 */
export async function eraseMember(
  { sessions, secrets }: Pick<Deps, "sessions" | "secrets">,
  tx: Executor,
  before: MemberRow,
  now: Date,
): Promise<{ files: string[]; lostFactor: boolean }> {
  const { companyId, id, role } = before;
  await deleteClicksOf(tx, companyId, id);
  await deleteSignsOf(tx, companyId, id);
  await deleteWalletsOf(tx, companyId, id);
  await releaseRewardsOf(tx, companyId, id);
  const erased = erasedColumns(id);
  await updateMember(tx, companyId, id, { ...erased, status: "INACTIVE", deletedAt: now });
  await sessions.within(tx).endAll({ role, id, companyId });
  const lostFactor = await deleteTwoFactor(tx, id);
  await forgetMessagesOf(tx, companyId, before);
  await deleteNotesOf(tx, companyId, id);
  await deleteCodesOf(tx, companyId, before);
  const { name = "", mobile = "" } = erased;
  await deleteResponsesAbout(tx, companyId, id, { name, mobile });
  await deleteSealedResponses(tx, companyId, (sealed) => {
    try {
      return secrets.decrypt("idempotency", sealed).includes(id);
    } catch {
      // The answer is encrypted by a secret that is gone: nobody can repeat that call.
      return true;
    }
  });
  const documents = await endIdentityOf(tx, companyId, id);
  return { files: [...documents, ...(await deleteMediasOf(tx, companyId, id))], lostFactor };
}

/** Files without a row cannot be opened, so a failing store does not stop the deletion. */
export async function forgetFiles(
  { storage, logger }: Pick<Deps, "storage" | "logger">,
  storageKeys: readonly string[],
): Promise<void> {
  for (const storageKey of storageKeys) {
    try {
      await storage.delete(storageKey);
    } catch (error) {
      logger.error({ err: error, storageKey }, "file left over");
    }
  }
}
