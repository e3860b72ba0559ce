import type { ReactNode } from "react";
import { isShift, type Selection } from "~/components/purchases/keys/use-selection";
import { useIsLive } from "~/lib/orders/use-is-live";
import type { Column } from "./data-table";

/** A box that selects a row; Shift selects all rows of the list up to it. */
export function Tick({
  id,
  name,
  label,
  list,
  selection,
  isDisabled = false,
  className = "",
}: {
  id: string;
  name: string;
  label: string;
  list: readonly string[];
  selection: Selection;
  isDisabled?: boolean;
  className?: string;
}) {
  return (
    <input
      type="checkbox"
      className={`tick ${className}`}
      name={name}
      value={id}
      aria-label={label}
      disabled={isDisabled}
      checked={selection.ids.has(id) && !isDisabled}
      onChange={({ nativeEvent }) =>
        isShift(nativeEvent) ? selection.extend(list, id) : selection.toggle(id)
      }
    />
  );
}

/** The first column of a table whose rows can be selected. */
export const tickColumn = <Row,>(label: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  label,
  place: "tick",
  head: <span className="sr-only">{label}</span>,
  cell,
});

/** Selects all rows, says how many are selected, and has the buttons of what is done with them. */
export function SelectionBar({
  label,
  selectAll,
  selectAllTo,
  selected,
  list,
  selection,
  children,
}: {
  label: string;
  selectAll: string;
  /** Selects all rows without JavaScript. */
  selectAllTo?: string;
  selected: string;
  list: readonly string[];
  selection: Pick<Selection, "ids" | "toggleAll">;
  children: (isNone: boolean) => ReactNode;
}) {
  const isLive = useIsLive();
  const count = list.filter((id) => selection.ids.has(id)).length;
  return (
    <div className="bulk-bar" role="group" aria-label={label}>
      {isLive ? (
        <>
          <label className="checkbox">
            <input
              type="checkbox"
              checked={count > 0 && count === list.length}
              onChange={() => selection.toggleAll(list)}
            />
            <span>{selectAll}</span>
          </label>
          <p className="tabular" aria-live="polite">
            {selected}
          </p>
        </>
      ) : (
        selectAllTo && (
          <noscript>
            <a href={selectAllTo}>{selectAll}</a>
          </noscript>
        )
      )}
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2 md:ml-auto">
        {children(isLive && count === 0)}
      </span>
    </div>
  );
}
