import { z } from "zod";
import {
  ACTIONS,
  ACTIVITY_ACTORS,
  type ActivityActor,
  WITHOUT_LOOKS,
} from "@server/office/rules/activity/actions";
import type { Change } from "@server/office/rules/activity/changes";
import {
  code,
  dateField,
  optional,
  pageFields,
  searchField,
  oneOf,
} from "@server/platform/contracts/fields";

const KNOWN_ACTIONS = new Set<string>([
  ...Object.keys(ACTIONS),
  ...Object.values(ACTIONS).flat(),
  WITHOUT_LOOKS,
]);

/** `activity.list` (admin), newest first. Dates are days in India, both inclusive. */
export const ListActivity = z
  .object({
    ...pageFields,
    /**
     * Name, e-mail or Member ID of the actor or of the person affected, an order number, or a word of
     * the action.
     */
    search: searchField,
    /** One kind of actor; PEOPLE for all but the system. */
    actor: optional(oneOf([...ACTIVITY_ACTORS, "PEOPLE"])),
    /** One action, a group of them, or all but looks at documents. */
    action: optional(
      z
        .string({ error: code("FIELD_INVALID") })
        .trim()
        .refine((action) => KNOWN_ACTIONS.has(action), code("FIELD_INVALID")),
    ),
    from: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
    to: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: code("DATES_REVERSED"),
    path: ["from"],
  });
export type ListActivity = z.output<typeof ListActivity>;

export interface ActivityRecord {
  id: string;
  /** ISO. */
  at: string;
  /** One of `ACTIONS`, or an action without a translation. */
  action: string;
  actor: { kind: ActivityActor; name: string | null; referralCode: string | null };
  subject: {
    type: string;
    id: string;
    /** An order number, a person's name, an account or a host; null where the entry names none. */
    label: string | null;
  };
  changes: Change[];
}
