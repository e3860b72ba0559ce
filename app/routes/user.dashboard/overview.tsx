import { Link } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { Line } from "~/components/charts/line";
import { paths } from "~/lib/paths";
import type { OverviewPage } from "./overview-page.server";

interface Props {
  page: OverviewPage;
  /** An order waits for the member: its line is the next step, and no button stands beside it. */
  hasTurn: boolean;
  children: ReactNode;
}

/** The top of the dashboard: how many tokens, and when they unlock; what they are made of below. */
export function Overview({ page, hasTurn, children }: Props) {
  return (
    <div className="beside max-w-none">
      <section className="panel lead" aria-labelledby="holdings">
        <h2 id="holdings" className="hint">
          {page.title}
        </h2>
        <p className="display-figure">{page.figure}</p>
        {page.parts && <p>{page.parts}</p>}
        {page.hasTokens ? (
          <Link className="link-out justify-self-start" to={paths.user.launch}>
            {page.unlock}
          </Link>
        ) : (
          <p className="hint">{page.unlock}</p>
        )}
        {page.soldOut && <p>{page.soldOut}</p>}
        {page.buy && !hasTurn && (
          <Link className="button" to={paths.user.buyToken}>
            {page.buy}
          </Link>
        )}
      </section>
      <div className="aside xl:row-start-1">
        {children}
        <details className="card more px-5">
          <summary>{page.details}</summary>
          <dl className="sums">
            {page.sums.map(([label, value, hint]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
                <dd className="hint">{hint}</dd>
              </Fragment>
            ))}
          </dl>
          {page.line && <Line {...page.line} />}
        </details>
      </div>
    </div>
  );
}

/** A member without tokens sees the first steps instead of a number. */
export function FirstSteps({ title, steps, bonus, go }: Exclude<OverviewPage["start"], false>) {
  return (
    <section className="panel lead" aria-labelledby="first-steps">
      <h2 id="first-steps" className="text-2xl">
        {title}
      </h2>
      <ol className="grid list-decimal gap-x-10 gap-y-3 ps-6 lg:grid-cols-3">
        {steps.map(([step, text]) => (
          <li key={step}>
            <strong className="block">{step}</strong>
            <span className="hint">{text}</span>
          </li>
        ))}
      </ol>
      {bonus && <p>{bonus}</p>}
      <Link className="button" to={paths.user.buyToken}>
        {go}
      </Link>
    </section>
  );
}
