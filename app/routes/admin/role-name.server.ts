import type { AdminRole, Language } from "@db/vocabulary";
import { translatorOf } from "@server/platform/words/translators.server";

/** The name of a role for the menu's badge; null for an owner, as most admins are. */
export const roleName = (language: Language, role: AdminRole): string | null =>
  role === "OWNER" ? null : translatorOf(language).t(`users:adminRoles.${role}`);
