import type { AdminContext } from "@server/access";
import { z } from "zod";
import { findBeneficiaryVersion } from "@server/companies";
import { findMedia } from "@server/media";
import { listSubmissions } from "@server/orders/queries/order-details";
import type { Order } from "@db/schema";
import { PAYMENT_METHODS } from "@db/vocabulary";
import { formatRupees } from "@server/platform/rules/money/format";
import {
  submissionChanges,
  type SubmissionChange,
  type SubmittedFacts,
} from "@server/orders/rules/submission-changes";
import { methodIn, translatorOf } from "@server/platform";

/** Fields of an `order.submitted` audit entry; entries of older versions have fewer. */
const Submission = z.object({
  method: z.enum(PAYMENT_METHODS).nullable().catch(null),
  reference: z.string().nullable().catch(null),
  proofMediaId: z.string().nullable().catch(null),
  paidAmountPaise: z.number().nullable().catch(null),
  beneficiaryId: z.string().nullish(),
  beneficiaryVersion: z.number().nullish(),
  submissionVersion: z.number().optional(),
});
type Submission = z.output<typeof Submission>;

/**
 * Returns the differences between a version of an order's submission and the present one, as text in
 * the caller's language. The audit log holds the earlier submissions.
 */
export async function changesSince(
  ctx: AdminContext,
  order: Order,
  version: number,
): Promise<string> {
  const { t } = translatorOf(ctx.language);
  const isEarlier = version < order.submissionVersion;
  const submissions = await listSubmissions(ctx.db, ctx.company.id, order.id);
  const seen = isEarlier ? seenSubmission(submissions, version) : undefined;
  if (!seen) return t("decisions:changed.unknown");
  const changes = submissionChanges(
    await factsOf(ctx, seen),
    await factsOf(ctx, { ...order, method: order.paymentMethod }),
  );
  if (changes.length === 0) return t("decisions:changed.nothing");
  return changes.map((change) => inWords(ctx, change)).join("; ");
}

/**
 * Returns the entry of a version: the last one before the next version's. A part that was received
 * raises the version without an entry. Entries older than version
 * numbers have none, and together count as version 1.
 */
function seenSubmission(entries: readonly unknown[], version: number): Submission | undefined {
  const submissions = entries.map((entry) => Submission.parse(entry));
  return submissions.findLast(({ submissionVersion = 1 }) => submissionVersion <= version);
}

async function factsOf(
  { db, company }: AdminContext,
  submission: Omit<Submission, "submissionVersion">,
): Promise<SubmittedFacts> {
  const { method, reference, paidAmountPaise, proofMediaId } = submission;
  const { beneficiaryId, beneficiaryVersion } = submission;
  const proof = proofMediaId === null ? null : await findMedia(db, company.id, proofMediaId);
  const account =
    beneficiaryId && beneficiaryVersion
      ? await findBeneficiaryVersion(db, company.id, beneficiaryId, beneficiaryVersion)
      : undefined;
  return {
    method,
    reference,
    paidAmountPaise,
    proofSha256: proof?.sha256 ?? proofMediaId,
    account: account && (method === "UPI" ? account.upi : account.accountNumber),
  };
}

function inWords({ language }: AdminContext, change: SubmissionChange): string {
  const { t } = translatorOf(language);
  const none = t("decisions:changed.none");
  if (change.field === "proof") return t(`decisions:changed.proof.${change.change}`);
  if (change.field === "method") {
    const { before, after } = change;
    return t("decisions:changed.method", {
      before: methodIn(t, before) ?? none,
      after: methodIn(t, after) ?? none,
    });
  }
  const inText = (value: string | number | null) =>
    typeof value === "number" ? formatRupees(value) : (value ?? none);
  return t(`decisions:changed.${change.field}`, {
    before: inText(change.before),
    after: inText(change.after),
  });
}
