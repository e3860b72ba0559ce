import { type Company, findWholeCompany, lockCompany } from "@server/sites";
import { listUpcomingPrices, readClock } from "@server/companies/queries/prices";
import type { PendingChange } from "@server/companies/queries/pending-changes";
import { adminProcedure, type AdminContext } from "@server/access";
import { ReviewTerms, SetTerms, type TermChange } from "@server/companies/contracts/prices";
import { assertWithinBounds, boundsOf, type OwnTerms } from "@server/companies/rules/term-bounds";
import { bpsOf, priceOf } from "@server/companies/settings/typed-values";
import { onceOrAsked, storeChange } from "@server/companies/second-admin/store-change";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import type { StoredForSecondAdmin } from "@server/access/rules/second-admin";
import { assertPriceStart } from "@server/platform/rules/money/price-start";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { setTerms } from "./set-price";
import { changeOwnCompany } from "@server/companies/settings/change-own-company";

const NAMES = ["feeBps", "referralRewardBps", "launchAt"] as const;

type OwnValues = { [Name in (typeof NAMES)[number]]: number | string | null };

const present = ({ feeBps, referralRewardBps, launchAt }: Company): OwnValues => ({
  feeBps,
  referralRewardBps,
  launchAt: launchAt?.toISOString() ?? null,
});

/** Returns the given terms that are not those in force. */
function changedTerms(company: Company, input: SetTerms): OwnTerms {
  const { platformChargePercent: fee, referralRewardPercent: reward, launchAt } = input;
  const asked: OwnTerms = {
    ...(fee && { feeBps: bpsOf(fee, "FEE_PERCENT_INVALID") }),
    ...(reward && { referralRewardBps: bpsOf(reward, "REWARD_PERCENT_INVALID") }),
    ...(launchAt && { launchAt }),
  };
  const before = present(company);
  // A field of a form has no seconds.
  const minute = (name: string, value: number | string | null | undefined) =>
    name === "launchAt" && typeof value === "string" ? dateTimeFieldValue(new Date(value)) : value;
  const names = NAMES.filter(
    (name) => asked[name] !== undefined && minute(name, asked[name]) !== minute(name, before[name]),
  );
  return Object.fromEntries(names.map((name) => [name, asked[name]]));
}

/** Refuses terms that the company may not set, and a start in the past, too far or taken. */
async function assertTerms(
  { db, company: { id } }: AdminContext,
  company: Company,
  terms: OwnTerms & { priceMicroRupees?: number },
  startsAt: string | undefined,
): Promise<void> {
  const now = await readClock(db);
  assertWithinBounds(terms, boundsOf(company.settings), now);
  if (startsAt === undefined) return;
  const starting = (["priceMicroRupees", "feeBps", "referralRewardBps"] as const).filter(
    (name) => terms[name] !== undefined,
  );
  const alike = (await listUpcomingPrices(db, id)).filter((other) =>
    starting.some((name) => other[name] !== null),
  );
  const taken = alike.map((other) => other.startsAt);
  assertPriceStart({ startsAt: new Date(startsAt), now, taken });
}

/** Stores the changed terms for a second admin: they decide what members pay and earn. */
export async function askForTerms(
  ctx: AdminContext,
  input: SetTerms,
): Promise<null | StoredForSecondAdmin> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  const terms = changedTerms(company, input);
  const names = NAMES.filter((name) => terms[name] !== undefined);
  if (names.length === 0) return null;
  await assertTerms(ctx, company, terms, input.startsAt);
  const before = present(company);
  const startsAt = names.some((name) => name !== "launchAt") ? input.startsAt : undefined;
  return storeChange(ctx, {
    kind: "TERMS",
    subjectId: company.id,
    change: {
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: {
        ...Object.fromEntries(names.map((name) => [name, terms[name] ?? null])),
        ...(startsAt && { startsAt }),
      },
    },
  });
}

export const setOwnTerms = adminProcedure.input(SetTerms).mutation(onceOrAsked(askForTerms));

/**
 * Applies confirmed terms: a fee and reward from their start on, or from now on where that has
 * passed; orders keep theirs. Refuses with CHANGE_OVERTAKEN if one of them is not what it was, and
 * as the change itself would.
 */
export async function applyTerms(
  ctx: AdminContext,
  { change: { before, after }, requestedBy }: PendingChange,
): Promise<void> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  const now = present(company);
  const names = NAMES.filter((name) => after?.[name] !== undefined);
  if (names.some((name) => now[name] !== before?.[name])) throw refuse("CHANGE_OVERTAKEN");
  const terms: OwnTerms = Object.fromEntries(names.map((name) => [name, after?.[name]]));
  const clock = await readClock(ctx.db);
  assertWithinBounds(terms, boundsOf(company.settings), clock);
  const { launchAt, ...shares } = terms;
  if (Object.keys(shares).length > 0) {
    const start = typeof after?.["startsAt"] === "string" ? new Date(after["startsAt"]) : clock;
    const startsAt = start > clock ? start : null;
    await setTerms(ctx, company.id, { ...definite(shares), startsAt, setBy: requestedBy });
  }
  if (launchAt === undefined) return;
  const said = { before: { launchAt: now.launchAt }, after: { launchAt } };
  await changeOwnCompany(ctx, { launchAt: new Date(launchAt) }, said);
}

const definite = ({ feeBps, referralRewardBps }: Omit<OwnTerms, "launchAt">) => ({
  ...(feeBps !== undefined && { feeBps }),
  ...(referralRewardBps !== undefined && { referralRewardBps }),
});

/** Lists what a price and terms would change. Refuses as setting them would. */
export const reviewTerms = adminProcedure
  .input(ReviewTerms)
  .query(async ({ ctx, input }): Promise<TermChange[]> => {
    const company = await findWholeCompany(ctx.db, ctx.company.id);
    const terms = changedTerms(company, input);
    const price = input.price ? priceOf(input.price) : null;
    // A later price may be the present one again.
    const isPrice = price !== null && (input.startsAt ? true : price !== company.priceMicroRupees);
    const names = NAMES.filter((name) => terms[name] !== undefined);
    if (!isPrice && names.length === 0) return [];
    const priced = isPrice ? { ...terms, priceMicroRupees: price } : terms;
    await assertTerms(ctx, company, priced, input.startsAt);
    const before = present(company);
    return [
      ...(isPrice
        ? [
            {
              name: "priceMicroRupees" as const,
              before: company.priceMicroRupees,
              after: price,
              waits: false,
            },
          ]
        : []),
      ...names.map((name) => ({
        name,
        before: before[name],
        after: terms[name] ?? "",
        waits: true,
      })),
    ];
  });
