import { z } from "zod";
import type { ChangeKind } from "@db/vocabulary";
import { idField } from "@server/platform/contracts/fields";
import { rupeesField } from "@server/platform/contracts/fields";

/** The most changes that `changes.list` returns; more wait with their orders. */
export const MOST_LISTED_CHANGES = 200;

/** `changes.confirm`, `changes.refuse` and `changes.withdraw` (which return null). */
export const ChangeRef = z.object({ id: idField });

/** `companies.setSecondAdmin`; an empty sum is none. Returns null. */
export const SetSecondAdmin = z.object({
  secondAdminAbove: z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    rupeesField("APPROVAL_LIMIT_INVALID").nullable(),
  ),
});
export type SetSecondAdmin = z.output<typeof SetSecondAdmin>;

type Value = string | number | boolean | null;

/** A waiting change, as the company's admins see it. */
export interface WaitingChange {
  id: string;
  kind: ChangeKind;
  /** The requester's name; null for a deleted account. */
  by: string | null;
  /** ISO. */
  since: string;
  /** ISO; when it takes effect by itself, or else when it expires. */
  endsAt: string;
  isCoolOff: boolean;
  /** True once that instant has passed: the change ends within minutes. */
  isOver: boolean;
  /** True if the caller asked for it, and so may withdraw it. */
  isOwn: boolean;
  /** True if the caller may confirm it. */
  mayConfirm: boolean;
  /** Both sides of each field that differs. */
  fields: { name: string; before: Value; after: Value }[];
  /** The order that an approval is about. */
  order: { id: string; orderNumber: string; totalPaise: number } | null;
}

/** The first request for the approval of an order that needs a second admin. */
export type WaitingApproval = {
  changeId: string;
  by: string | null;
  /** ISO. */
  since: string;
  isCoolOff: boolean;
  /** ISO. */
  endsAt: string;
  isOwn: boolean;
  /** The received sum that the request names, where that is not the order's total. */
  receivedPaise: number | null;
  /** The number of a further part that its admin typed; an approval without a number takes it. */
  partReference: string | null;
};
