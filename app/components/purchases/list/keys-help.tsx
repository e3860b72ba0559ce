import { useTranslation } from "react-i18next";
import { AddressedDialog } from "~/components/dialog/dialog";
import { KeyList } from "../keys/key-list";

/** The keyboard shortcuts of the list. */
export function KeysHelp({ closeTo }: { closeTo: string }) {
  const { t } = useTranslation("purchases");
  return (
    <AddressedDialog title={t("keys.title")} closeTo={closeTo}>
      <p className="mb-4">{t("keys.intro")}</p>
      <KeyList
        of={[
          "next",
          "previous",
          "select",
          "range",
          "approve",
          "reject",
          "proof",
          "confirm",
          "undo",
          "search",
          "help",
        ]}
      />
      <p className="mt-4 hint">{t("keys.enough")}</p>
    </AddressedDialog>
  );
}
