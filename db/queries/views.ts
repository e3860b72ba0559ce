import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { newId } from "../ids";
import { orderColumns, orderViews } from "../schema";
import type { OrderTab } from "../vocabulary";

export type OrderView = Pick<typeof orderViews.$inferSelect, "id" | "name" | "query">;

/** The owner of the views. */
interface Owner {
  companyId: string;
  adminId: string;
}

/** An admin's views, sorted by name, and the columns chosen for each list. */
export async function listViews(
  db: Executor,
  owner: Owner,
): Promise<{ views: OrderView[]; columns: Partial<Record<OrderTab, string[]>> }> {
  const { companyId, adminId } = owner;
  const isOwn = sql`company_id = ${companyId} AND admin_id = ${adminId}`;
  const { rows } = await db.execute<{
    views: OrderView[] | null;
    columns: Partial<Record<OrderTab, string[]>> | null;
  }>(sql`
    SELECT (SELECT json_agg(json_build_object('id', id, 'name', name, 'query', query)
                            ORDER BY lower(name))
              FROM order_views WHERE ${isOwn}) AS views,
           (SELECT json_object_agg(tab, columns) FROM order_columns WHERE ${isOwn}) AS columns`);
  const [row] = rows;
  return { views: row?.views ?? [], columns: row?.columns ?? {} };
}

const ofOwner = ({ companyId, adminId }: Owner) =>
  and(eq(orderViews.companyId, companyId), eq(orderViews.adminId, adminId));

const ofView = (owner: Owner, id: string) => and(ofOwner(owner), eq(orderViews.id, id));

/** Throws if the name is taken; the caller holds the admin's lock and checks before. */
export async function insertView(
  tx: Executor,
  owner: Owner,
  view: Omit<OrderView, "id">,
): Promise<OrderView> {
  const added = { id: newId(), ...view };
  await tx.insert(orderViews).values({ ...owner, ...added });
  return added;
}

/** False if there is no such view. */
export async function renameView(
  tx: Executor,
  owner: Owner,
  { id, name }: Pick<OrderView, "id" | "name">,
): Promise<boolean> {
  const { rowCount } = await tx.update(orderViews).set({ name }).where(ofView(owner, id));
  return rowCount === 1;
}

/** Returns the deleted view, if there was one. */
export async function deleteView(
  db: Executor,
  owner: Owner,
  id: string,
): Promise<OrderView | undefined> {
  const { name, query } = orderViews;
  const [view] = await db
    .delete(orderViews)
    .where(ofView(owner, id))
    .returning({ id: orderViews.id, name, query });
  return view;
}

/** Keeps the columns of a list; an empty choice forgets them. */
export async function keepColumns(
  db: Executor,
  { companyId, adminId }: Owner,
  tab: OrderTab,
  columns: string[],
): Promise<void> {
  if (columns.length === 0) {
    await db
      .delete(orderColumns)
      .where(
        and(
          eq(orderColumns.companyId, companyId),
          eq(orderColumns.adminId, adminId),
          eq(orderColumns.tab, tab),
        ),
      );
    return;
  }
  await db
    .insert(orderColumns)
    .values({ companyId, adminId, tab, columns })
    .onConflictDoUpdate({
      target: [orderColumns.companyId, orderColumns.adminId, orderColumns.tab],
      set: { columns },
    });
}

/** Deletes an admin's views and chosen columns. */
export async function deleteViewsOf(
  tx: Executor,
  companyId: string,
  adminId: string,
): Promise<void> {
  await tx.delete(orderViews).where(ofOwner({ companyId, adminId }));
  await tx
    .delete(orderColumns)
    .where(and(eq(orderColumns.companyId, companyId), eq(orderColumns.adminId, adminId)));
}
