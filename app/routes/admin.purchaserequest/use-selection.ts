import { useCallback, useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects all of them, or none if all are selected. */
  toggleAll: (ids: readonly string[]) => void;
}

/** The selected rows of a list, including boxes ticked before hydration. */
export function useSelection(initially: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set([...initially, ...alreadyTicked()]),
  );
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const toggleAll = useCallback(
    (all: readonly string[]) =>
      setIds((before) => (all.every((id) => before.has(id)) ? new Set() : new Set(all))),
    [],
  );
  return { ids, toggle, toggleAll };
}

function alreadyTicked(): string[] {
  if (typeof document === "undefined") return [];
  const boxes = document.querySelectorAll<HTMLInputElement>("input.tick:checked");
  return [...boxes].map(({ value }) => value);
}
