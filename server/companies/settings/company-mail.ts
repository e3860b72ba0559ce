import { findWholeCompany, lockCompany, updateCompany } from "@server/sites";
import type { CompanySettings } from "@db/schema";
import { recordAudit, superAdminProcedure, inTransaction } from "@server/access";
import {
  type CompanyMail,
  CompanyRef,
  SetCompanyMail,
} from "@server/companies/contracts/companies";
import { senderOf } from "@server/messages/rules/sender";

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
    return viewOf(await findWholeCompany(ctx.db, input.id));
  });

/** An empty field resets to the company's own name or address. */
export const setMail = superAdminProcedure.input(SetCompanyMail).mutation(
  inTransaction(async (ctx, input, tx) => {
    const before = await lockCompany(tx, input.id);
    const { mailSenderName: _name, mailReplyTo: _replyTo, ...others } = before.settings;
    const after = await updateCompany(tx, before.id, {
      settings: {
        ...others,
        ...(input.senderName && { mailSenderName: input.senderName }),
        ...(input.replyTo && { mailReplyTo: input.replyTo }),
      },
    });
    await recordAudit(ctx, {
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
