import Globe2 from "lucide-react/icons/globe-2";
import Wallet from "lucide-react/icons/wallet";
import { useTranslation } from "react-i18next";
import type { GlobalStock, MyStock } from "@server/contracts/stock";
import { formatQuantity } from "@server/domain/money/format";
import { versionedImage } from "@themes/assets";
import { SummaryCard } from "~/components/data/summary-card";
import { Tab, TabList } from "~/components/layout/tabs";
import { useSite } from "~/root";

interface Props {
  global: Pick<GlobalStock, "totalQuantity" | "total">;
  mine: Pick<MyStock, "totalQuantity" | "total">;
  isMine: boolean;
}

/** The two cards of product.md §2, as tabs: each selects the table below. */
export function StockCards({ global, mine, isMine }: Props) {
  const { brand } = useSite();
  const { t } = useTranslation("dashboard");
  const tokenIcon = versionedImage(brand, brand.iconUrl);
  const quantity = (tokens: number) => `${formatQuantity(tokens)} ${brand.symbol}`;
  return (
    <TabList label={t("title")} className="grid gap-4 sm:grid-cols-2">
      <Tab value="globalStock">
        <SummaryCard
          to="?stock=globalStock"
          icon={<Globe2 size={20} aria-hidden />}
          title={t("globalStock")}
          value={quantity(global.totalQuantity)}
          left={t("holders", { count: global.total })}
          tokenIcon={tokenIcon}
          isActive={!isMine}
        />
      </Tab>
      <Tab value="myStock">
        <SummaryCard
          to="?stock=myStock"
          icon={<Wallet size={20} aria-hidden />}
          title={t("myStock")}
          value={quantity(mine.totalQuantity)}
          left={t("allocations", { count: mine.total })}
          tokenIcon={tokenIcon}
          isActive={isMine}
        />
      </Tab>
    </TabList>
  );
}
