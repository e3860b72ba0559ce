import { useCallback, useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** All of them, or none where all are selected already. */
  toggleAll: (ids: readonly string[]) => void;
}

/** The boxes ticked in a list; those that were ticked before the page came alive count too. */
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
