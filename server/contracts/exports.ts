/** Whole lists, read piece by piece: the same filters as on the screen, no pages. */
import { z } from "zod";
import { ListActivity, type ActivityRecord } from "./activity";
import { ListAllBeneficiaries, type Beneficiary, type PlatformBeneficiary } from "./beneficiaries";
import { ListCompanies, type Company } from "./companies";
import { code } from "./code";
import { idField, optional } from "./fields";
import { ListMembers, type Member } from "./members";
import {
  ListAllOrders,
  ListOrdersOfCompany,
  type AdminTransactionRecord,
  type PlatformTransactionRecord,
} from "./orders";

/** Rows of a piece; a whole export holds one piece in memory, whatever its size. */
export const EXPORT_PIECE = 500;

/** The last row that was read, as the piece before said it. */
const after = optional(
  z.object({
    at: z
      .number({ error: code("FIELD_INVALID") })
      .int(code("FIELD_INVALID"))
      .min(0, code("FIELD_INVALID")),
    id: idField,
  }),
);

const unpaged = { page: true, limit: true } as const;

/** `exports.orders` (admin). */
export const ExportOrders = ListOrdersOfCompany.omit(unpaged).extend({ after });
/** `exports.members` (admin). */
export const ExportMembers = ListMembers.omit(unpaged).extend({ after });
/** `exports.activity` (admin). */
export const ExportActivity = z.intersection(ListActivity, z.object({ after }));
/** `exports.allOrders` (super admin). */
export const ExportAllOrders = ListAllOrders.omit(unpaged).extend({ after });
/** `exports.allBeneficiaries` (super admin). */
export const ExportAllBeneficiaries = ListAllBeneficiaries.omit(unpaged).extend({ after });
/** `exports.companies` (super admin). */
export const ExportCompanies = ListCompanies.omit(unpaged).extend({ after });

/** Where the next piece begins. */
export interface ExportCursor {
  /** Microseconds since 1970. */
  at: number;
  id: string;
}

/** Some rows, newest first; `next` is null after the last. */
export interface ExportPiece<Row> {
  records: Row[];
  next: ExportCursor | null;
}

export type OrdersPiece = ExportPiece<AdminTransactionRecord>;
export type MembersPiece = ExportPiece<Member>;
export type ActivityPiece = ExportPiece<ActivityRecord>;
export type BeneficiariesPiece = ExportPiece<Beneficiary>;
export type AllOrdersPiece = ExportPiece<PlatformTransactionRecord>;
export type AllBeneficiariesPiece = ExportPiece<PlatformBeneficiary>;
export type CompaniesPiece = ExportPiece<Company>;
