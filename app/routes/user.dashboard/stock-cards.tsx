import { Globe2, Wallet } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { GlobalStock, MyStock } from "@server/contracts/stock";
import { formatQuantity } from "@server/domain/money/format";
import { versionedImage } from "@themes/assets";
import { SummaryCard } from "~/components/data/summary-card";
import { useSite } from "~/root";

interface Props {
  global: Pick<GlobalStock, "totalQuantity" | "total">;
  mine: Pick<MyStock, "totalQuantity" | "total">;
  isMine: boolean;
}

/** The two cards of spec §2: each chooses the table below. */
export function StockCards({ global, mine, isMine }: Props) {
  const { brand } = useSite();
  const { t } = useTranslation("dashboard");
  const tokenIcon = versionedImage(brand, brand.iconUrl);
  const quantity = (tokens: number) => `${formatQuantity(tokens)} ${brand.symbol}`;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SummaryCard
        to="?stock=globalStock"
        icon={<Globe2 size={20} aria-hidden />}
        title={t("globalStock")}
        value={quantity(global.totalQuantity)}
        left={t("holders", { count: global.total })}
        tokenIcon={tokenIcon}
        isActive={!isMine}
      />
      <SummaryCard
        to="?stock=myStock"
        icon={<Wallet size={20} aria-hidden />}
        title={t("myStock")}
        value={quantity(mine.totalQuantity)}
        left={t("allocations", { count: mine.total })}
        tokenIcon={tokenIcon}
        isActive={isMine}
      />
    </div>
  );
}
