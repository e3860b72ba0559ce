import {
  insertSignature,
  listChangedLines,
  listDaysOfMoney,
  listDayEntries,
  listSignatures,
  nameAccounts,
  sumAccountDays,
  sumDaysReturned,
  sumDaysWithoutEntry,
  listReturnsWithOrders,
  listWithoutEntry,
} from "@server/payments";
import {
  type DaysOfMoney,
  ListDays,
  ReconcileDay,
  type Reconciliation,
  SignDay,
} from "@server/orders/contracts/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { dayLines, daysBefore, MOST_DAYS, SHOWN_DAYS, stampOf } from "@server/payments/rules/days";
import { maskAccountNumber } from "@server/platform/rules/people/masking";
import { lockCompany } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { adminProcedure, recordAudit, withinTransaction } from "@server/access";

/**
 * Returns the money of each day, and what was confirmed by day and method: received = allocated +
 * waiting for the rest + refunded + open (unallocated), on each line and in total (product.md §2). Without days, the last ones until today; never more than
 * MOST_DAYS.
 */
export const listDays = adminProcedure
  .input(ListDays)
  .query(async ({ ctx, input }): Promise<DaysOfMoney> => {
    const { company } = ctx;
    const to = input.to ?? dateInIndia(ctx.now);
    const asked = input.from ?? daysBefore(to, SHOWN_DAYS - 1);
    const least = daysBefore(to, MOST_DAYS - 1);
    const from = asked > to ? to : asked < least ? least : asked;
    const asOf = [ctx.db, company.id, { from, to }] as const;
    const [days, accounts, unproven, returned, signatures] = await Promise.all([
      listDaysOfMoney(...asOf),
      sumAccountDays(...asOf),
      sumDaysWithoutEntry(...asOf),
      sumDaysReturned(...asOf),
      listSignatures(...asOf),
    ]);
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((total, day) => total + of(day), 0);
    return {
      from,
      to,
      lines: dayLines(accounts, unproven, returned, signatures),
      days,
      total: {
        count: sum(({ count }) => count),
        receivedPaise: sum(({ receivedPaise }) => receivedPaise),
        allocatedPaise: sum(({ allocatedPaise }) => allocatedPaise),
        waitingPaise: sum(({ waitingPaise }) => waitingPaise),
        refundedPaise: sum(({ refundedPaise }) => refundedPaise),
        openPaise: sum(({ openPaise }) => openPaise),
      },
    };
  });

/** So many changes since a signature are listed. */
const MOST_CHANGES = 20;

/**
 * Returns a day of the bank by account: the bank's total = approved + waiting for the rest + refunded
 * + unallocated + put away, on each line, with who signed it and what changed since (product.md §2).
 */
export const reconciliation = adminProcedure
  .input(ReconcileDay)
  .query(async ({ ctx, input: { day } }): Promise<Reconciliation> => {
    const { db, company } = ctx;
    const [days, signed, methods, withoutEntry, entries, returns] = await Promise.all([
      sumAccountDays(db, company.id, { from: day, to: day }),
      listSignatures(db, company.id, { from: day, to: day }),
      listDaysOfMoney(db, company.id, { from: day, to: day }),
      listWithoutEntry(db, company.id, day),
      listDayEntries(db, company.id, day),
      listReturnsWithOrders(db, company.id, { day }),
    ]);
    const ids = [...new Set([...days, ...signed].map(({ accountId }) => accountId))];
    const names = await nameAccounts(db, company.id, ids);
    const accounts = await Promise.all(
      days.map(async (of) => {
        const last = signed.find(({ accountId }) => accountId === of.accountId);
        const name = names.find(({ id }) => id === of.accountId);
        const changed = last
          ? await listChangedLines(db, company.id, {
              day,
              accountId: of.accountId,
              since: last.at,
              limit: MOST_CHANGES,
            })
          : [];
        return {
          ...of,
          name: [name?.bankName, name?.accountNumber && maskAccountNumber(name.accountNumber)]
            .concat(name?.bankName ? [] : [name?.upi])
            .filter(Boolean)
            .join(" "),
          stamp: stampOf(of),
          signed: last
            ? {
                by: last.by,
                at: last.at.toISOString(),
                isSame: stampOf(last) === stampOf(of),
                before: last,
                changed: changed.map((line) => ({ ...line, at: line.at.toISOString() })),
              }
            : null,
        };
      }),
    );
    return { day, accounts, methods, entries, returns, withoutEntry };
  });

/**
 * Signs an account's day. Refuses with LIST_CHANGED sums that are not those that were seen, or that are
 * signed already, with RECONCILIATION_EMPTY a day without entries, and with RECONCILIATION_DIFFERS one on which more was
 * approved or sent back than the bank shows.
 */
export const signDay = adminProcedure
  .input(SignDay)
  .mutation(({ ctx, input: { day, accountId, seen } }): Promise<void> =>
    ctx.transact(async (tx) => {
      // Of two concurrent calls the second one finds the first one's signature.
      await lockCompany(tx, ctx.company.id);
      const signed = await listSignatures(tx, ctx.company.id, { from: day, to: day });
      const last = signed.find((one) => one.accountId === accountId);
      if (last && stampOf(last) === seen) throw refuse("LIST_CHANGED");
      const days = await sumAccountDays(tx, ctx.company.id, { from: day, to: day });
      const of = days.find((one) => one.accountId === accountId);
      if (!of) throw refuse("RECONCILIATION_EMPTY");
      if (stampOf(of) !== seen) throw refuse("LIST_CHANGED");
      if (of.excessPaise > 0) throw refuse("RECONCILIATION_DIFFERS");
      const signedBy = ctx.actor.id;
      const id = await insertSignature(tx, of, { companyId: ctx.company.id, day, signedBy });
      await recordAudit(withinTransaction(ctx, tx), {
        action: "statement.day-signed",
        subjectType: "statement",
        subjectId: id,
        after: { from: day, totalPaise: of.bankPaise, entries: of.entries },
      });
    }),
  );
