import { useMatches } from "@remix-run/react";
import type { Constraints } from "~/lib/constraints.server";

/** A contract's entry in the page loader's `constraints` (see `constraintsOf`). */
export function useConstraint(contract: string): Constraints | undefined {
  for (const { data } of useMatches()) {
    if (hasConstraints(data) && data.constraints[contract]) return data.constraints[contract];
  }
  return undefined;
}

const hasConstraints = (data: unknown): data is { constraints: Record<string, Constraints> } =>
  typeof data === "object" && data !== null && "constraints" in data;
