import type { ReactNode } from "react";

/** Folds the rest of a row. On a wide screen its mark stands at the row's end, without the name. */
export const RowDetails = ({
  name,
  isNameShown,
  isOpen,
  children,
}: {
  name: string;
  /** Shows the name on a wide screen too, where the row has no answer of its own. */
  isNameShown: boolean;
  isOpen: boolean;
  children: ReactNode;
}) => (
  <details className="more col-span-full" open={isOpen || undefined}>
    <summary
      title={name}
      className="font-normal! max-lg:min-h-11! lg:absolute lg:end-2 lg:top-3 lg:min-h-9! lg:justify-end! lg:px-2"
    >
      <span className={isNameShown ? undefined : "lg:sr-only"}>{name}</span>
    </summary>
    <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2 lg:pt-2">{children}</div>
  </details>
);
