import {
  type Company as CompanyRow,
  type CompanyChange,
  findWholeCompany,
  listCompanies,
  lockCompany,
  resizeSupply,
  updateCompany,
} from "@server/sites";
import { SUPPLY_POOLS } from "@db/vocabulary";
import {
  type Context,
  transactWithin,
  recordAudit,
  router,
  superAdminProcedure,
  inTransaction,
} from "@server/access";
import {
  AddCompany,
  CompanyRef,
  ListCompanies,
  SetCompanyStatus,
  UpdateCompany,
  type Company,
  type FoundCompany,
} from "@server/companies/contracts/companies";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { assertPassword } from "@server/platform/rules/people/password";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { containsPattern } from "@server/platform/rules/like";
import { POOL_BPS, type SupplySplit, splitSupply } from "@server/sites/rules/pools";
import {
  addDocument,
  bounds,
  bpsOf,
  priceOf,
  removeDocument,
  companyView,
  mail,
  setMail,
  splitIn,
  setBounds,
  setTerms,
  setIdentity,
  setSecondAdmin,
  settings,
  textVersions,
  updateSettings,
} from "@server/companies";
import { builtInBrand } from "@themes/registry";
import { admins, inviteAdmin, inviteAgain, sendInvitation } from "@server/members";
import { firstSale, overview, totals } from "./company-overview";
import { createCompany } from "./create-company";

const list = superAdminProcedure.input(ListCompanies).query(async ({ ctx, input }) => {
  const { records, total } = await listCompanies(ctx.db, containsPattern(input.search), {
    ...sliceOf(input),
  });
  return {
    total,
    lastPage: lastPageOf(total, input.limit),
    records: records.map((row) => companyView(row, ctx.deps.secrets)),
  };
});

type CompanyInput = Omit<AddCompany, "adminName" | "adminEmail" | "adminPassword">;

/** The columns given by a company form; absent fields are left out. */
function columnsOf(ctx: Context, input: CompanyInput, present: SupplySplit) {
  return {
    name: input.companyName,
    email: input.email,
    mobile: input.mobile,
    tokenSymbol: input.tokenSymbol,
    totalSupply: input.totalSupply,
    ...(input.tokenName && { tokenName: input.tokenName }),
    ...(input.companyAadhaarCard && { aadhaarLastFour: input.companyAadhaarCard.slice(-4) }),
    ...(input.companyPan && { panEncrypted: ctx.deps.secrets.encrypt("pan", input.companyPan) }),
    ...(input.companyAddress && { address: input.companyAddress }),
    ...(input.companyPincode && { pincode: input.companyPincode }),
    ...splitIn(input, present),
    ...(input.launchAt && { launchAt: new Date(input.launchAt) }),
    ...(input.unverifiedMayBuy !== undefined && { unverifiedMayBuy: input.unverifiedMayBuy }),
    ...(input.maxPendingOrders && { maxPendingOrders: input.maxPendingOrders }),
    ...(input.maxHeldTokens && { maxHeldTokens: input.maxHeldTokens }),
    ...(input.unverifiedHoldPercent && {
      unverifiedHoldBps: bpsOf(input.unverifiedHoldPercent, "UNVERIFIED_HOLD_INVALID"),
    }),
    ...(input.releaseAfterDays && { releaseAfterDays: input.releaseAfterDays }),
    ...(input.status && { status: input.status }),
  } satisfies CompanyChange;
}

/** The price, fee and reward given by a company form. */
const termsIn = ({
  price,
  platformChargePercent: fee,
  referralRewardPercent: reward,
}: CompanyInput) => ({
  ...(price && { priceMicroRupees: priceOf(price) }),
  ...(fee && { feeBps: bpsOf(fee, "FEE_PERCENT_INVALID") }),
  ...(reward && { referralRewardBps: bpsOf(reward, "REWARD_PERCENT_INVALID") }),
});

/** The default token name: the built-in brand's name for the symbol, else the symbol. */
const nameOfToken = (symbol: string): string => builtInBrand(symbol)?.name ?? symbol;

const find = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx, input }): Promise<FoundCompany> => {
    const company = await findWholeCompany(ctx.db, input.id);
    const suspendedBecause = company.settings.suspendedBecause ?? null;
    return { ...companyView(company, ctx.deps.secrets), suspendedBecause };
  });

