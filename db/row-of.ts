import { and, eq, type SQLWrapper } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Matches a company's row by its id; columns of another table join it. */
export const rowOf = (
  table: { companyId: AnyPgColumn; id: AnyPgColumn },
  companyId: string | SQLWrapper,
  id: string | SQLWrapper,
) => and(eq(table.companyId, companyId), eq(table.id, id));

/** Returns the first row that a query finds; undefined for none. */
export const firstRow = async <T>(found: PromiseLike<T[]>): Promise<T | undefined> =>
  (await found)[0];
