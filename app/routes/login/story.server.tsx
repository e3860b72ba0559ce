import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "@db/vocabulary";
import type { SaleOffer } from "@server/companies/contracts/companies";
import { formatDate, timeLeft } from "@server/platform/rules/dates/dates";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { sharesInPercent } from "@server/platform/rules/money/units";
import { translatorOf } from "@server/platform/words/translators.server";
import type { Brand } from "@themes/contract";
import { readShare } from "@themes/distribution";
import { paths, registerPath } from "~/lib/paths";
import { calculate, type Calculation, type Wish } from "./calculate";

interface Story {
  language: Language;
  brand: Brand;
  /** The seller's legal name; null where no company sells. */
  company: string | null;
  offer: SaleOffer | null;
  rewardBps: number;
  /** The code of an invitation; empty without one. */
  referralCode: string;
  wish: Wish;
}

/**
 * Renders the front page around the login form in the reader's language (product.md §2). As markup
 * it costs no script, and it is whole without JavaScript.
 */
export const frontStory = (story: Story): string =>
  renderToStaticMarkup(<Page {...story} now={new Date()} />);

/** The sale in one line, for the card of a link that is shared. */
export function saleInWords(offer: SaleOffer, language: Language, symbol: string): string {
  const t = frontWords(language);
  const { total, allocated } = offer.pool;
  const price = offer.priceMicroRupees ? formatPrice(offer.priceMicroRupees) : t("noPrice");
  const percent = sharesInPercent([allocated, total - allocated])[0] ?? 0;
  return `${symbol}: ${price} · ${t("overview:sale.sold", { percent })}`;
}

const frontWords = (language: Language) => translatorOf(language).getFixedT(null, "front");

function Page(story: Story & { now: Date }) {
  const { language, brand, company, offer, wish } = story;
  const t = frontWords(language);
  const left = offer ? offer.pool.total - offer.pool.held - offer.pool.allocated : 0;
  return (
    <>
      <Hero {...story} left={left} />
      {offer?.priceMicroRupees && (
        <Calculator {...story} answer={calculate(wish, { ...offer, left })} left={left} />
      )}
      {company !== null && (
        <>
          <section>
            <h2>{t("steps")}</h2>
            <ol className="mt-3 grid list-decimal gap-3 pl-5">
              {(["buy", "pay", "approved"] as const).map((step) => (
                <li key={step}>
                  <strong>{t(`overview:start.${step}`)}</strong>
                  <br />
                  {t(`overview:start.${step}Text`, { company })}
                </li>
              ))}
            </ol>
          </section>
          <section>
            <h2>{t("money")}</h2>
            <p className="mt-2">
              {t("moneyText", { company })} {t("tokensText")}
            </p>
          </section>
        </>
      )}
      <Distribution language={language} lines={brand.tokenDistribution} />
      {offer && (
        <section>
          <h2>{t("check")}</h2>
          <p className="mt-2">{t("checkText", { entries: formatQuantity(offer.ledgerEntries) })}</p>
          <a className="link-out" href={paths.proof.root}>
            {t("checkLink")}
          </a>
        </section>
      )}
      {company !== null && (
        <section>
          <h2>{t("questions")}</h2>
          {(["seller", "pay", "back", "verify"] as const).map((about) => (
            <details key={about} className="border-b border-line">
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
                {t(`asked.${about}`)}
              </summary>
              <p className="pb-3">{t(`asked.${about}Text`, { company })}</p>
            </details>
          ))}
        </section>
      )}
      {brand.socialLinks.length > 0 && (
        <nav aria-label={t("people:login.follow")} className="flex flex-wrap gap-x-4">
          {brand.socialLinks.map(({ mediaName, link }) => (
            <a key={mediaName} href={link} rel="noopener noreferrer" className="link-out">
              {mediaName}
            </a>
          ))}
        </nav>
      )}
      <p className="hint">{brand.footerNote}</p>
    </>
  );
}

