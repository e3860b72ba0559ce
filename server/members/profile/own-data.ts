import { listSigns } from "@server/members/queries/signs";
import { MEMBER_COLUMNS } from "@db/member-columns";
import {
  findMember,
  type MemberRow,
  secondsToWait,
  memberProcedure,
  recordAudit,
} from "@server/access";
import { ownIdentityData } from "@server/members/identity/own-identity-data";
import { readOwnData } from "@server/members/queries/own-data";
import {
  DownloadData,
  OWN_DATA_A_DAY,
  OWN_DATA_VERSION,
  type OwnData,
} from "@server/members/contracts/own-data";
import { deviceName } from "@server/members/rules/device-name";
import { maskKycNumber, maskName } from "@server/platform/rules/people/masking";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Secrets } from "@server/platform";
import { verifyCurrentPassword } from "@server/members/passwords/save-password";

const DAY_SECONDS = 24 * 3600;

/** All that the records hold about a member, for the member: no secret, no hash of one. */
export const downloadData = memberProcedure
  .input(DownloadData)
  .mutation(async ({ ctx, input }): Promise<OwnData> => {
    const { company, db } = ctx;
    const person = await findMember(db, company.id, ctx.actor.id);
    if (!person) throw refuse("NOT_SIGNED_IN");
    await verifyCurrentPassword(ctx, person, input.currentPassword);
    const counted = { what: "own-data", of: person.id };
    const wait = await secondsToWait(ctx, {
      ...counted,
      limit: OWN_DATA_A_DAY,
      windowSeconds: DAY_SECONDS,
    });
    if (wait !== null) throw refuse("OWN_DATA_LIMIT_REACHED", { seconds: wait });
    await recordAudit(ctx, {
      action: "member.data-downloaded",
      subjectType: "member",
      subjectId: person.id,
    });
    const [read, sessions, signs, identity] = await Promise.all([
      readOwnData(db, company.id, person.id),
      ctx.deps.sessions.list(ctx.actor),
      listSigns(db, company.id, person.id),
      ownIdentityData(ctx),
    ]);
    return {
      format: "prelaunch-member-data",
      version: OWN_DATA_VERSION,
      madeAt: ctx.now.toISOString(),
      company: {
        name: company.name,
        tokenName: company.tokenName,
        tokenSymbol: company.tokenSymbol,
      },
      person: personOf(person, ctx.deps.secrets),
      referredBy: read.referrer
        ? { name: maskName(read.referrer.name), memberId: read.referrer.referralCode }
        : null,
      orders: read.orders.map((order) => ({
        number: order.orderNumber,
        createdAt: order.createdAt.toISOString(),
        status: order.status,
        tokens: order.quantity,
        priceMicroRupees: order.priceMicroRupees,
        amountPaise: order.amountPaise,
        feePaise: order.feePaise,
        totalPaise: order.totalPaise,
        method: order.paymentMethod,
        reference: order.reference,
        paidAmountPaise: order.paidAmountPaise,
        submittedAt: iso(order.submittedAt),
        decidedAt: iso(order.decidedAt),
        reason: order.decisionReason,
        refundNote: order.refundNote,
        approvedTokens: order.approvedQuantity,
        reversedAt: iso(order.reversedAt),
      })),
      payments: read.payments.map(({ payment, orderNumber }) => ({
        order: orderNumber,
        at: payment.createdAt.toISOString(),
        status: payment.status,
        method: payment.method,
        reference: payment.reference,
        amountPaise: payment.amountPaise,
        paidAmountPaise: payment.reportedPaise,
        receivedAt: iso(payment.receivedAt),
        receivedPaise: payment.receivedPaise,
        appliedPaise: payment.appliedPaise,
        refundedPaise: payment.refundedPaise,
        notReceivedReason: payment.status === "REFUSED" ? payment.settledNote : null,
      })),
      statementEntries: read.entries.map(({ line, orderNumber }) => ({
        order: orderNumber,
        bookedOn: line.bookedOn,
        amountPaise: line.amountPaise,
        text: line.narration,
        reference: line.reference,
      })),
      refunds: read.refunds.map(({ refund, orderNumber }) => ({
        order: orderNumber,
        refundedOn: refund.refundedOn,
        recordedAt: refund.createdAt.toISOString(),
        reference: refund.reference,
        amountPaise: refund.amountPaise,
      })),
      allocations: read.allocations.map((row) => ({
        kind: row.kind,
        tokens: row.quantity,
        hash: row.hash,
        buyer: row.buyerCode === person.referralCode ? row.buyerCode : null,
        at: row.createdAt.toISOString(),
      })),
      referrals: read.referred.map((row) => ({
        name: maskName(row.name),
        memberId: row.referralCode,
        joinedAt: row.createdAt.toISOString(),
        isVerified: row.isApproved,
      })),
      signs: signs.map(({ sign, since }) => ({ kind: sign, since: since.toISOString() })),
      sessions: sessions.map((row) => ({
        since: row.createdAt.toISOString(),
        address: row.ip,
        device: deviceName(row.userAgent),
        isCurrent: row.isCurrent,
      })),
      wallets: read.wallets.map((row) => ({
        address: row.address,
        provedAt: iso(row.provedAt),
        validFrom: iso(row.validFrom),
        stoppedAt: iso(row.stoppedAt),
        lostAt: iso(row.lostAt),
      })),
      passkeys: read.passkeys.map((row) => ({
        name: row.name,
        host: row.host,
        addedAt: row.createdAt.toISOString(),
        lastUsedAt: iso(row.lastUsedAt),
      })),
      messages: read.messages.map(({ template, createdAt, sentAt, ...row }) => ({
        at: createdAt.toISOString(),
        sentAt: iso(sentAt),
        ...row,
        about: template,
      })),
      consents: read.orders.flatMap((order) =>
        order.consentedAt
          ? [
              {
                order: order.orderNumber,
                at: order.consentedAt.toISOString(),
                policyVersion: order.consentVersion,
                termsVersion: order.consentTermsVersion,
              },
            ]
          : [],
      ),
      identity,
      files: read.files.map((row) => ({
        name: row.fileName,
        type: row.contentType,
        bytes: row.sizeBytes,
        at: row.createdAt.toISOString(),
      })),
      activity: read.activity.map((row) => ({
        at: row.createdAt.toISOString(),
        action: row.action,
        byYou: row.actorId === person.id,
      })),
    };
  });

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The member's columns as `MEMBER_COLUMNS` shows them. */
function personOf(person: MemberRow, secrets: Secrets): OwnData["person"] {
  const shown = (Object.keys(MEMBER_COLUMNS) as (keyof MemberRow)[]).filter(
    (name) => MEMBER_COLUMNS[name].shown === "plain",
  );
  const plain = shown.map((name) => {
    const value = person[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  const { kycEncrypted } = person;
  const kycNumber = kycEncrypted ? maskKycNumber(secrets.decrypt("kyc", kycEncrypted)) : null;
  return { ...(Object.fromEntries(plain) as OwnData["person"]), kycNumber };
}
