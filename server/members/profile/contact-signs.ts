import { keepSigns } from "@server/members/queries/signs";
import type { Executor } from "@db/client";
import type { MemberRow } from "@server/access";
import { type Secrets } from "@server/platform";
import { signOfEmail, signOfMobile, typedUnless } from "@server/members/rules/risk/risk";

/** Keeps the address and the mobile of a member, as typed until a code proves them; admins earn no rewards. */
export const keepContactSigns = (
  tx: Executor,
  secrets: Secrets,
  { companyId, id, role, ...contact }: MemberRow,
): Promise<void> => {
  const { email, emailVerifiedAt, mobile, mobileVerifiedAt } = contact;
  const signs = [
    ...typedUnless(emailVerifiedAt !== null, signOfEmail(email)),
    ...(mobile ? typedUnless(mobileVerifiedAt !== null, signOfMobile(mobile)) : []),
  ];
  return keepSigns(tx, secrets, { companyId, memberId: id }, role === "USER" ? signs : []);
};
