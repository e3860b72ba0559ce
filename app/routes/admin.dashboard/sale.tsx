import { useTranslation } from "react-i18next";
import { Line } from "~/components/charts/line";
import type { saleOf } from "./sale.server";

/** How the sale goes: what was paid, of how many tokens, and the way there by day. */
export function Sale({
  paid,
  words,
  soldPercent,
  heldPercent,
  line,
}: Awaited<ReturnType<typeof saleOf>>) {
  const { t } = useTranslation("admin-dashboard");
  return (
    <section
      className="card grid items-center gap-x-10 gap-y-3 p-5 lg:grid-cols-2"
      aria-labelledby="sale"
    >
      <div className="grid gap-3">
        <h2 id="sale" className="text-base text-muted">
          {t("sale.title")}
        </h2>
        <p className="display-figure">{paid}</p>
        <p className="tabular">{words}</p>
        <div className="meter" aria-hidden>
          {soldPercent > 0 && <span style={{ width: `${soldPercent}%` }} />}
          {heldPercent > 0 && <span className="is-held" style={{ width: `${heldPercent}%` }} />}
        </div>
      </div>
      {line && <Line {...line} />}
    </section>
  );
}
