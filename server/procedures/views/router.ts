import { violatedConstraint } from "@db/client";
import { lockMember } from "@db/queries/members";
import {
  deleteView,
  insertView,
  keepColumns,
  listViews,
  type OrderView,
  renameView,
} from "@db/queries/views";
import {
  ChooseColumns,
  MOST_VIEWS,
  type OwnViews,
  RenameView,
  type SavedView,
  SaveView,
  ViewRef,
} from "@server/contracts/views";
import type { Executor } from "@db/client";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, router } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";

const ownerOf = ({ company, actor }: AdminContext) => ({
  companyId: company.id,
  adminId: actor.id,
});

const mine = adminProcedure.query(({ ctx }): Promise<OwnViews> => listViews(ctx.db, ownerOf(ctx)));

/** The admin's views; of two changes at once, the second one waits and sees the first. */
async function lockedViews(ctx: AdminContext, tx: Executor): Promise<OrderView[]> {
  const { companyId, adminId } = ownerOf(ctx);
  if (!(await lockMember(tx, companyId, adminId))) throw refuse("NOT_SIGNED_IN");
  return (await listViews(tx, { companyId, adminId })).views;
}

/** The database takes more names for one than `isSameName` does: "İ" and "i". */
async function orTaken<T>(saving: Promise<T>): Promise<T> {
  return saving.catch((error: unknown) => {
    throw violatedConstraint(error) === "order_views_name" ? refuse("VIEW_NAME_TAKEN") : error;
  });
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Saving the same list under the same name again changes nothing. */
const save = adminProcedure.input(SaveView).mutation(({ ctx, input }): Promise<SavedView> =>
  ctx.transact(async (tx) => {
    const views = await lockedViews(ctx, tx);
    const known = views.find(({ name }) => isSameName(name, input.name));
    if (known?.query === input.query) return known;
    if (known) throw refuse("VIEW_NAME_TAKEN");
    if (views.length >= MOST_VIEWS) throw refuse("VIEWS_FULL", { most: MOST_VIEWS });
    return orTaken(insertView(tx, ownerOf(ctx), input));
  }),
);

const rename = adminProcedure.input(RenameView).mutation(({ ctx, input }): Promise<void> =>
  ctx.transact(async (tx) => {
    const views = await lockedViews(ctx, tx);
    const isTaken = views.some(({ id, name }) => id !== input.id && isSameName(name, input.name));
    if (isTaken) throw refuse("VIEW_NAME_TAKEN");
    if (!(await orTaken(renameView(tx, ownerOf(ctx), input)))) throw refuse("VIEW_NOT_FOUND");
  }),
);

const remove = adminProcedure
  .input(ViewRef)
  .mutation(async ({ ctx, input }): Promise<SavedView> => {
    const view = await deleteView(ctx.db, ownerOf(ctx), input.id);
    if (!view) throw refuse("VIEW_NOT_FOUND");
    return view;
  });

/** The columns of a list whose address names none. */
const chooseColumns = adminProcedure
  .input(ChooseColumns)
  .mutation(({ ctx, input: { tab, cols } }): Promise<void> =>
    keepColumns(ctx.db, ownerOf(ctx), tab, cols),
  );

export const viewsRouter = router({ mine, save, rename, remove, chooseColumns });
