import { createHash } from "node:crypto";
import { insertAudit } from "@db/queries/activity";
import { type BeneficiaryRow, listBeneficiaries } from "@db/queries/beneficiaries";
import {
  findNotice,
  findWebhook,
  insertNotice,
  lockWebhook,
  type PaymentWebhook,
} from "@db/queries/webhooks";
import type { Context } from "@server/context/context";
import { PaymentNotice, type ReceivedNotice, SignedNotice } from "@server/contracts/webhooks";
import { dateInIndia } from "@server/domain/dates/dates";
import { amountInPaise } from "@server/domain/money/units";
import { refuse } from "@server/domain/refusals/refuse";
import {
  isSameAccount,
  keysNearby,
  lineKeys,
  paymentNumberOf,
} from "@server/domain/statements/line-keys";
import { type StatementRow, tidyText } from "@server/domain/statements/row";
import { isSignedWebhook, newWebhookSecret } from "@server/identity/webhook-signature";
import { companyProcedure } from "@server/procedures/trpc";
import { storedKey } from "@server/statements/stored-key";

/** How far the sender's clock may be from ours, as Standard Webhooks recommends. */
const TOLERANCE_SECONDS = 5 * 60;
/** A notice that is sent late is still one; an older payment is a mistake. */
const OLDEST_DAYS = 45;
const DAY_MS = 86_400_000;

/** Signs nothing: an account without a secret takes as long to refuse as one with one. */
const NO_SECRET = newWebhookSecret();

/**
 * Takes a signed notice of a payment as an entry of its account's statements. The same event again
 * changes nothing, and so does a payment that a statement or another event told of. Refuses with
 * WEBHOOK_UNVERIFIED (an unknown account, one without a secret, a wrong signature), WEBHOOK_TOO_OLD,
 * WEBHOOK_EVENT_REUSED, NOTICE_OTHER_ACCOUNT, NOTICE_REFERENCE_INVALID and what the contract refuses
 * with. Nothing of a notice is read before its signature is verified.
 */
export const receiveNotice = companyProcedure
  .input(SignedNotice)
  .mutation(async ({ ctx, input }): Promise<ReceivedNotice> => {
    const { accountId, id: eventId, body } = input;
    const account = await verified(ctx, input);
    const row = rowOf(body, account, ctx.now);
    const bodyHash = createHash("sha256").update(body).digest("hex");
    const [key] = lineKeys([row]);
    const keys = keysNearby(row).map(storedKey);
    return ctx.transact(async (tx) => {
      const ref = { companyId: ctx.company.id, accountId };
      // Turned off since, or another event of the account goes first.
      if (!(await lockWebhook(tx, ref))) throw refuse("WEBHOOK_UNVERIFIED");
      const known = await findNotice(tx, { ...ref, eventId });
      if (known && known.bodyHash !== bodyHash) throw refuse("WEBHOOK_EVENT_REUSED");
      if (known) return { isNew: false };
      const { row: _, ...entry } = row;
      const line = { ...entry, lineKey: storedKey(key?.key ?? ""), occurrence: 1 };
      const notice = { ...ref, eventId, bodyHash, paymentNumber: row.reference };
      const isNew = await insertNotice(tx, notice, line, keys);
      await insertAudit(tx, {
        companyId: ctx.company.id,
        ...{ actorId: null, actorRole: "SYSTEM", action: "statement.notice-received" },
        ...{ subjectType: "company", subjectId: ctx.company.id, before: null },
        after: { amountPaise: row.amountPaise, reference: row.reference, isNew },
        requestId: ctx.requestId,
      });
      return { isNew };
    });
  });

/** The account, once the signature is known to be of one of its secrets, and recent. */
async function verified(
  ctx: Context & { company: { id: string } },
  { accountId, ...message }: SignedNotice,
): Promise<BeneficiaryRow> {
  const { db, company, now } = ctx;
  const [webhook, accounts] = await Promise.all([
    findWebhook(db, { companyId: company.id, accountId }),
    listBeneficiaries(db, company.id),
  ]);
  const account = accounts.find(({ id }) => id === accountId);
  const secrets = webhook && account ? secretsOf(ctx, webhook) : [NO_SECRET];
  const isSigned = isSignedWebhook(secrets, message, message.signature);
  if (!isSigned || !account) throw refuse("WEBHOOK_UNVERIFIED");
  const age = now.getTime() / 1000 - Number(message.timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS) throw refuse("WEBHOOK_TOO_OLD");
  return account;
}

/** The present secret, and the one before it while it is accepted. */
function secretsOf(
  { deps, now }: Pick<Context, "deps" | "now">,
  { secretEncrypted, previousEncrypted, previousUntil }: PaymentWebhook,
): string[] {
  const isOverlap = previousEncrypted !== null && previousUntil !== null && previousUntil > now;
  return [secretEncrypted, ...(isOverlap ? [previousEncrypted] : [])].map((encrypted) =>
    deps.secrets.decrypt("webhook", encrypted),
  );
}

/** The notice as a row of a statement: the same keys and the same matching apply to it. */
function rowOf(
  body: string,
  { accountNumber }: BeneficiaryRow,
  now: Date,
): StatementRow & { reference: string } {
  const { data } = PaymentNotice.parse(jsonOf(body));
  if (data.accountNumber && accountNumber && !isSameAccount(data.accountNumber, accountNumber)) {
    throw refuse("NOTICE_OTHER_ACCOUNT");
  }
  const receivedAt = new Date(data.receivedAt);
  const days = (now.getTime() - receivedAt.getTime()) / DAY_MS;
  if (days < -1 || days > OLDEST_DAYS) throw refuse("BAD_DATE");
  const numberOnly = { reference: data.reference, narration: "" };
  const row = {
    row: 1,
    ...{ bookedOn: dateInIndia(receivedAt), valueOn: null, balancePaise: null },
    ...{ amountPaise: amountInPaise(data.amount), side: "CREDIT" as const },
  };
  const number = paymentNumberOf({ ...row, ...numberOnly });
  if (number === null) throw refuse("NOTICE_REFERENCE_INVALID");
  const details = [data.payerName, data.payerAccount, data.remarks].filter(Boolean);
  return { ...row, reference: number, narration: tidyText([number, ...details].join(" / ")) };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw refuse("MALFORMED_BODY");
  }
}
