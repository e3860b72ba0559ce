import type { Row } from "./report";
import type { Installation } from "@tools/faults/harness/installation";

/** `short` runs in `npm test`, `whole` in `npm run test:faults`. */
export type Form = "short" | "whole";

export interface Run {
  form: Form;
  /** Decides amounts, orders of events and delays; printed, so that a run can be repeated. */
  seed: number;
  /** The installation of this scenario's group; created when it is first asked for. */
  site: () => Promise<Installation>;
}

export type Scenario = (run: Run) => Promise<Row[]>;
