import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { confirmByKey, focusSearch, isTyping } from "./decision-keys";

/**
 * The cursor's row after a list changes: the same row if it is still listed, otherwise the row that
 * followed it, otherwise the row after the nearest remaining row before it, or that row itself. In
 * another list it is the first row; `null` in an empty one.
 */
export function rowAfter(
  at: string,
  before: readonly string[],
  after: readonly string[],
): string | null {
  const index = before.indexOf(at);
  const isListed = (id: string) => after.includes(id);
  const next = before.slice(Math.max(0, index)).find(isListed);
  if (next !== undefined) return next;
  const previous = before.slice(0, Math.max(0, index)).findLast(isListed);
  if (previous === undefined) return after[0] ?? null;
  return after[after.indexOf(previous) + 1] ?? previous;
}

/** The actions that keys call with the cursor's row. */
export interface RowKeys {
  approve: (id: string) => void;
  reject: (id: string) => void;
  proof: (id: string) => void;
  select: (id: string) => void;
  /** Shift: the range between two rows. */
  extend: (from: string, to: string) => void;
  help: () => void;
}

/** The element id of a row, so that the keys can focus it. */
export const rowElementId = (id: string): string => ROW + id;
const ROW = "purchase-";

/** The part of an address that puts the cursor on a row. */
export const rowFragment = (id: string | null): string => (id ? `#${rowElementId(id)}` : "");

const ACTS: Readonly<Record<string, "approve" | "reject" | "proof" | "select">> = {
  a: "approve",
  r: "reject",
  o: "proof",
  x: "select",
};
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** The dialog that is open over the list. */
export interface OpenDialog {
  /** The row of the dialog; the cursor is on it. */
  rowId: string | null;
  isOpen: boolean;
}

/**
 * Moves a cursor through a list by key and acts on its row. It starts on the first row, so that
 * approving it takes `a`, Space and Enter. When its row leaves the list the cursor moves to the
 * next one and scrolls it into view, so that no key acts on a row out of sight. Keys typed into a
 * field, combined with a modifier, or pressed while a dialog is open keep their usual meaning, but
 * Ctrl+Enter confirms there.
 */
export function useRowKeys(
  ids: readonly string[],
  keys: RowKeys,
  isOn: boolean,
  dialog: OpenDialog,
) {
  const [at, setAt] = useCursor(ids, dialog.rowId);
  const current = at ?? ids[0] ?? null;
  useReveal(current, at !== null && !dialog.isOpen);
  const { hash } = useLocation();
  // The focus brings the cursor. The server, which knows no fragment, has shown it on the first row.
  useEffect(() => {
    if (hash.startsWith(`#${ROW}`)) focusElement(hash.slice(1));
  }, [hash]);
  const latest = useRef({ ids, keys, current });
  useEffect(() => {
    latest.current = { ids, keys, current };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      if (event.ctrlKey || event.metaKey) return confirmByKey(event);
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      if (!isOn) return;
      const { ids: all, keys: does, current: row } = latest.current;
      if (event.key === "?") return act(event, () => does.help());
      if (event.key === "/") return act(event, focusSearch);
      if (row === null) return;
      const focused = document.activeElement;
      // Outside the table the arrow keys scroll the page as usual.
      if (event.key.startsWith("Arrow") && !focused?.closest(".table-frame")) return;
      const step = STEPS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (step !== undefined) {
        // The first key focuses the list; the next ones move the cursor.
        const next = all.indexOf(row) + (focused?.id === rowElementId(row) ? step : 0);
        const to = all[Math.max(0, Math.min(all.length - 1, next))];
        if (to === undefined) return;
        if (event.shiftKey) does.extend(row, to);
        return act(event, () => focusRow(to));
      }
      const name = ACTS[event.key.toLowerCase()];
      if (name) act(event, () => does[name](row));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
  return { current, stand: setAt };
}

/** The cursor's row, or the row that replaced it; null until the cursor is set. */
function useCursor(ids: readonly string[], asked: string | null) {
  // Also of a row that is not listed: a state set while a page hydrates would show it as hydrated.
  const [place, setPlace] = useState(() => ({
    at: asked === null ? null : rowAfter(asked, ids, ids),
    ids,
  }));
  const kept = place.at === null ? null : rowAfter(place.at, place.ids, ids);
  const at = asked !== null && ids.includes(asked) ? asked : kept;
  const isSame = ids.length === place.ids.length && ids.every((id, row) => id === place.ids[row]);
  if (at !== place.at || !isSame) setPlace({ at, ids });
  return [at, (id: string) => setPlace({ at: id, ids })] as const;
}

/** Focuses the row that the cursor moved to automatically, unless the focus is elsewhere. */
function useReveal(current: string | null, isWanted: boolean) {
  const revealed = useRef(current);
  useEffect(() => {
    if (!isWanted || current === null || current === revealed.current) return;
    revealed.current = current;
    const focused = document.activeElement;
    if (focused === document.body || focused?.matches(".table-frame")) focusRow(current);
  }, [current, isWanted]);
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault();
  what();
}

const focusRow = (id: string): void => focusElement(rowElementId(id));

function focusElement(id: string): void {
  const row = document.getElementById(id);
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
