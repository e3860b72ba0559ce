import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { FactRow } from "~/components/data/fact-list";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useKeysSwitch } from "./use-keys-switch";

/** The keys of each act, by the name of its text. */
const KEYS = {
  step: ["J", "K"],
  next: ["J", "↓"],
  previous: ["K", "↑"],
  select: ["X"],
  range: ["Shift + J", "Shift + K"],
  accept: ["A"],
  ask: ["R"],
  refuse: ["N"],
  send: ["Ctrl + Enter"],
  pictures: ["1 – 9"],
  approve: ["A"],
  reject: ["R"],
  release: ["A"],
  withdraw: ["R"],
  proof: ["O"],
  picture: ["O"],
  evidence: ["O"],
  zoom: ["+", "−"],
  turn: ["T"],
  confirm: ["Ctrl + Enter"],
  undo: ["U"],
  search: ["/"],
  help: ["?"],
  panel: ["?", "Esc"],
} as const;

export type KeyName = keyof typeof KEYS;

/** Says what the keys of a screen do, and has the switch that turns single ones off. */
export function KeyList({ of }: { of: readonly KeyName[] }) {
  const { t } = useTranslation("purchases");
  const [isOn, turn] = useKeysSwitch();
  const isLive = useIsLive();
  return (
    <>
      <dl className="facts">
        {of.map((name) => (
          <FactRow key={name} name={t(`keys.${name}`)}>
            {KEYS[name].map((key, index) => (
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
