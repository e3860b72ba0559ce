import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { FactRow } from "~/components/data/fact-list";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useKeysSwitch } from "./use-keys-switch";

/** The list says what keys do, and has the switch that turns single ones off. */
export function KeyList({
  keys,
}: {
  keys: readonly (readonly [label: string, ...keys: string[]])[];
}) {
  const { t } = useTranslation("purchases");
  const [isOn, turn] = useKeysSwitch();
  const isLive = useIsLive();
  return (
    <>
      <dl className="facts">
        {keys.map(([label, ...alike]) => (
          <FactRow key={label} name={label}>
            {alike.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="text-muted"> {t("keys.or")} </span>}
                <kbd className="inline-block min-w-8 rounded-(--radius-control) border border-(--border-strong) bg-sunken px-2 py-0.5 text-center font-sans">
                  {key}
                </kbd>
              </Fragment>
            ))}
          </FactRow>
        ))}
      </dl>
      {isLive && (
        <label className="checkbox mt-3">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          <span>{t("keys.isOn")}</span>
        </label>
      )}
    </>
  );
}
