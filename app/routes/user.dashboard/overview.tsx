import { Link } from "@remix-run/react";
import { versionedImage } from "@themes/assets";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";
import { LaunchCountdown } from "./launch-countdown";
import type { OverviewPage } from "./overview-page.server";

export type NextStep = "pay" | "proof" | "wait" | "first" | "more";

interface Props {
  page: OverviewPage;
  next: NextStep;
  now: string;
  /** A member without orders sees the first steps instead of holdings. */
  isNew: boolean;
}

/** The top of the dashboard: the member's tokens and next step, the launch, the sale. */
export function Overview({ page, next, now, isNew }: Props) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.9fr_1fr]">
      {isNew ? <FirstSteps {...page.start} /> : <Holdings page={page} next={next} />}
      <div className="grid gap-5 sm:max-md:grid-cols-2">
        <Launch {...page.launch} now={now} />
        {page.sale && <Sale {...page.sale} />}
      </div>
    </div>
  );
}

function Holdings({ page, next }: Pick<Props, "page" | "next">) {
  const { brand } = useSite();
  const { line, next: words } = page;
  const isFree = next === "first" || next === "more";
  return (
    <section className="card overflow-hidden" aria-labelledby="holdings">
      <div className="grid gap-4 p-5">
        <h2 id="holdings" className="text-base text-muted">
          {page.title}
        </h2>
        <p className="display-figure flex items-center gap-3">
          <img src={versionedImage(brand, brand.iconUrl)} alt="" width={40} height={40} />
          <span className="min-w-0">
            {page.tokens} <span className="text-xl text-muted">{brand.symbol}</span>
          </span>
        </p>
        <dl className="figures">
          {page.facts.map(({ label, value, hint }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
              {hint && <dd className="hint">{hint}</dd>}
            </div>
          ))}
        </dl>
        <p className="hint">{page.noPromise}</p>
      </div>
      {line && (
        <figure>
          <figcaption className="sr-only">{line.title}</figcaption>
          <svg
            viewBox={`0 0 ${line.width} ${line.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={line.words}
            className="line-chart"
            dangerouslySetInnerHTML={{ __html: line.markup }}
          />
          <p className="hint flex flex-wrap justify-between gap-x-4 px-5 py-1 tabular" aria-hidden>
            <span>{line.from}</span>
            <span>{line.today}</span>
          </p>
        </figure>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line bg-sunken p-5">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-base">{words.title}</h3>
          <p>{words[next]}</p>
        </div>
        {isFree && words.buy && (
          <div className="flex flex-wrap gap-3">
            <Link className="button" to={paths.user.buyToken}>
              {words.buy}
            </Link>
            {words.invite && (
              <Link className="button button-quiet" to={paths.user.referral}>
                {words.invite}
              </Link>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function FirstSteps({ title, steps, go }: OverviewPage["start"]) {
  return (
    <section className="card grid gap-5 p-5" aria-labelledby="first-steps">
      <h2 id="first-steps">{title}</h2>
      <ol className="grid gap-4">
        {steps.map(([step, text], index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-9 flex-none place-items-center rounded-full bg-sunken font-bold tabular"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <strong className="block">{step}</strong>
              <span className="text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Link className="button justify-self-start" to={paths.user.buyToken}>
        {go}
      </Link>
    </section>
  );
}

function Launch({ now, ...launch }: OverviewPage["launch"] & { now: string }) {
  return (
    <section className="card grid content-start gap-3 p-5" aria-labelledby="launch">
      <h2 id="launch" className="text-base text-muted">
        {launch.title}
      </h2>
      {launch.at ? (
        <>
          <p className="font-semibold tabular">{launch.when}</p>
          <LaunchCountdown at={launch.at} now={now} units={launch.units} over={launch.over}>
            <p className="hint">{launch.until}</p>
          </LaunchCountdown>
        </>
      ) : (
        <p>{launch.none}</p>
      )}
    </section>
  );
}

function Sale(sale: Exclude<OverviewPage["sale"], false>) {
  return (
    <section className="card grid content-start gap-3 p-5" aria-labelledby="sale">
      <h2 id="sale" className="text-base text-muted">
        {sale.title}
      </h2>
      <p className="text-2xl font-bold tabular">{sale.sold}</p>
      <div className="meter" aria-hidden>
        <span style={{ width: `${sale.soldPercent}%` }} />
        <span style={{ width: `${sale.heldPercent}%` }} />
      </div>
      <ul className="hint grid gap-1 tabular">
        <li>{sale.of}</li>
        {sale.held && <li>{sale.held}</li>}
        <li>{sale.left}</li>
      </ul>
    </section>
  );
}
