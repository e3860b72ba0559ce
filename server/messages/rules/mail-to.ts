import type { Language } from "@db/vocabulary";

/** Returns where a mail to a person goes, and in which language. */
export const mailTo = (
  companyId: string | null,
  { id, email, language }: { id: string; email: string; language: Language },
) => ({ channel: "EMAIL" as const, address: email, language, companyId, userId: id });
