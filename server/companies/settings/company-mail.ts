import { findWholeCompany, lockCompany, updateCompany } from "@server/sites";
import type { CompanySettings } from "@db/schema";
import { transactWithin, recordAudit, superAdminProcedure } from "@server/access";
import {
  type CompanyMail,
  CompanyRef,
  SetCompanyMail,
} from "@server/companies/contracts/companies";
import { senderOf } from "@server/messages/rules/sender";
import { refuse } from "@server/platform/rules/refusals/refuse";

interface Mailing {
  name: string;
  email: string;
  settings: CompanySettings;
}

const viewOf = (company: Mailing): CompanyMail => ({
  senderName: company.settings.mailSenderName ?? null,
  replyTo: company.settings.mailReplyTo ?? null,
  shown: senderOf(company),
});

export const mail = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx, input }): Promise<CompanyMail> => {
    const company = await findWholeCompany(ctx.db, input.id);
    if (!company) throw refuse("COMPANY_NOT_FOUND");
    return viewOf(company);
  });

/** An empty field resets to the company's own name or address. */
export const setMail = superAdminProcedure
  .input(SetCompanyMail)
  .mutation(({ ctx, input }): Promise<CompanyMail> =>
    transactWithin(ctx, async (inside, tx) => {
      const before = await lockCompany(tx, input.id);
      if (!before) throw refuse("COMPANY_NOT_FOUND");
      const { mailSenderName: _name, mailReplyTo: _replyTo, ...others } = before.settings;
      const after = await updateCompany(tx, before.id, {
        settings: {
          ...others,
          ...(input.senderName && { mailSenderName: input.senderName }),
          ...(input.replyTo && { mailReplyTo: input.replyTo }),
        },
      });
      if (!after) throw refuse("COMPANY_NOT_FOUND");
      await recordAudit(inside, {
        action: "company.mail-changed",
        subjectType: "company",
        subjectId: before.id,
        companyId: before.id,
        before: viewOf(before).shown,
        after: viewOf(after).shown,
      });
      return viewOf(after);
    }),
  );
