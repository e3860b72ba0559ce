import { databaseNow } from "@db/clock";
import { newId } from "@db/ids";
import { adminProcedure, recordAudit, transactWithin, type AdminContext } from "@server/access";
import { listBeneficiaries } from "@server/companies";
import { storedKey } from "@server/payments";
import { type AddedEntry, AddEntry } from "@server/orders/contracts/statements";
import { identityOf } from "@server/payments/rules/line-keys";
import { amountInPaise } from "@server/platform/rules/money/units";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { storeLines } from "./import-statement";

/** Refuses a day after today in India with DAY_IN_FUTURE: no bank has booked it yet. */
export async function assertNotInFuture(
  { db }: Pick<AdminContext, "db">,
  bookedOn: string,
): Promise<void> {
  const today = dateInIndia(await databaseNow(db));
  if (bookedOn > today) throw refuseField("bookedOn", "DAY_IN_FUTURE");
}

/**
 * Adds one entry of an account as a statement with that entry alone would: an entry that the account
 * has already adds nothing, a credit joins its payment. Without an account it is the default one's.
 * Refuses with BENEFICIARY_NOT_FOUND and DAY_IN_FUTURE.
 */
export const addEntry = adminProcedure
  .input(AddEntry)
  .mutation(
    async ({ ctx, input: { accountId, amount, balance, ...entry } }): Promise<AddedEntry> => {
      const accounts = await listBeneficiaries(ctx.db, ctx.company.id);
      const account = accounts.find(({ id, isDefault }) =>
        accountId ? id === accountId : isDefault,
      );
      if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
      await assertNotInFuture(ctx, entry.bookedOn);
      const row = {
        row: 1,
        ...entry,
        valueOn: entry.valueOn ?? null,
        reference: entry.reference ?? null,
        amountPaise: amountInPaise(amount),
        balancePaise: balance === undefined ? null : amountInPaise(balance),
      };
      const identity = identityOf(row);
      const line = { ...row, ...identity, key: storedKey(identity.key) };
      return transactWithin(ctx, async (inside) => {
        const statement = { id: newId(), companyId: ctx.company.id, accountId: account.id };
        const counts = { format: "API" as const, rowCount: 1, unreadCount: 0, unread: [] };
        const fileName = ctx.actor.key?.name ?? "";
        const added = await storeLines(inside, { ...statement, ...counts, fileName }, [[line]]);
        await recordAudit(inside, {
          action: "statement.entry-added",
          subjectType: "company",
          subjectId: ctx.company.id,
          after: { amountPaise: row.amountPaise, reference: row.reference, rows: added.length },
        });
        return { isAdded: added.length === 1 };
      });
    },
  );