const add = superAdminProcedure
  .input(AddCompany)
  .mutation(async ({ ctx, input }): Promise<Company> => {
    const { adminPassword } = input;
    if (adminPassword) {
      const { companyName, tokenSymbol } = input;
      assertPassword(adminPassword, {
        name: input.adminName,
        email: input.adminEmail,
        mobile: input.mobile,
        company: { name: companyName, tokenName: nameOfToken(tokenSymbol), tokenSymbol },
      });
    }
    const passwordHash = adminPassword ? await ctx.deps.passwords.hash(adminPassword) : null;
    return transactWithin(ctx, async (inside, tx) => {
      const { company, admin } = await createCompany(
        tx,
        {
          tokenName: nameOfToken(input.tokenSymbol),
          ...columnsOf(ctx, input, POOL_BPS),
          ...termsIn(input),
          settings: {
            ...(input.apiOrigins && { apiOrigins: input.apiOrigins }),
            ...(ctx.deps.config.demo && { isOfDemo: true }),
          },
        },
        { name: input.adminName, email: input.adminEmail, mobile: input.mobile, passwordHash },
      );
      const view = companyView(company, ctx.deps.secrets);
      await note(inside, "company.added", company, null, view);
      if (!passwordHash) await sendInvitation(inside, admin);
      return view;
    });
  });

const update = superAdminProcedure.input(UpdateCompany).mutation(
  inTransaction(async (ctx, input, tx) => {
    const before = await lockCompany(tx, input.id);
    const columns = columnsOf(ctx, input, before.splitBps ?? POOL_BPS);
    await resize(ctx, before, columns);
    const { priceMicroRupees, ...shares } = termsIn(input);
    if (priceMicroRupees) await setTerms(ctx, input.id, { priceMicroRupees, startsAt: null });
    await setTerms(ctx, input.id, { ...shares, startsAt: null });
    const apiOrigins = input.noApiOrigins ? [] : input.apiOrigins;
    const settings = input.status ? standing(before, { status: input.status }) : before.settings;
    const company = await updateCompany(tx, input.id, {
      ...columns,
      ...(input.noLaunchDate && { launchAt: null }),
      ...(input.noTokenCap && { maxHeldTokens: null }),
      settings: { ...settings, ...(apiOrigins && { apiOrigins }) },
    });
    const view = companyView(company, ctx.deps.secrets);
    await note(ctx, "company.updated", company, companyView(before, ctx.deps.secrets), view);
    return view;
  }),
);

/** Changes the status only, so that stale form values do not overwrite newer changes. */
const setStatus = superAdminProcedure.input(SetCompanyStatus).mutation(
  inTransaction(async (ctx, input, tx) => {
    const before = await lockCompany(tx, input.id);
    const { status } = input;
    const settings = standing(before, input);
    const company = await updateCompany(tx, input.id, { status, settings });
    const { suspendedBecause: reason } = settings;
    if (before.status !== status || before.settings.suspendedBecause !== reason) {
      const [from, to] = [{ status: before.status }, { status, ...(reason && { reason }) }];
      await note(ctx, "company.updated", company, from, to);
    }
    return companyView(company, ctx.deps.secrets);
  }),
);

/** The settings of a company with a status; the reason of a suspension goes with it. */
function standing(
  { settings, status: before }: CompanyRow,
  { status, reason }: Pick<SetCompanyStatus, "status" | "reason">,
): CompanyRow["settings"] {
  const { suspendedBecause: present, ...others } = settings;
  if (status !== "SUSPENDED") return others;
  const suspendedBecause = reason || (before === "SUSPENDED" ? present : undefined);
  return { ...others, ...(suspendedBecause && { suspendedBecause }) };
}

/** Refuses a pool smaller than what is held or allocated from it. */
async function resize(
  ctx: Context,
  before: CompanyRow,
  { totalSupply, splitBps }: { totalSupply: number; splitBps?: SupplySplit },
): Promise<void> {
  if (totalSupply === before.totalSupply && !splitBps) return;
  const pools = splitSupply(totalSupply, splitBps ?? before.splitBps ?? POOL_BPS);
  for (const pool of SUPPLY_POOLS) {
    if (!(await resizeSupply(ctx.db, before.id, pool, pools[pool])))
      throw refuse("TOTAL_SUPPLY_IN_USE");
  }
}

const note = (ctx: Context, action: string, company: CompanyRow, before: unknown, after: unknown) =>
  recordAudit(ctx, {
    action,
    subjectType: "company",
    subjectId: company.id,
    companyId: company.id,
    before,
    after,
  });

export const companiesRouter = router({
  list,
  find,
  add,
  update,
  setStatus,
  mail,
  setMail,
  overview,
  firstSale,
  totals,
  admins,
  inviteAdmin,
  inviteAgain,
  settings,
  setIdentity,
  setSecondAdmin,
  bounds,
  setBounds,
  textVersions,
  updateSettings,
  addDocument,
  removeDocument,
});
