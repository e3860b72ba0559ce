import type { ReactNode } from "react";

/** The rows of a decision on several, below what becomes of them; nothing without any. */
export function Rows<Row>({
  id,
  title,
  hint,
  className = "",
  rows,
  keyOf,
  children,
}: {
  id: string;
  title: ReactNode;
  hint?: string;
  className?: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby={id}>
      <h2 id={id} className="flex items-center gap-2">
        {title}
      </h2>
      {hint && <p className="hint">{hint}</p>}
      <ul className={`bulk-rows ${className}`}>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}

/** The tick by which a row is decided with the others. */
export const RowTick = ({
  onTick,
  ...box
}: {
  name: string;
  value: string;
  "aria-label": string;
  onTick?: (isTaken: boolean) => void;
}) => (
  <label className="checkbox">
    <input
      type="checkbox"
      defaultChecked
      onChange={({ currentTarget }) => onTick?.(currentTarget.checked)}
      {...box}
    />
  </label>
);
