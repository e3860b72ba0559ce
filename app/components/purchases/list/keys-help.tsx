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
        keys={[
          [t("keys.next"), "J", "↓"],
          [t("keys.previous"), "K", "↑"],
          [t("keys.select"), "X"],
          [t("keys.range"), "Shift + J", "Shift + K"],
          [t("keys.approve"), "A"],
          [t("keys.reject"), "R"],
          [t("keys.proof"), "O"],
          [t("keys.confirm"), "Ctrl + Enter"],
          [t("keys.undo"), "U"],
          [t("keys.search"), "/"],
          [t("keys.help"), "?"],
        ]}
      />
      <p className="mt-4 hint">{t("keys.enough")}</p>
    </AddressedDialog>
  );
}
