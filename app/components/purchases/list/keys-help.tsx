import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { FactRow } from "~/components/data/fact-list";
import { AddressedDialog } from "~/components/dialog/dialog";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useKeysSwitch } from "../keys/use-keys-switch";

const KEYS = [
  [["J", "↓"], "next"],
  [["K", "↑"], "previous"],
  [["X"], "select"],
  [["Shift + J", "Shift + K"], "range"],
  [["A"], "approve"],
  [["R"], "reject"],
  [["O"], "proof"],
  [["Ctrl + Enter"], "confirm"],
  [["U"], "undo"],
  [["/"], "search"],
  [["?"], "help"],
] as const;

/** The keyboard shortcuts, and the switch that turns them off. */
export function KeysHelp({ closeTo }: { closeTo: string }) {
  const { t } = useTranslation("purchases");
  const [isOn, turn] = useKeysSwitch();
  const isLive = useIsLive();
  return (
    <AddressedDialog title={t("keys.title")} closeTo={closeTo}>
      <p className="mb-4">{t("keys.intro")}</p>
      <dl className="facts">
        {KEYS.map(([keys, name]) => (
          <FactRow key={name} name={t(`keys.${name}`)}>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="text-muted"> {t("keys.or")} </span>}
                <kbd className="key">{key}</kbd>
              </Fragment>
            ))}
          </FactRow>
        ))}
      </dl>
      <p className="mt-4 hint">{t("keys.enough")}</p>
      {isLive && (
        <label className="checkbox mt-4">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          <span>{t("keys.isOn")}</span>
        </label>
      )}
    </AddressedDialog>
  );
}
