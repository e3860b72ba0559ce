import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type Nulls<Row> = { [Name in keyof Row as null extends Row[Name] ? Name : never]: null };

/** Returns null for each column that may be null, so that a new column needs no value here. */
export const emptyRow = <Table extends PgTable>(table: Table): Nulls<Table["$inferSelect"]> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => !column.notNull)
      .map(([name]) => [name, null]),
  ) as Nulls<Table["$inferSelect"]>;
