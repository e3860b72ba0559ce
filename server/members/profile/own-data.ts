import { listSigns } from "@server/members/queries/signs";
import { MEMBER_COLUMNS } from "@db/member-columns";
import {
  type MemberRow,
  secondsToWait,
  memberProcedure,
  recordAudit,
  findSelf,
} from "@server/access";
import { ownIdentityData } from "@server/members/identity/own-identity-data";
import { readOwnData } from "@server/members/queries/own-data";
import { DownloadData, OWN_DATA_A_DAY, OWN_DATA_VERSION } from "@server/members/contracts/own-data";
import { deviceName } from "@server/members/rules/device-name";
import { maskKycNumber } from "@server/platform/rules/people/masking";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Secrets } from "@server/platform";
import { verifyCurrentPassword } from "@server/members/passwords/save-password";

const DAY_SECONDS = 24 * 3600;

/** All that the records hold about a member, for the member: no secret, no hash of one. Written as JSON. */
export const downloadData = memberProcedure.input(DownloadData).mutation(async ({ ctx, input }) => {
  const { company, db } = ctx;
  const person = await findSelf(db, ctx.actor);
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
    readOwnData(db, person),
    ctx.deps.sessions.list(ctx.actor),
    listSigns(db, company.id, person.id),
    ownIdentityData(ctx),
  ]);
  const { name, tokenName, tokenSymbol } = company;
  return {
    format: "prelaunch-member-data" as const,
    version: OWN_DATA_VERSION,
    madeAt: ctx.now.toISOString(),
    company: { name, tokenName, tokenSymbol },
    person: personOf(person, ctx.deps.secrets),
    ...read,
    signs: signs.map(({ sign, since }) => ({ kind: sign, since })),
    sessions: sessions.map((row) => ({
      since: row.createdAt,
      address: row.ip,
      device: deviceName(row.userAgent),
      isCurrent: row.isCurrent,
    })),
    identity,
  };
});

/** The member's columns as `MEMBER_COLUMNS` shows them. */
function personOf(person: MemberRow, secrets: Secrets): Record<string, unknown> {
  const shown = (Object.keys(MEMBER_COLUMNS) as (keyof MemberRow)[]).filter(
    (name) => MEMBER_COLUMNS[name].shown === "plain",
  );
  const { kycEncrypted } = person;
  const kycNumber = kycEncrypted ? maskKycNumber(secrets.decrypt("kyc", kycEncrypted)) : null;
  return { ...Object.fromEntries(shown.map((name) => [name, person[name]])), kycNumber };
}
