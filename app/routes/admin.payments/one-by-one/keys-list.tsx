import { Link, useSearchParams } from "@remix-run/react";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import List from "lucide-react/icons/list";
import { useTranslation } from "react-i18next";
import { KeysPanel } from "~/components/purchases/keys/keys-panel";
import { useKeysSwitch } from "~/components/purchases/keys/use-keys-switch";
import { useEffect, useRef } from "react";
import { searchWith } from "~/lib/lists/list-query";
import { confirmByKey, focusSearch, isTyping } from "~/components/purchases/keys/decision-keys";
import type { AddressChanges } from "./one-by-one-address";

/** The key as `data-hotkey` names it. */
const nameOf = (key: string): string =>
  ({ "=": "+", _: "-", ArrowDown: "j", ArrowUp: "k" })[key] ?? key.toLowerCase();

/** Opens a decision and focuses its first question, or its button where nothing is asked. */
function focusDecision(name: "approve" | "reject"): void {
  const decision = document.querySelector<HTMLElement>(`[data-decision="${name}"]`);
  if (!decision) return;
  if (decision instanceof HTMLDetailsElement) decision.open = true;
  const first = decision.querySelector<HTMLElement>("[type=checkbox], textarea, [list]");
  (first ?? decision.querySelector<HTMLElement>("[type=submit]"))?.focus();
}

/**
 * The keys of the split view. A key clicks what names it (`data-hotkey`), `a` and `r` move the focus
 * into a decision, `/` into the search, and Ctrl+Enter sends the form that has the focus. Escape closes
 * the panel of keys. While a
 * field is typed into, keys type; the switch of Manage Purchase turns single keys off. With Shift a
 * step also extends the selection.
 */
export function useDecisionKeys(extend: (step: -1 | 0 | 1) => void): void {
  const [isOn] = useKeysSwitch();
  const latest = useRef(extend);
  useEffect(() => {
    latest.current = extend;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const { target } = event;
      if (event.ctrlKey || event.metaKey) return confirmByKey(event);
      if (event.key === "Escape") document.querySelector("[data-keys]")?.removeAttribute("open");
      if (!isOn || isTyping(target)) return;
      // The arrow keys scroll what has the focus, as usual.
      if (event.key.startsWith("Arrow") && target !== document.body) return;
      const name = nameOf(event.key);
      if (name === "a" || name === "r") focusDecision(name === "a" ? "approve" : "reject");
      else if (name === "/") focusSearch();
      else {
        const named = document.querySelector<HTMLElement>(`[data-hotkey~="${CSS.escape(name)}"]`);
        if (!named) return;
        if (event.shiftKey) latest.current(name === "j" ? 1 : name === "k" ? -1 : 0);
        named.click();
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}

/** The way to the list, and what the keys do. */
export function KeysList({ listTo }: { listTo: string }) {
  const { t } = useTranslation("review");
  return (
    <div className="flex flex-wrap items-start gap-2">
      <KeysPanel
        of={[
          "step",
          "range",
          "approve",
          "reject",
          "confirm",
          "zoom",
          "turn",
          "proof",
          "undo",
          "search",
          "panel",
        ]}
      />
      <Link className="button button-quiet button-small" to={listTo}>
        <List />
        {t("toList")}
      </Link>
    </div>
  );
}

/** A link to what is before or after this one, by its key too. */
export function Step({ to, name }: { to: AddressChanges | null; name: "previous" | "next" }) {
  const { t } = useTranslation("review");
  const [params] = useSearchParams();
  const isNext = name === "next";
  const Icon = isNext ? ArrowDown : ArrowUp;
  const label = (
    <>
      <Icon />
      <span className="max-sm:sr-only">{t(name)}</span>
    </>
  );
  if (to === null) {
    return (
      <span className="button button-quiet button-small" aria-disabled="true">
        {label}
      </span>
    );
  }
  return (
    <Link
      className="button button-quiet button-small"
      to={searchWith(params, to)}
      rel={isNext ? "next" : "prev"}
      data-hotkey={isNext ? "j" : "k"}
      preventScrollReset
    >
      {label}
    </Link>
  );
}

/** Shows another payment or case from its top: the decision before it was below. */
export function useTop(shownId: string | null) {
  const shown = useRef(shownId);
  useEffect(() => {
    if (shown.current === shownId) return;
    shown.current = shownId;
    window.scrollTo(0, 0);
  }, [shownId]);
}
