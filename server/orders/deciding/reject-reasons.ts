import { adminProcedure } from "@server/access";

/** Returns the company's reasons of a rejection to choose from; null for the default ones. */
export const rejectReasons = adminProcedure.query(
  ({ ctx }): string[] | null => ctx.company.settings.rejectReasons ?? null,
);
