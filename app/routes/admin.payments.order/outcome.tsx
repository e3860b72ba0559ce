import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
} from "@server/domain/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { Checkbox } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/list-query";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";
import { NO_ORDER } from "../admin.payments/payment-list-address";
import type { loader } from "./route";

/** What the money buys, or why it buys nothing, and the decision. */
export function Outcome({ result, may }: { result: unknown; may: boolean }) {
  const { found, received, why, asksMoney, idempotencyKey } = useLoaderData<typeof loader>();
  const { t } = useTranslation("secondOrder");
  const { brand } = useSite();
  const [params] = useSearchParams();
  if (!found) return null;
  const { offer } = found;
  const back = (
    <Link
      className="button button-quiet"
      to={paths.admin.payments + searchWith(params, { ...NO_ORDER, refund: found.paymentId })}
    >
      {t("refund")}
    </Link>
  );
  if (!offer) {
    return (
      <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="second-outcome">
        <h2 id="second-outcome">{t("outcome")}</h2>
        <p className="note note-warning">
          <TriangleAlert size={20} aria-hidden />
          <span>{why}</span>
        </p>
        {may && <div className="flex justify-end">{back}</div>}
      </section>
    );
  }
  const facts = {
    name: found.member.name,
    quantity: formatQuantity(offer.quantity),
    symbol: brand.symbol,
    total: formatRupees(offer.totalPaise),
    rest: formatRupees(offer.restPaise),
  };
  const rows: Fact[] = [
    [t("tokens"), facts.quantity],
    [t("price"), formatPrice(found.priceMicroRupees ?? 0)],
    [t("amount"), formatRupees(offer.amountPaise)],
    [t("fee", { percent: formatPercent(found.feeBps) }), formatRupees(offer.feePaise)],
    [t("total"), facts.total],
    [t("rest"), facts.rest],
  ];
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="second-outcome">
      <h2 id="second-outcome">{t("outcome")}</h2>
      <FactList facts={rows} />
      <p>{t("explain", facts)}</p>
      {offer.restPaise > 0 && <p>{t("explainRest", facts)}</p>}
      {offer.needsSecondAdmin && <p className="note">{t("needsSecond")}</p>}
      {may && (
        <PostForm contract="open" result={result} intent="open" className="grid gap-4">
          <input type="hidden" name="kind" value={found.kind} />
          <input type="hidden" name="paymentId" value={found.paymentId} />
          <input type="hidden" name="seenAt" value={found.updatedAt} />
          <input type="hidden" name="quantity" value={offer.quantity} />
          <input type="hidden" name="totalPaise" value={offer.totalPaise} />
          {received !== null && <input type="hidden" name="received" value={received} />}
          <IdempotencyKey value={idempotencyKey} />
          {asksMoney && (
            <Checkbox
              name="moneyConfirmed"
              label={t("question", { received: formatRupees(found.openPaise ?? 0) })}
            />
          )}
          <div className="flex flex-wrap justify-end gap-3">
            {back}
            <SubmitButton>{t("submit", facts)}</SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}
