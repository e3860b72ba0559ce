import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

/** Labels with their values; a fact without a value is left out. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts tabular">
    {facts.map(
      ([label, value]) =>
        value !== null &&
        value !== "" && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
