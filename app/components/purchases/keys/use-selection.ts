import { useState } from "react";
import type { MouseEvent } from "react";

export const isShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

const ownClick = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("a, button, input, label") !== null;

/** Attributes of a row that a click with Shift selects up to; what it holds keeps its own click. */
export const shiftClick = (extend: () => void) => ({
  // Otherwise the browser selects the text in between.
  onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
  onClick: (event: MouseEvent) => event.shiftKey && !ownClick(event.target) && extend(),
});

/** The selected ids and the range that Shift extends. */
export interface SelectedRange {
  ids: ReadonlySet<string>;
  /** The selection before the range began. */
  base: ReadonlySet<string>;
  /** The first row of the range and the last one that it reached. */
  anchor: string | null;
  end: string | null;
}

export const startRangeAt = (ids: ReadonlySet<string>, at: string | null): SelectedRange => ({
  ids,
  base: ids,
  anchor: at,
  end: at,
});

/**
 * Selects the rows between two of them, in the list's order. A range that goes on from where it has
 * reached keeps its beginning, so it also becomes shorter; any other one is added to what is selected.
 */
export function extendRange(
  before: SelectedRange,
  list: readonly string[],
  to: string,
  from: string | null = before.end,
): SelectedRange {
  const isSame = from !== null && from === before.end && before.anchor !== null;
  const { base, anchor } = isSame ? before : { base: before.ids, anchor: from };
  const [begin, end] = [list.indexOf(anchor ?? to), list.indexOf(to)];
  if (end < 0) return before;
  const first = begin < 0 ? end : begin;
  const range = list.slice(Math.min(first, end), Math.max(first, end) + 1);
  return { ids: new Set([...base, ...range]), base, anchor: list[first] ?? to, end: to };
}

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Shift: selects the rows of a list from the last one picked, or from `from`, up to `to`. */
  extend: (list: readonly string[], to: string, from?: string | null) => void;
  /** Selects all of them, or none if all are selected. */
  toggleAll: (ids: readonly string[]) => void;
}

/** The selected rows of a list, including boxes ticked before hydration. */
export function useSelection(initially: readonly string[]): Selection {
  const [picked, setPicked] = useState<SelectedRange>(() =>
    startRangeAt(new Set([...initially, ...alreadyTicked()]), null),
  );
  return {
    ids: picked.ids,
    toggle: (id) =>
      setPicked(({ ids }) => {
        const after = new Set(ids);
        if (!after.delete(id)) after.add(id);
        return startRangeAt(after, id);
      }),
    extend: (list, to, from) => setPicked((before) => extendRange(before, list, to, from)),
    toggleAll: (all) =>
      setPicked(({ ids }) =>
        startRangeAt(new Set(all.every((id) => ids.has(id)) ? [] : all), null),
      ),
  };
}

function alreadyTicked(): string[] {
  if (typeof document === "undefined") return [];
  const boxes = document.querySelectorAll<HTMLInputElement>("input.tick:checked");
  return [...boxes].map(({ value }) => value);
}
