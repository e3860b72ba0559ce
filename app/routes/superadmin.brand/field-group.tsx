import type { ReactNode } from "react";

/** A part of the studio's form, under a heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3">
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  );
}
