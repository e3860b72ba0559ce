import { contactOf } from "@server/sites/rules/contact";
import {
  type CompanyContext,
  adminProcedure,
  findMember,
  memberProcedure,
  recordAudit,
  router,
} from "@server/access";
import { ReadHistory } from "@server/office/contracts/dashboard";
import {
  ListCampaigns,
  ListReferrers,
  OwnStatement,
  type ProgrammeHistory,
  ReadStatement,
  type RewardStatement,
} from "@server/office/contracts/programme";
import {
  listCampaigns,
  listReferrers,
  programmeByDay,
  statementLines,
} from "@server/office/queries/programme";
import { dateInIndia, periodStartsUntil } from "@server/platform/rules/dates/dates";
import { containsPattern } from "@server/platform/rules/like";
import { lastPageOf, offsetOf, sliceOf } from "@server/platform/rules/paging";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** What the programme costs and brings by days, weeks or months; up to 20 s old. */
const history = adminProcedure
  .input(ReadHistory)
  .query(async ({ ctx, input: { period } }): Promise<ProgrammeHistory> => {
    const { db, company, deps } = ctx;
    const starts = periodStartsUntil(period, dateInIndia(ctx.now));
    const read = () => programmeByDay(db, company.id, starts[0] ?? "");
    const days = await (deps.figures?.of(`programme ${company.id} ${period}`, read) ?? read());
    const [rewarded, bought, paise] = [
      starts.map(() => 0),
      starts.map(() => 0),
      starts.map(() => 0),
    ];
    for (const one of days) {
      const at = starts.findLastIndex((start) => start <= one.day);
      if (at < 0) continue;
      rewarded[at] = (rewarded[at] ?? 0) + one.rewarded;
      bought[at] = (bought[at] ?? 0) + one.bought;
      paise[at] = (paise[at] ?? 0) + one.paise;
    }
    return { period, starts, rewarded, bought, paise };
  });

const referrers = adminProcedure.input(ListReferrers).query(async ({ ctx, input }) => {
  const { records, total } = await listReferrers(ctx.db, ctx.company.id, {
    ...input,
    pattern: containsPattern(input.search),
    offset: offsetOf(input),
  });
  return { records, total, lastPage: lastPageOf(total, input.limit) };
});

const campaigns = adminProcedure.input(ListCampaigns).query(async ({ ctx, input }) => {
  const slice = sliceOf(input);
  const rows = await listCampaigns(ctx.db, ctx.company.id, slice);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _total, startsAt, endsAt, ...row }) => ({
      ...row,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    })),
    total,
    lastPage: lastPageOf(total, input.limit),
  };
});

/** Reads the rewards of a financial year from the ledger. */
async function statementOf(
  { db, company }: Pick<CompanyContext, "db" | "company">,
  memberId: string,
  year: number,
): Promise<RewardStatement> {
  const [member, lines] = await Promise.all([
    findMember(db, company.id, memberId),
    statementLines(db, company.id, memberId, { from: `${year}-04-01`, until: `${year + 1}-04-01` }),
  ]);
  if (!member) throw refuse("MEMBER_NOT_FOUND");
  return {
    year,
    member: { name: member.name, memberId: member.referralCode },
    company: {
      name: company.name,
      ...contactOf(company),
      tokenName: company.tokenName,
      tokenSymbol: company.tokenSymbol,
    },
    lines,
    tokens: lines.reduce((sum, { tokens }) => sum + tokens, 0),
    valuePaise: lines.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
  };
}

/** The member's own rewards of a financial year. */
const ownStatement = memberProcedure
  .input(OwnStatement)
  .query(({ ctx, input }) => statementOf(ctx, ctx.actor.id, input.year));

/** A mutation, since it writes to the audit log: it is a file about one person. */
const statement = adminProcedure
  .input(ReadStatement)
  .mutation(async ({ ctx, input: { memberId, year } }): Promise<RewardStatement> => {
    const read = await statementOf(ctx, memberId, year);
    await recordAudit(ctx, {
      action: "export.statement",
      subjectType: "member",
      subjectId: memberId,
      after: { rows: read.lines.length, year },
    });
    return read;
  });

export const programmeRouter = router({
  // Members
  ownStatement,
  // Company admins
  history,
  referrers,
  campaigns,
  statement,
});
