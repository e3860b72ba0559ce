import UserRound from "lucide-react/icons/user-round";
import { useTranslation } from "react-i18next";
import type { SaleOffer } from "@server/companies/contracts/site";
import { leftIn, percentOf } from "@server/companies/rules/sale";
import { timeLeft } from "@server/platform/rules/dates/dates";
import { formatPercent, formatPrice, formatQuantity } from "@server/platform/rules/money/format";
import { readShare, SOLD_PART } from "@themes/distribution";
import { RiskNotice } from "~/components/brand/site-footer";
import { FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import type { InvitationWords } from "~/lib/pages/front-words.server";
import { paths, registerPath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";
import { CALCULATOR, Calculator, type Calculated } from "./calculator";

export interface Sale {
  /** The seller's legal name and address in one line; null where no company sells. */
  seller: string | null;
  offer: SaleOffer | null;
  invitation: InvitationWords | null;
  /** It is null without a price. */
  calculator: Calculated | null;
  /** When tokens unlock; null where all do at the launch. */
  unlock: string | null;
  /** The time by which days are counted, ISO 8601. */
  seenAt: string;
}

/** Begins with what the token is for or who invites, then a sum, the risk and one button (product.md §2). */
export function SaleLead({ offer, invitation, calculator }: Sale) {
  const { t } = useTranslation("front");
  const { brand } = useSite();
  const isInvited = offer !== null && invitation?.counts === true;
  const referralCode = invitation?.code ?? "";
  return (
    <section className="panel lead gap-3 sm:p-8">
      {isInvited ? (
        <>
          <div className="flex items-center gap-3">
            <span className="initial" aria-hidden>
              {invitation.name === null ? <UserRound /> : [...invitation.name][0]}
            </span>
            <h1 className="min-w-0">{invitation.by}</h1>
          </div>
          <p>{[invitation.reward, invitation.note].filter(Boolean).join(" ")}</p>
        </>
      ) : (
        <>
          <p className="hint tracking-widest">
            {brand.programName} {t("people:login.program")}
          </p>
          <h1 className="display-figure wrap-anywhere">{brand.title}</h1>
        </>
      )}
      <p className={isInvited ? "hint" : undefined}>{brand.metaData.description}</p>
      {offer && (
        <>
          {invitation && !isInvited && <p role="status">{invitation.by}</p>}
          {calculator && <Calculator {...calculator} referralCode={referralCode} />}
          <RiskNotice />
          {calculator ? (
            <button className="button" form={CALCULATOR} formAction={paths.register}>
              {t("join")}
            </button>
          ) : (
            <a className="button" href={registerPath({ referralCode })}>
              {t("join")}
            </a>
          )}
        </>
      )}
    </section>
  );
}

/** Tells how much is sold of what, at which price, until when, and by whom. */
export function SaleFacts({ seller, offer, unlock, seenAt }: Sale) {
  const { t } = useTranslation("front");
  const { symbol, tokenDistribution } = useSite().brand;
  const dates = useDates();
  if (!offer) return seller === null ? null : <p>{t("seller", { seller })}</p>;
  const { priceMicroRupees, nextPrice, pool } = offer;
  const launchAt = offer.launchAt === null ? null : new Date(offer.launchAt);
  const until = timeLeft(launchAt, new Date(seenAt));
  const part = tokenDistribution.map(readShare).find((share) => share?.label === SOLD_PART);
  const total = formatQuantity(pool.total);
  const given = pool.allocated - pool.sold;
  const percent = percentOf(pool.sold, pool.total);
  return (
    <section className="card grid gap-4 p-5 sm:p-6">
      <h2>{t("sale")}</h2>
      {pool.total > 0 && (
        <div className="grid gap-2 tabular">
          <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span>{t("sold", { percent })}</span>
            <span>{t("left", { left: formatQuantity(leftIn(offer)), symbol })}</span>
          </p>
          <div className="meter" aria-hidden>
            {pool.sold > 0 && <span style={{ width: `${percent}%` }} />}
            {given + pool.held > 0 && (
              <span
                className="is-held"
                style={{ width: `${percentOf(given + pool.held, pool.total)}%` }}
              />
            )}
          </div>
        </div>
      )}
      <FactList
        facts={[
          [t("price", { symbol }), priceMicroRupees ? formatPrice(priceMicroRupees) : t("noPrice")],
          [
            t("next"),
            nextPrice &&
              t("priceFrom", {
                price: formatPrice(nextPrice.priceMicroRupees),
                date: dates.day(nextPrice.startsAt),
              }),
          ],
          [
            t("launch"),
            launchAt === null || until.state === "none"
              ? t("unannounced")
              : until.state === "over"
                ? unlock
                  ? t("launchedOn", { date: dates.day(launchAt.toISOString()) })
                  : t("launched")
                : `${t("day", { count: until.days })}, ${t("launchOn", { date: dates.day(launchAt.toISOString()) })}`,
          ],
          [
            t("onSale"),
            part
              ? t("onSaleOf", { total, symbol, percent: formatPercent(part.shareBps) })
              : `${total} ${symbol}`,
          ],
          [t("by"), seller],
        ]}
      />
      {unlock && <p className="hint">{unlock}</p>}
      {part && <p className="hint">{t("part")}</p>}
      {pool.sold + given + pool.held > 0 && (
        <details className="more -mb-4">
          <summary>{t("figures")}</summary>
          <div className="grid gap-4">
            <FactList
              facts={[
                [t("soldRow"), pool.sold > 0 && formatQuantity(pool.sold)],
                [t("givenRow"), given > 0 && formatQuantity(given)],
                [t("heldRow"), pool.held > 0 && formatQuantity(pool.held)],
              ]}
            />
            {given + pool.held > 0 && <p className="hint">{t("paler")}</p>}
          </div>
        </details>
      )}
    </section>
  );
}
