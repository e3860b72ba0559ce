import { useTranslation } from "react-i18next";
import type { SaleOffer } from "@server/companies/contracts/site";
import { leftIn, percentOf } from "@server/companies/rules/sale";
import { formatDate, timeLeft } from "@server/platform/rules/dates/dates";
import { formatPrice, formatQuantity } from "@server/platform/rules/money/format";
import type { InvitationWords } from "~/lib/pages/front-words.server";
import { registerPath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

export interface Sale {
  /** The seller's legal name and address in one line; null where no company sells. */
  seller: string | null;
  offer: SaleOffer | null;
  /** The code of an invitation; empty without one. */
  referralCode: string;
  invitation: InvitationWords | null;
  /** The time by which days are counted, ISO 8601. */
  seenAt: string;
}

/** Tells what is sold, by whom, at which price, and how much is left (product.md §2). */
export function SaleAtAGlance({ seller, offer, referralCode, invitation, seenAt }: Sale) {
  const { t } = useTranslation("front");
  const { brand } = useSite();
  return (
    <section className="panel grid gap-4 rounded-(--radius-card) p-5 sm:p-8">
      <p className="text-sm font-semibold tracking-widest" style={MUTED}>
        {brand.programName} {t("people:login.program")}
      </p>
      <h1 className="wrap-anywhere">{brand.title}</h1>
      {seller !== null && <p style={MUTED}>{t("seller", { seller })}</p>}
      {offer && (
        <>
          {invitation && (
            <p>
              <strong>{invitation.by}</strong> {invitation.means}
            </p>
          )}
          <Figures offer={offer} seenAt={seenAt} />
          <Pool offer={offer} />
          <p>
            <a
              className="inline-flex min-h-11 items-center rounded-(--radius-control) border-2 border-current px-5 font-semibold"
              href={registerPath({ isCreating: false, referralCode })}
            >
              {t("join")}
            </a>
          </p>
        </>
      )}
    </section>
  );
}

const MUTED = { color: "var(--panel-text-muted)" };

function Figures({ offer, seenAt }: { offer: SaleOffer; seenAt: string }) {
  const { t } = useTranslation("front");
  const { symbol } = useSite().brand;
  const launchAt = offer.launchAt === null ? null : new Date(offer.launchAt);
  const left = timeLeft(launchAt, new Date(seenAt));
  return (
    <dl className="figures grid-cols-2!">
      <div>
        <dt style={MUTED}>{t("price", { symbol })}</dt>
        <dd>
          {offer.priceMicroRupees ? formatPrice(offer.priceMicroRupees) : t("noPrice")}
          {offer.nextPrice && (
            <small className="block text-sm font-normal">
              {t("priceFrom", {
                price: formatPrice(offer.nextPrice.priceMicroRupees),
                date: formatDate(new Date(offer.nextPrice.startsAt)),
              })}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt style={MUTED}>{t("launch")}</dt>
        <dd>
          {launchAt === null || left.state === "none" ? (
            t("unannounced")
          ) : left.state === "over" ? (
            t("launched")
          ) : (
            <>
              {t("day", { count: left.days })}
              <small className="block text-sm font-normal">
                {t("launchOn", { date: formatDate(launchAt) })}
              </small>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Pool({ offer }: { offer: SaleOffer }) {
  const { t } = useTranslation("front");
  const { symbol } = useSite().brand;
  const { total, held, allocated } = offer.pool;
  if (total === 0) return null;
  const percent = percentOf(allocated, total);
  return (
    <div className="grid gap-2 tabular">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>{t("sold", { percent })}</span>
        <span>{t("left", { left: formatQuantity(leftIn(offer)), symbol })}</span>
      </p>
      <div className="meter" aria-hidden>
        {allocated > 0 && <span style={{ width: `${percent}%` }} />}
        {held > 0 && <span className="is-held" style={{ width: `${percentOf(held, total)}%` }} />}
      </div>
      <p className="text-sm" style={MUTED}>
        {t("of", {
          sold: formatQuantity(allocated),
          total: formatQuantity(total),
          symbol,
        })}
        {held > 0 && ` · ${t("held", { held: formatQuantity(held), symbol })}`}
      </p>
    </div>
  );
}
