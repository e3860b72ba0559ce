import type { BeneficiaryRow } from "@server/companies/queries/beneficiaries";
import type { Company } from "@server/sites/queries/companies";
import type { Campaign } from "@server/companies/queries/campaigns";
import type { Price } from "@server/companies/queries/prices";
import type { MemberRow } from "@server/access/queries/members";
import type { auditEntries } from "@db/schema";
import { paymentAccount } from "@server/companies/beneficiaries/payment-options";
import { companyView } from "@server/companies/settings/company-view";
import { auditView } from "@server/members/administration/manage-members";
import type { HistoryContext } from "./company-history";
import type { PlannedMember } from "@ops/demo/plan/plan-members";
import type { Random } from "@db/random";
import type { DemoStatements } from "@ops/demo/plan/plan-statements";
import type { ReplayedOrders } from "./replay-orders";

export type AuditRow = Omit<typeof auditEntries.$inferSelect, "referencedCompanyId">;

interface Audited {
  company: Company;
  admin: MemberRow;
  account: BeneficiaryRow;
  prices: readonly Price[];
  campaigns: readonly Campaign[];
  members: readonly PlannedMember[];
  orders: ReplayedOrders;
  statements: DemoStatements;
}

/** An audit entry without company, id and request. */
type Entry = Pick<AuditRow, "action" | "actorRole" | "subjectType" | "subjectId"> & {
  at: Date;
  actorId?: string | null;
  before?: unknown;
  after?: unknown;
};

const REQUEST_ID = "demo-history";

/**
 * Returns the audit entries of a company's history, in chronological order, as the procedures write
 * them.
 */
export function historyAudit(random: Random, ctx: HistoryContext, audited: Audited): AuditRow[] {
  const entries = [
    ...companyEntries(ctx, audited),
    ...audited.members.flatMap((member) => memberEntries(audited.admin, member)),
    ...orderEntries(audited),
    ...statementEntries(audited),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return entries.map(({ at, actorId = null, before = null, after = null, ...entry }) => ({
    id: random.id(at),
    companyId: audited.company.id,
    actorId,
    ...entry,
    before,
    after,
    requestId: REQUEST_ID,
    createdAt: at,
  }));
}

function companyEntries(
  { secrets, superAdminId }: HistoryContext,
  { company, admin, account, prices, campaigns }: Audited,
): Entry[] {
  const byAdmin = { actorRole: "ADMIN", actorId: admin.id } as const;
  return [
    {
      at: company.createdAt,
      actorRole: "SUPER_ADMIN",
      actorId: superAdminId,
      action: "company.added",
      subjectType: "company",
      subjectId: company.id,
      after: companyView(company, secrets),
    },
    {
      ...byAdmin,
      at: account.createdAt,
      action: "beneficiary.added",
      subjectType: "beneficiary",
      subjectId: account.id,
      after: { ...paymentAccount(account), isDefault: account.isDefault },
    },
    ...campaigns.map(({ id, name, startsAt, endsAt, rewardBps, bonusBps }): Entry => ({
      ...byAdmin,
      at: startsAt,
      action: "campaign.added",
      subjectType: "campaign",
      subjectId: id,
      after: {
        name,
        referralRewardBps: rewardBps,
        bonusBps,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      },
    })),
    ...prices.map((price, index): Entry => ({
      ...byAdmin,
      at: price.startsAt,
      action: "price.set",
      subjectType: "price",
      subjectId: price.id,
      before: {
        priceMicroRupees: prices[index - 1]?.priceMicroRupees ?? company.priceMicroRupees,
      },
      after: {
        priceMicroRupees: price.priceMicroRupees,
        startsAt: price.startsAt.toISOString(),
      },
    })),
  ];
}

function memberEntries(admin: MemberRow, member: PlannedMember): Entry[] {
  const of = { subjectType: "member", subjectId: member.id };
  const byAdmin = { ...of, actorRole: "ADMIN", actorId: admin.id } as const;
  const { referralCode, referrer, joinedAt, approvedAt, ended } = member;
  const entries: Entry[] = [
    {
      ...of,
      at: joinedAt,
      actorRole: "NOBODY",
      action: "member.registered",
      after: { referralCode, referrerId: referrer?.id ?? null },
    },
  ];
  if (approvedAt) {
    entries.push({
      ...byAdmin,
      at: approvedAt,
      action: "member.approved",
      before: { isApproved: false },
      after: { isApproved: true },
    });
  }
  if (ended) {
    const account = { role: "USER", referralCode, isApproved: approvedAt !== null } as const;
    const before = auditView({ ...account, status: "ACTIVE" });
    entries.push({
      ...byAdmin,
      at: ended.at,
      ...(ended.status === "DELETED"
        ? { action: "member.deleted", before }
        : {
            action: "member.updated",
            before,
            after: { ...auditView({ ...account, status: ended.status }), fields: [] },
          }),
    });
  }
  return entries;
}

function statementEntries({ company, admin, account, orders, statements }: Audited): Entry[] {
  const numbers = new Map<string | null, string>(
    orders.orders.map(({ id, orderNumber }) => [id, orderNumber]),
  );
  const of = { subjectType: "company", subjectId: company.id };
  const byAdmin = { ...of, actorRole: "ADMIN", actorId: admin.id } as const;
  return [
    ...statements.statements.map((statement): Entry => ({
      ...byAdmin,
      at: statement.createdAt,
      action: "statement.imported",
      after: { accountNumber: account.accountNumber, rows: statement.addedCount },
    })),
    ...statements.entries.flatMap(({ settledAt, payment, note, line }): Entry[] => {
      if (settledAt === null) return [];
      const about = { amountPaise: line.amountPaise, reference: line.reference };
      return [
        payment === null
          ? {
              ...byAdmin,
              at: settledAt,
              action: "statement.line-set-aside",
              after: { ...about, reason: note },
            }
          : {
              ...byAdmin,
              at: settledAt,
              action: "statement.line-matched",
              after: { orderNumber: numbers.get(payment.orderId), ...about },
            },
      ];
    }),
  ];
}

const orderEntries = ({ orders }: Audited): Entry[] =>
  orders.audit.map(({ actor: { role: actorRole, id: actorId }, ...entry }) => ({
    ...entry,
    actorRole,
    actorId,
  }));