/** The sale at one glance: what, at which price, how much is left, and when it ends. */
function Hero({
  language,
  brand,
  company,
  offer,
  rewardBps,
  referralCode,
  left,
  now,
}: Story & { left: number; now: Date }) {
  const t = frontWords(language);
  const muted = { color: "var(--panel-text-muted)" };
  const { total, held, allocated } = offer?.pool ?? { total: 0, held: 0, allocated: 0 };
  const percent = (part: number) => sharesInPercent([part, total - part])[0] ?? 0;
  const { symbol } = brand;
  return (
    <section className="panel grid gap-4 rounded-(--radius-card) p-5 sm:p-8">
      <p className="text-sm font-semibold tracking-widest" style={muted}>
        {brand.programName} {t("people:login.program")}
      </p>
      <h1 className="wrap-anywhere">{brand.title}</h1>
      {company !== null && <p style={muted}>{company}</p>}
      {offer && (
        <>
          <dl className="figures">
            <Figure name={t("price")} style={muted}>
              {offer.priceMicroRupees ? formatPrice(offer.priceMicroRupees) : t("noPrice")}
              {offer.nextPrice && (
                <small className="block text-sm font-normal">
                  {t("priceFrom", {
                    price: formatPrice(offer.nextPrice.priceMicroRupees),
                    date: formatDate(new Date(offer.nextPrice.startsAt)),
                  })}
                </small>
              )}
            </Figure>
            <Figure name={t("launch")} style={muted}>
              <Launch language={language} at={offer.launchAt} now={now} />
            </Figure>
          </dl>
          {total > 0 && (
            <div className="grid gap-2">
              <p className="font-semibold tabular">
                {t("overview:sale.sold", { percent: percent(allocated) })}
              </p>
              <div className="meter" aria-hidden>
                <span style={{ width: `${percent(allocated)}%` }} />
                <span style={{ width: `${percent(held)}%` }} />
              </div>
              <p className="text-sm tabular">
                {t("overview:sale.of", {
                  sold: formatQuantity(allocated),
                  total: formatQuantity(total),
                  symbol,
                })}
                {held > 0 &&
                  ` · ${t("overview:sale.held", { held: formatQuantity(held), symbol })}`}
                {` · ${t("overview:sale.left", { left: formatQuantity(left), symbol })}`}
              </p>
            </div>
          )}
          {referralCode !== "" && (
            <p>
              <strong>{t("invited", { code: referralCode })}</strong> {t("invitedText")}
              {rewardBps > 0 && ` ${t("invitedReward", { percent: formatPercent(rewardBps) })}`}
            </p>
          )}
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

function Figure({
  name,
  style,
  children,
}: {
  name: string;
  style: React.CSSProperties;
  children: React.ReactNode;
}) {
  return (
    <div>
      <dt style={style}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Launch({ language, at, now }: { language: Language; at: string | null; now: Date }) {
  const t = frontWords(language);
  const left = timeLeft(at === null ? null : new Date(at), now);
  if (at === null || left.state === "none") return t("unannounced");
  if (left.state === "over") return t("launched");
  return (
    <>
      {t("day", { count: left.days })}
      <small className="block text-sm font-normal">
        {t("launchOn", { date: formatDate(new Date(at)) })}
      </small>
    </>
  );
}

/** A form that the server answers: rupees to tokens, or tokens to rupees. */
function Calculator({
  language,
  brand: { symbol },
  offer,
  wish,
  referralCode,
  answer,
  left,
}: Story & { answer: Calculation; left: number }) {
  const t = frontWords(language);
  return (
    <section id="calculator" className="card grid gap-4 p-5">
      <h2>{t("calculator")}</h2>
      <form
        method="get"
        action={`${paths.home}#calculator`}
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto_auto]"
      >
        {referralCode !== "" && <input type="hidden" name="ref" value={referralCode} />}
        <div className="field">
          <label className="label" htmlFor="sum">
            {t("sum")}
          </label>
          <input
            className="input"
            id="sum"
            name="sum"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={wish.sum}
            {...(answer.state !== "quoted" && {
              "aria-invalid": true,
              "aria-describedby": "sum-error",
            })}
          />
        </div>
        <div className="field">
          <label className="label" htmlFor="unit">
            {t("unit")}
          </label>
          <select className="input" id="unit" name="unit" defaultValue={wish.unit}>
            <option value="rupees">{t("rupees")}</option>
            <option value="tokens">{symbol}</option>
          </select>
        </div>
        {/* Without a type: the page's first submit button is the login's. */}
        <button className="button button-quiet">{t("work")}</button>
      </form>
      {answer.state === "quoted" ? (
        <dl className="figures">
          <Figure name={t("tokens")} style={{}}>
            {formatQuantity(answer.quantity)} {symbol}
          </Figure>
          <Figure name={t("fee", { percent: formatPercent(offer?.feeBps ?? 0) })} style={{}}>
            {formatRupees(answer.feePaise)}
          </Figure>
          <Figure name={t("total")} style={{}}>
            {formatRupees(answer.totalPaise)}
          </Figure>
        </dl>
      ) : (
        <p className="error" id="sum-error">
          {answer.state === "refused"
            ? t("refused")
            : t("tooMany", { left: formatQuantity(left), symbol })}
        </p>
      )}
    </section>
  );
}

function Distribution({ language, lines }: { language: Language; lines: readonly string[] }) {
  const t = frontWords(language);
  return (
    <section>
      <table className="w-full text-left">
        <caption className="mb-2 text-left">
          <h2>{t("distribution")}</h2>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("part")}</th>
            <th scope="col">{t("share")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { label, shareBps } = readShare(line) ?? { label: line, shareBps: 0 };
            return (
              <tr key={line} className="border-b border-line">
                <th scope="row" className="py-2 font-normal">
                  {translatorOf(language).exists(`front:shares.${label}`)
                    ? t(`shares.${label as "Airdrop"}`)
                    : label}
                </th>
                <td className="py-2 text-right font-semibold tabular">{formatPercent(shareBps)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
