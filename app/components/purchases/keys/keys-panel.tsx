import { useTranslation } from "react-i18next";
import { useIsLive } from "~/lib/orders/use-is-live";
import { KeyList, type KeyName } from "./key-list";

/** The keys of a screen, behind a button; `useDecisionKeys` opens and closes it by `?` and Escape. */
export function KeysPanel({ of }: { of: readonly KeyName[] }) {
  const { t } = useTranslation("review");
  if (!useIsLive()) return null;
  return (
    <details data-keys className="relative max-sm:hidden [@media(hover:none)]:hidden">
      <summary className="button button-quiet button-small list-none" data-hotkey="?">
        {t("keys.title")}
      </summary>
      <div className="card mt-2 p-4 md:absolute md:right-0 md:z-20 md:w-88 md:shadow-(--shadow-lg)">
        <KeyList of={of} />
      </div>
    </details>
  );
}
