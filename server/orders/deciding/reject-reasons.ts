import { adminProcedure } from "@server/access";

/** The reasons of a rejection that the company keeps to choose from; null: the usual ones. */
export const rejectReasons = adminProcedure.query(
  ({ ctx }): string[] | null => ctx.company.settings.rejectReasons ?? null,
);
