import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AddressedTabs, LinkTab, TabList, TabPanel } from "~/components/layout/tabs";
import { paths } from "~/lib/paths";

/** The import of statements, and their entries: each a page. */
export function StatementTabs({
  value,
  children,
}: {
  value: "import" | "entries";
  children: ReactNode;
}) {
  const { t } = useTranslation("statements");
  return (
    <AddressedTabs value={value}>
      <TabList label={t("title")}>
        <LinkTab value="import" to={paths.admin.statements}>
          {t("tabs.import")}
        </LinkTab>
        <LinkTab value="entries" to={paths.admin.statementEntries}>
          {t("tabs.entries")}
        </LinkTab>
      </TabList>
      <TabPanel value={value}>{children}</TabPanel>
    </AddressedTabs>
  );
}
