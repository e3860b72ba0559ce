import { cancelPrice, findPrice } from "@server/companies/queries/prices";
import { findPerson } from "@server/messages";
import { transactWithin, recordAudit, type AdminContext } from "@server/access";
import type { PriceRef, SetPrice } from "@server/companies/contracts/prices";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatPrice } from "@server/platform/rules/money/format";
import { parsePriceToMicroRupees } from "@server/platform/rules/money/units";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { notifyCompany } from "@server/companies/second-admin/notify-company";
import { setTerms } from "./set-price";

/** Refuses with PRICE_IN_FORCE_ALREADY, which a second click gets, and with the refusals of `setPrice`. */
export async function changePrice(ctx: AdminContext, input: SetPrice): Promise<void> {
  const priceMicroRupees = parsePriceToMicroRupees(input.price);
  if (priceMicroRupees === null) throw refuse("PRICE_INVALID");
  await transactWithin(ctx, async (inside) => {
    const set = orRefuse(
      await setTerms(inside, ctx.company.id, {
        priceMicroRupees,
        startsAt: input.startsAt ? new Date(input.startsAt) : null,
      }),
      "PRICE_IN_FORCE_ALREADY",
    );
    await notifyOfPrice(inside, priceMicroRupees, set.startsAt);
  });
}

/** Mails the company: a price decides for how little money tokens are approved. */
async function notifyOfPrice(
  ctx: AdminContext,
  priceMicroRupees: number,
  startsAt: Date,
): Promise<void> {
  const person = await findPerson(ctx.db, ctx.company.id, ctx.actor.id);
  const params = {
    price: formatPrice(priceMicroRupees),
    at: formatDateTime(startsAt),
    by: person?.name ?? "",
  };
  await notifyCompany(ctx, { template: "priceChanged", params }, { contacts: true });
}

/** Refuses with PRICE_NOT_FOUND, and with PRICE_HAS_BEGUN if it has begun or is cancelled. */
export async function takeBackPrice(ctx: AdminContext, { id }: PriceRef): Promise<void> {
  await transactWithin(ctx, async (inside, tx) => {
    const cancelled = await cancelPrice(tx, ctx.company.id, id, ctx.actor.id);
    if (!cancelled) {
      const known = await findPrice(tx, ctx.company.id, id);
      throw refuse(known ? "PRICE_HAS_BEGUN" : "PRICE_NOT_FOUND");
    }
    await recordAudit(inside, {
      action: "price.cancelled",
      subjectType: "price",
      subjectId: id,
      before: {
        ...(cancelled.priceMicroRupees !== null && {
          priceMicroRupees: cancelled.priceMicroRupees,
        }),
        ...(cancelled.feeBps !== null && { feeBps: cancelled.feeBps }),
        ...(cancelled.referralRewardBps !== null && {
          referralRewardBps: cancelled.referralRewardBps,
        }),
        startsAt: cancelled.startsAt.toISOString(),
      },
      after: null,
    });
  });
}
