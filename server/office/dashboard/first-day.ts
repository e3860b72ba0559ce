import { contactOf } from "@server/sites/rules/contact";
import { adminProcedure, listMembers, inTransaction } from "@server/access";
import { findDefaultBeneficiary, changeOwnCompany } from "@server/companies";
import { ConfirmFirstDay, type FirstDay } from "@server/office/contracts/dashboard";
import {
  findFirstOrders,
  type FirstOrders,
  isTestReceived,
} from "@server/office/queries/admin-work";
import { firstHostOf, lockCompany } from "@server/sites";
import { originOfHost } from "@server/sites/rules/host";

/**
 * True once a company sells: more than one approved payment stands, or one that is no test. A test is
 * one token before an order of one token was taken back.
 */
export const sells = ({
  approved,
  approvedTokens,
  reversed,
}: Omit<FirstOrders, "orderId">): boolean =>
  approved > 1 || (approved === 1 && (approvedTokens > 1 || reversed));

/** Returns the steps before the first sale, each from what is stored; null once the company sells. */
export const firstDay = adminProcedure.query(async ({ ctx }): Promise<FirstDay | null> => {
  const { db, company } = ctx;
  const orders = await findFirstOrders(db, company.id);
  if (sells(orders)) return null;
  const [account, admins, members, host, isReceived] = await Promise.all([
    findDefaultBeneficiary(db, company.id),
    listMembers(db, company.id, { role: "ADMIN" }, { limit: MOST_ADMINS, offset: 0 }),
    listMembers(db, company.id, { role: "USER" }, { limit: 1, offset: 0 }),
    firstHostOf(db, company.id),
    orders.reversed && isTestReceived(db, company.id),
  ]);
  const isConfirmed = (step: ConfirmFirstDay["step"]) =>
    company.settings.confirmedSteps?.includes(step) ?? false;
  const deciders = admins.records.filter(
    ({ passwordHash, status, adminRole }) =>
      passwordHash !== null && status === "ACTIVE" && adminRole !== "VIEWER",
  );
  return {
    hasPrice: company.priceMicroRupees !== null,
    hasAccount: account !== undefined,
    hasDeciders: deciders.length > 1 || isConfirmed("deciders"),
    hasReadTexts: isConfirmed("texts"),
    hasSupport: Boolean(company.settings.supportEmail) || isConfirmed("support"),
    contact: company.email,
    mobile: contactOf(company).mobile,
    hasMember: members.total > 0,
    unverifiedMayBuy: company.unverifiedMayBuy,
    test: isReceived
      ? "reversed"
      : orders.reversed
        ? "undone"
        : orders.approved > 0
          ? "approved"
          : "open",
    testOrderId: orders.orderId,
    site: host && originOfHost(ctx.deps.config.appOrigin, host),
  };
});

/** More than any company has. */
const MOST_ADMINS = 100;

/**
 * Keeps that an owner read the texts, decides alone, or confirmed the contacts that members see.
 * Repeating it changes nothing.
 */
export const confirmFirstDay = adminProcedure.input(ConfirmFirstDay).mutation(
  inTransaction(async (ctx, { step }) => {
    const { settings } = await lockCompany(ctx.db, ctx.company.id);
    const { confirmedSteps = [] } = settings;
    if (!confirmedSteps.includes(step)) {
      const changes = { settings: { ...settings, confirmedSteps: [...confirmedSteps, step] } };
      await changeOwnCompany(ctx, changes, { after: { fields: [FIELDS[step]] } });
    }
    return { step };
  }),
);

const FIELDS = {
  deciders: "firstDayDeciders",
  texts: "firstDayTexts",
  support: "firstDaySupport",
} as const;
