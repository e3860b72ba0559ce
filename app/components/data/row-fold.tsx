import type { ReactNode } from "react";

/** One line, on a phone its own; whole once the row is open. */
const LINE = "truncate group-open:whitespace-normal max-lg:col-span-full";

/** A row that opens: its key, what it is about, more about it or nothing, and a figure. */
export function RowFold({
  cells: [key, about, more, figure],
  isOpen,
  children,
  ...summary
}: {
  cells: readonly [key: ReactNode, about: ReactNode, more: ReactNode, figure: ReactNode];
  isOpen?: boolean;
  id?: string;
  onFocus?: () => void;
  children: ReactNode;
}) {
  return (
    <details className="more group min-w-0" open={isOpen || undefined}>
      <summary
        {...summary}
        className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-0 py-1.5 font-normal wrap-anywhere lg:grid-cols-[7rem_minmax(0,3fr)_minmax(0,4fr)_9rem_auto]"
      >
        <span className="tabular">{key}</span>
        <span className={`max-lg:row-start-2 ${LINE} ${more ? "" : "lg:col-span-2"}`}>{about}</span>
        {more && <span className={`hint max-lg:row-start-3 ${LINE}`}>{more}</span>}
        <span className="tabular text-end">{figure}</span>
      </summary>
      {children}
    </details>
  );
}
