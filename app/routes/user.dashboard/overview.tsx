import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { paths } from "~/lib/paths";
import type { OverviewPage } from "./overview-page.server";

export type NextStep = "pay" | "rest" | "proof" | "wait" | "more";

interface Props {
  page: OverviewPage;
  next: NextStep;
}

/** The top of the dashboard: the member's tokens, the launch and the next step. */
export function Overview({ page, next }: Props) {
  const { line, next: words } = page;
  return (
    <section className="card overflow-hidden" aria-labelledby="holdings">
      <h2 id="holdings" className="px-5 pt-5">
        {page.title}
      </h2>
      <dl className="sums">
        {page.sums.map(([label, value, hint]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className="hint">{hint}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3 border-t border-line bg-sunken p-5">
        <p className="min-w-0 flex-1 basis-64">
          <strong className="block">{words.title}</strong>
          {words[next]}
        </p>
        {next === "more" && words.buy && (
          <Link className="button" to={paths.user.buyToken}>
            {words.buy}
          </Link>
        )}
        {next === "more" && words.invite && (
          <Link className="button button-quiet" to={paths.user.referral}>
            {words.invite}
          </Link>
        )}
      </div>
      {line && <Line {...line} />}
    </section>
  );
}

/** The number of tokens by days. Its scale stands on the left, above its lines. */
function Line({ title, words, scale, ends, ...line }: NonNullable<OverviewPage["line"]>) {
  return (
    <figure className="p-5">
      <figcaption>{title}</figcaption>
      <div className="relative me-18 mt-8 flex h-[clamp(7rem,14vw,10rem)] flex-col justify-between">
        <svg
          viewBox={`0 0 ${line.width} ${line.height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
          role="img"
          aria-label={words}
          dangerouslySetInnerHTML={{ __html: line.markup }}
        />
        {scale.map((value) => (
          <span key={value} className="line-scale" aria-hidden>
            {value}
          </span>
        ))}
      </div>
      <p className="hint me-18 flex justify-between pt-1 tabular" aria-hidden>
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </figure>
  );
}

/** A member without orders sees the first steps instead of holdings. */
export function FirstSteps({ title, steps, go }: Exclude<OverviewPage["start"], false>) {
  return (
    <section className="card grid gap-5 p-5" aria-labelledby="first-steps">
      <h2 id="first-steps">{title}</h2>
      <ol className="grid list-decimal gap-4 ps-6 text-muted">
        {steps.map(([step, text]) => (
          <li key={step}>
            <strong className="block text-text">{step}</strong>
            {text}
          </li>
        ))}
      </ol>
      <Link className="button justify-self-start" to={paths.user.buyToken}>
        {go}
      </Link>
    </section>
  );
}
