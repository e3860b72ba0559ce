import { useTranslation } from "react-i18next";
import type { CurrentPrice } from "@server/contracts/prices";
import { formatPercent, formatPrice, formatQuantity } from "@server/domain/money/format";
import { versionedImage } from "@themes/assets";
import { useSite } from "~/root";

/** The token and on what terms it is sold. */
export function PriceFacts({ price }: { price: CurrentPrice }) {
  const { brand } = useSite();
  const { t } = useTranslation("buy");
  return (
    <section className="card grid gap-5 p-5">
      <div className="flex items-center gap-3">
        <img src={versionedImage(brand, brand.iconUrl)} alt="" width={48} height={48} />
        <div className="min-w-0">
          <h2>{brand.name}</h2>
          <p className="text-muted">{brand.symbol}</p>
        </div>
      </div>
      <dl className="facts tabular">
        <div>
          <dt>{t("price")}</dt>
          <dd>{formatPrice(price.priceMicroRupees ?? 0)}</dd>
        </div>
        <div>
          <dt>{t("supply")}</dt>
          <dd>
            {formatQuantity(price.remainingPrivateSupply)} {brand.symbol}
          </dd>
        </div>
        <div>
          <dt>{t("fee")}</dt>
          <dd>{formatPercent(price.feeBps)}</dd>
        </div>
      </dl>
    </section>
  );
}
