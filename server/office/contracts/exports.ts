/** Complete lists, read in batches: the filters of the screen, without pages. */
import { z } from "zod";
import { ListActivity } from "./activity";
import { ListHolders } from "./holders";
import { ListAllBeneficiaries } from "@server/companies/contracts/beneficiaries";
import { ListCompanies } from "@server/companies/contracts/companies";
import { code, idField, optional } from "@server/platform/contracts/fields";
import { SortMembers } from "@server/members/contracts/members";
import {
  FilterOrders,
  FilterAllOrders,
  type AdminOrderRecord,
  type SortedOrder,
} from "@server/orders/contracts/order-lists";

import { FilterRewards } from "@server/orders/contracts/rewards";

/** Rows per batch; an export holds one batch in memory at a time. */
export const EXPORT_PIECE = 500;

/** Position after the last row read, as returned by the previous batch with the same filters. */
const after = optional(
  z.object({
    at: z
      .number({ error: code("FIELD_INVALID") })
      .int(code("FIELD_INVALID"))
      .min(0, code("FIELD_INVALID")),
    id: idField,
    signature: z.string({ error: code("FIELD_INVALID") }).max(200, code("FIELD_INVALID")),
  }),
);

const unpaged = { page: true, limit: true } as const;

/** `exports.orders` (admin). */
export const ExportOrders = FilterOrders.omit(unpaged).extend({ after });
/** `exports.members` (admin). */
export const ExportMembers = SortMembers.omit({
  ...unpaged,
  sort: true,
  isDescending: true,
}).extend({ after });
/** `exports.holders` (admin). The `at` of its cursor is the moment of the figures. */
export const ExportHolders = ListHolders.omit({
  ...unpaged,
  sort: true,
  isDescending: true,
}).extend({
  after,
});
/** `exports.rewards` (admin). */
export const ExportRewards = FilterRewards.omit(unpaged).extend({ after });
/** `exports.activity` (admin). */
export const ExportActivity = z.intersection(ListActivity, z.object({ after }));
/** `exports.allOrders` (super admin). */
export const ExportAllOrders = FilterAllOrders.omit(unpaged).extend({ after });
/** `exports.allBeneficiaries` (super admin). */
export const ExportAllBeneficiaries = ListAllBeneficiaries.omit(unpaged).extend({ after });
/** `exports.companies` (super admin). */
export const ExportCompanies = ListCompanies.omit(unpaged).extend({ after });

/** The cursor of the next batch. */
export interface ExportCursor {
  /** Microseconds since 1970. */
  at: number;
  id: string;
  /** Until when it is accepted, and a hash over the export and the position. */
  signature: string;
}

/** A batch of rows, newest first; `next` is null after the last. */
export interface ExportPiece<Row> {
  records: Row[];
  next: ExportCursor | null;
}

/** An order with its last decision, as the history shows it. */
export type ExportedOrder = AdminOrderRecord & Pick<SortedOrder, "lastDecision">;
