import { useEffect, useRef, useState } from "react";

/** What a key does with the row that the keys stand on. */
export interface RowKeys {
  approve: (id: string) => void;
  reject: (id: string) => void;
  proof: (id: string) => void;
  select: (id: string) => void;
  help: () => void;
}

/** The row's element, so that the keys can move the focus to it. */
export const rowElementId = (id: string): string => `purchase-${id}`;

const ACTS: Readonly<Record<string, "approve" | "reject" | "proof" | "select">> = {
  a: "approve",
  r: "reject",
  o: "proof",
  x: "select",
};
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Moves through a list by key and acts on the row it stands on: the first one at the beginning, so
 * that approving it takes `a`, Space and Enter. Keys that are typed into something, held with
 * another, or pressed while a dialog is open mean what they always mean.
 */
export function useRowKeys(ids: readonly string[], keys: RowKeys, isOn: boolean) {
  const [at, setAt] = useState<string | null>(null);
  const current = at !== null && ids.includes(at) ? at : (ids[0] ?? null);
  const latest = useRef({ ids, keys, current });
  useEffect(() => {
    latest.current = { ids, keys, current };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      if (!isOn) return;
      const { ids: all, keys: does, current: row } = latest.current;
      if (event.key === "?") return act(event, () => does.help());
      if (row === null) return;
      const focused = document.activeElement;
      // Elsewhere the arrows scroll the page, as everywhere.
      if (event.key.startsWith("Arrow") && !focused?.closest(".table-frame")) return;
      const step = STEPS[event.key];
      if (step !== undefined) {
        // The first key brings the focus to the list; the next ones move it.
        const next = all.indexOf(row) + (focused?.id === rowElementId(row) ? step : 0);
        const to = all[Math.max(0, Math.min(all.length - 1, next))];
        if (to !== undefined) act(event, () => focusRow(to));
        return;
      }
      const name = ACTS[event.key.toLowerCase()];
      if (name) act(event, () => does[name](row));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
  return { current, stand: setAt };
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault();
  what();
}

function focusRow(id: string): void {
  const row = document.getElementById(rowElementId(id));
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

const NOT_TYPED_INTO = new Set(["checkbox", "radio", "button", "submit"]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}
