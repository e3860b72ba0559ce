import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

/** A value with its label, in a list of facts. */
export const FactRow = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Labels with their values; a fact without a value is left out. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts tabular">
    {facts.map(
      ([label, value]) =>
        value !== null &&
        value !== false &&
        value !== "" && (
          <FactRow key={label} name={label}>
            {value}
          </FactRow>
        ),
    )}
  </dl>
);
