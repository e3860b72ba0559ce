import { z } from "zod";
import { ACTIONS } from "@server/domain/activity/actions";
import type { Change } from "@server/domain/activity/changes";
import { code } from "./code";
import { dateField, optional, pageFields, searchField } from "./fields";

/** Who may have acted; PLATFORM is the super admin's, VISITOR nobody who was logged in. */
export const ACTIVITY_ACTORS = ["ADMIN", "USER", "PLATFORM", "VISITOR", "SYSTEM"] as const;
export type ActivityActor = (typeof ACTIVITY_ACTORS)[number];

const KNOWN_ACTIONS = new Set<string>([...Object.keys(ACTIONS), ...Object.values(ACTIONS).flat()]);

/** `activity.list` (admin); newest first. Dates are days in India, both included. */
export const ListActivity = z
  .object({
    ...pageFields,
    /** Name, e-mail or Member ID of who acted or of whom it was done to, or an order's number. */
    search: searchField,
    actor: optional(z.enum(ACTIVITY_ACTORS, { error: code("FIELD_INVALID") })),
    /** One action, or a noun for all that was done to its kind. */
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
  /** One of `ACTIONS`, or one that has no words yet. */
  action: string;
  actor: { kind: ActivityActor; name: string | null; referralCode: string | null };
  subject: {
    type: string;
    id: string;
    /** An order's number, a person's name, an account, a host; null where the line names none. */
    label: string | null;
  };
  changes: Change[];
}

export interface ActivityList {
  total: number;
  lastPage: number;
  records: ActivityRecord[];
}
