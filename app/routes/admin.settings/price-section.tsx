import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PriceList, PriceLine } from "@server/companies/contracts/prices";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatPrice } from "@server/platform/rules/money/format";
import { DataTable } from "~/components/lists/data-table";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { useMay } from "~/lib/use-may";
import { CancelPriceDialog, SetPriceDialog } from "./price-dialogs";

interface Props {
  prices: PriceList;
  result: unknown;
}

/** The current price, a form for the next one, and all earlier ones. Changes are confirmed. */
export function PriceSection({ prices, result }: Props) {
  const { t } = useTranslation("settings");
  const may = useMay();
  const [params] = useSearchParams();
  const { priceMicroRupees: now, lines } = prices;
  const cancelled = lines.find(
    ({ id, state }) => id && id === params.get("cancel") && state === "UPCOMING",
  );
  return (
    <>
      <section className="card p-4 md:p-6">
        <h2 className="mb-2">{t("price.title")}</h2>
        {now === null ? (
          <p>{t("price.none")}</p>
        ) : (
          <p>
            {t("price.now")} <strong className="tabular text-2xl">{formatPrice(now)}</strong>
          </p>
        )}
        {may("prices.set") && (
          <QueryForm contract="price" className="mt-4 grid items-start gap-4 md:grid-cols-2">
            <AmountField key={`price ${lines.length}`} name="price" label={t("price.new")} />
            <Field
              key={`start ${lines.length}`}
              name="startsAt"
              type="datetime-local"
              label={t("price.startsAt")}
              hint={t("price.startsAtHint")}
            />
            <p className="hint md:col-span-2">{t("price.keeps")}</p>
            <button type="submit" className="button justify-self-end md:col-span-2">
              {t("price.review")}
            </button>
          </QueryForm>
        )}
      </section>
      <PriceTable lines={lines} />
      {params.has("price") && may("prices.set") && <SetPriceDialog now={now} result={result} />}
      {cancelled && may("prices.cancel") && <CancelPriceDialog line={cancelled} result={result} />}
    </>
  );
}

const TONES = {
  UPCOMING: "warning",
  IN_FORCE: "success",
  ENDED: "plain",
  CANCELLED: "plain",
} as const;

function PriceTable({ lines }: { lines: readonly PriceLine[] }) {
  const { t } = useTranslation("settings");
  const may = useMay();
  const start = (line: PriceLine) => formatDateTime(new Date(line.startsAt));
  return (
    <DataTable
      title={t("price.board")}
      rows={lines}
      keyOf={(line) => line.id ?? "founding"}
      columns={[
        { label: t("price.columns.start"), cell: start, isShort: true },
        {
          label: t("price.columns.price"),
          cell: (line) => formatPrice(line.priceMicroRupees),
          isNumber: true,
        },
        { label: t("price.columns.by"), cell: (line) => line.setBy ?? t("price.noBy") },
        {
          label: t("price.columns.state"),
          cell: (line) => (
            <span className={`badge badge-${TONES[line.state]}`}>
              {t(`price.states.${line.state}`)}
            </span>
          ),
        },
        {
          label: t("price.columns.action"),
          cell: (line) =>
            line.id !== null && line.state === "UPCOMING" && may("prices.cancel") ? (
              <Link
                to={`?cancel=${line.id}`}
                preventScrollReset
                className="button button-quiet button-small"
                aria-label={t("price.cancelOne", {
                  price: formatPrice(line.priceMicroRupees),
                  start: start(line),
                })}
              >
                {t("price.cancel")}
              </Link>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}
