import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { versionedImage } from "@themes/assets";
import { SummaryCard } from "~/components/data/summary-card";
import { Icon } from "~/components/layout/icon";
import { Tab, TabList } from "~/components/layout/tabs";
import { useSite } from "~/lib/use-site";

interface Props {
  /** Tokens and allocations of the member; tokens of all members, and who holds them. */
  tokens: number;
  allocations: number;
  allocated: number;
  holders: number;
  isMine: boolean;
}

/** The two cards of product.md §2, as tabs: each selects the table below. */
export function StockCards({ tokens, allocations, allocated, holders, isMine }: Props) {
  const { brand } = useSite();
  const { t } = useTranslation("dashboard");
  const tokenIcon = versionedImage(brand, brand.iconUrl);
  const quantity = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <TabList label={t("title")} className="grid gap-4 sm:grid-cols-2">
      <Tab value="globalStock">
        <SummaryCard
          to="?stock=globalStock"
          icon={<Icon name="coins" />}
          title={t("globalStock")}
          value={quantity(allocated)}
          left={t("holders", { count: holders })}
          tokenIcon={tokenIcon}
          isActive={!isMine}
        />
      </Tab>
      <Tab value="myStock">
        <SummaryCard
          to="?stock=myStock"
          icon={<Icon name="person" />}
          title={t("myStock")}
          value={quantity(tokens)}
          left={t("allocations", { count: allocations })}
          tokenIcon={tokenIcon}
          isActive={isMine}
        />
      </Tab>
    </TabList>
  );
}
