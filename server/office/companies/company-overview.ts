import { companyFigures, companyHosts, totalsByDay } from "@server/office/queries/company-figures";
import {
  listCompanies,
  findCompany,
  findPublishedBrand,
  firstHostOf,
  brandOf,
  sharesOf,
} from "@server/sites";
import {
  ListCompanies,
  CompanyRef,
  type FirstSale,
  type PlatformTotals,
  ReadTotals,
} from "@server/companies/contracts/companies";
import { dateInIndia, periodStartsUntil } from "@server/platform/rules/dates/dates";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { containsPattern } from "@server/platform/rules/like";
import { superAdminProcedure, listMembers } from "@server/access";
import { findDefaultBeneficiary } from "@server/companies";
import { orRefuse } from "@server/platform/rules/refusals/refuse";
import { showsShares } from "@themes/plain";
import { builtInBrand } from "@themes/registry";

/**
 * Per company: members, pending payments and the oldest one's time, money collected and supply left, up to
 * 20 s old; and the hosts.
 */
export const overview = superAdminProcedure.input(ListCompanies).query(async ({ ctx, input }) => {
  const page = sliceOf(input);
  const { records, total } = await listCompanies(ctx.db, containsPattern(input.search), page);
  const ids = records.map(({ id }) => id);
  const read = () => companyFigures(ctx.db, ids);
  const [figures, hosts] = await Promise.all([
    ctx.deps.figures?.of(`companies ${ids.join(" ")}`, read) ?? read(),
    companyHosts(ctx.db, ids),
  ]);
  const of = new Map(figures.map((one) => [one.companyId, one]));
  return {
    total,
    lastPage: lastPageOf(total, input.limit),
    records: records.map((company) => {
      const own = of.get(company.id);
      return {
        id: company.id,
        companyName: company.name,
        tokenSymbol: company.tokenSymbol,
        status: company.status,
        members: own?.members ?? 0,
        pending: own?.pending ?? 0,
        oldestPendingAt: own?.oldestPendingAt?.toISOString() ?? null,
        collectedPaise: own?.collectedPaise ?? 0,
        feesPaise: own?.feesPaise ?? 0,
        remainingPrivateSupply: own?.remainingPrivateSupply ?? 0,
        rewardBps: company.referralRewardBps,
        rewarded: own?.rewarded ?? 0,
        rewardHeld: own?.rewardHeld ?? 0,
        invitedPaise: own?.invitedPaise ?? 0,
        hosts: hosts
          .filter(({ companyId }) => companyId === company.id)
          .map(({ companyId: _, ...host }) => host),
      };
    }),
  };
});

/** Returns what was collected and its fees by days, weeks or months; up to 20 s old. */
export const totals = superAdminProcedure
  .input(ReadTotals)
  .query(async ({ ctx, input: { period, id = null } }): Promise<PlatformTotals> => {
    const starts = periodStartsUntil(period, dateInIndia(ctx.now));
    const read = () => totalsByDay(ctx.db, id);
    const days = await (ctx.deps.figures?.of(`totals ${id}`, read) ?? read());
    const [orders, paise, feesPaise] = [
      starts.map(() => 0),
      starts.map(() => 0),
      starts.map(() => 0),
    ];
    for (const sum of days) {
      const at = starts.findLastIndex((start) => start <= sum.day);
      if (at < 0) continue;
      orders[at] = (orders[at] ?? 0) + sum.orders;
      paise[at] = (paise[at] ?? 0) + sum.paise;
      feesPaise[at] = (feesPaise[at] ?? 0) + sum.fees;
    }
    return { period, starts, orders, paise, feesPaise };
  });

/** More than any company has. */
const MOST_ADMINS = 100;

/**
 * Lists the requirements of a company's first sale, and checks that its brand states its supply
 * split.
 */
export const firstSale = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx, input }): Promise<FirstSale> => {
    const { db } = ctx;
    const company = orRefuse(await findCompany(db, input.id), "COMPANY_NOT_FOUND");
    const [host, published, account, admins, brand] = await Promise.all([
      firstHostOf(db, company.id),
      findPublishedBrand(db, company.id),
      findDefaultBeneficiary(db, company.id),
      listMembers(db, company.id, { role: "ADMIN" }, { limit: MOST_ADMINS, offset: 0 }),
      brandOf(db, company),
    ]);
    return {
      hasPrice: company.priceMicroRupees !== null,
      hasHost: host !== null,
      hasBrand: published !== undefined || builtInBrand(company.tokenSymbol) !== undefined,
      hasAdmin: admins.records.some(({ passwordHash }) => passwordHash !== null),
      hasAccount: account !== undefined,
      hasOwnSplit: showsShares(brand, sharesOf(company)),
    };
  });
