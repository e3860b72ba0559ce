import type { Executor } from "@db/client";
import { type CompanyMailing, PLATFORM_NAME } from "@server/messages";
import { senderOf } from "@server/messages/rules/sender";
import { brandOf, findCompany, originOfCompany } from "@server/sites";

/** Reads a company's present name, brand, hosts and sender for its messages; null is the platform. */
export const mailingReader =
  (db: Executor, appOrigin: string) =>
  async (companyId: string | null): Promise<CompanyMailing> => {
    const company = companyId ? await findCompany(db, companyId) : undefined;
    const sender = company ? senderOf(company) : null;
    return {
      site: {
        name: company?.name ?? PLATFORM_NAME,
        brand: await brandOf(db, company ?? null),
        legalName: company?.settings.legalName ?? null,
        contact: sender?.replyTo ?? null,
      },
      originFor: (personId) => originOfCompany(db, appOrigin, companyId, personId),
      sender,
    };
  };
