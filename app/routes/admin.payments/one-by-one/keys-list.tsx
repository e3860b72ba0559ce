import { Link } from "@remix-run/react";
import List from "lucide-react/icons/list";
import { useTranslation } from "react-i18next";
import { FactRow } from "~/components/data/fact-list";
import { useIsLive } from "~/lib/orders/use-is-live";
import { useKeysSwitch } from "~/components/purchases/keys/use-keys-switch";

const KEYS = [
  ["J / K", "step"],
  ["Shift + J / K", "range"],
  ["A", "approve"],
  ["R", "reject"],
  ["Ctrl + Enter", "confirm"],
  ["+ / −", "zoom"],
  ["T", "turn"],
  ["O", "open"],
  ["U", "undo"],
  ["/", "search"],
] as const;

/** The way to the list, and what the keys do. */
export function KeysList({ listTo }: { listTo: string }) {
  const { t } = useTranslation("review");
  const [isOn, turn] = useKeysSwitch();
  const isLive = useIsLive();
  return (
    <div className="flex flex-wrap items-start gap-2">
      {isLive && (
        <details className="split-keys max-sm:hidden">
          <summary className="button button-quiet button-small">{t("keys.title")}</summary>
          <div className="card mt-2">
            <dl className="facts">
              {KEYS.map(([key, name]) => (
                <FactRow key={name} name={t(`keys.${name}`)}>
                  <kbd className="key">{key}</kbd>
                </FactRow>
              ))}
            </dl>
            <label className="checkbox mt-3">
              <input
                type="checkbox"
                checked={isOn}
                onChange={(event) => turn(event.currentTarget.checked)}
              />
              <span>{t("keys.isOn")}</span>
            </label>
          </div>
        </details>
      )}
      <Link className="button button-quiet button-small" to={listTo}>
        <List size={20} aria-hidden />
        {t("toList")}
      </Link>
    </div>
  );
}
