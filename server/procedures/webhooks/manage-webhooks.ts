import { listBeneficiaries } from "@db/queries/beneficiaries";
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  renewWebhook,
} from "@db/queries/webhooks";
import { type ShownSecret, type WebhookList, WebhookRef } from "@server/contracts/webhooks";
import { withinTransaction } from "@server/context/context";
import { originOfCompany } from "@server/context/site";
import { refuse } from "@server/domain/refusals/refuse";
import { newWebhookSecret } from "@server/identity/webhook-signature";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";

/** Hours in which the secret before a new one is accepted too, so that no notice is lost. */
const OVERLAP_HOURS = 24;

/** Every account of the company, with or without a secret. */
export const listAccountWebhooks = adminProcedure.query(async ({ ctx }): Promise<WebhookList> => {
  const { db, company, deps } = ctx;
  const [accounts, origin] = await Promise.all([
    listWebhooks(db, company.id),
    originOfCompany(db, deps.config.appOrigin, company.id),
  ]);
  return accounts.map(({ account, webhook, setBy, lastNoticeAt }) => {
    const { id: accountId, bankName, accountNumber, upi } = account;
    const until = webhook?.previousUntil;
    return {
      ...{ accountId, bankName, accountNumber, upi },
      address: `${origin}/api/v1/webhooks/payments/${company.id}/${accountId}`,
      secret: webhook && {
        setAt: webhook.updatedAt.toISOString(),
        setBy,
        previousUntil: until && until > ctx.now ? until.toISOString() : null,
      },
      lastNoticeAt: lastNoticeAt?.toISOString() ?? null,
    };
  });
});

/**
 * Makes the first secret of an account, and returns it this once. Refuses with BENEFICIARY_NOT_FOUND and
 * WEBHOOK_IS_ON.
 */
export const turnOn = adminProcedure
  .input(WebhookRef)
  .mutation(({ ctx, input: { accountId } }): Promise<ShownSecret> =>
    inTransaction(ctx, async (inside) => {
      const accounts = await listBeneficiaries(inside.db, inside.company.id);
      if (!accounts.some(({ id }) => id === accountId)) throw refuse("BENEFICIARY_NOT_FOUND");
      const made = newSecret(inside);
      const { id: companyId } = inside.company;
      if (!(await insertWebhook(inside.db, { companyId, accountId, ...made.stored }))) {
        throw refuse("WEBHOOK_IS_ON");
      }
      await audit(inside, "beneficiary.webhook-on", accountId);
      return { accountId, secret: made.secret };
    }),
  );

/**
 * Makes a new secret, and returns it this once; the present one stays valid for OVERLAP_HOURS, the one
 * before ends at once. Refuses with WEBHOOK_IS_OFF.
 */
export const renewSecret = adminProcedure
  .input(WebhookRef)
  .mutation(({ ctx, input: { accountId } }): Promise<ShownSecret> =>
    inTransaction(ctx, async (inside) => {
      const found = await lockWebhook(inside.db, { companyId: inside.company.id, accountId });
      if (!found) throw refuse("WEBHOOK_IS_OFF");
      const made = newSecret(inside);
      await renewWebhook(inside.db, found, { ...made.stored, overlapHours: OVERLAP_HOURS });
      await audit(inside, "beneficiary.webhook-renewed", accountId);
      return { accountId, secret: made.secret };
    }),
  );

/** Forgets the secrets: no notice is taken from now on. Refuses with WEBHOOK_IS_OFF. */
export const turnOff = adminProcedure
  .input(WebhookRef)
  .mutation(({ ctx, input: { accountId } }): Promise<null> =>
    inTransaction(ctx, async (inside) => {
      const isGone = await deleteWebhook(inside.db, { companyId: inside.company.id, accountId });
      if (!isGone) throw refuse("WEBHOOK_IS_OFF");
      await audit(inside, "beneficiary.webhook-off", accountId);
      return null;
    }),
  );

const inTransaction = <T>(ctx: AdminContext, run: (inside: AdminContext) => Promise<T>) =>
  ctx.transact((tx) => run(withinTransaction(ctx, tx)));

function newSecret({ deps, actor }: AdminContext) {
  const secret = newWebhookSecret();
  const secretEncrypted = deps.secrets.encrypt("webhook", secret);
  return { secret, stored: { secretEncrypted, setBy: actor.id } };
}

const audit = (ctx: AdminContext, action: string, accountId: string) =>
  recordAudit(ctx, { action, subjectType: "beneficiary", subjectId: accountId });
