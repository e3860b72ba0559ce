import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PersonLimitCode } from "@server/companies/rules/person-limits";
import type { BuyingTerms } from "@server/orders/contracts/orders";
import { formatRupees } from "@server/platform/rules/money/format";
import { costInPaise } from "@server/platform/rules/money/quote";
import { amountIn, identityPath } from "../user.identity/identity-path";

/** Limits that evidence of who a member is raises. */
const RAISED: readonly string[] = [
  "IDENTITY_REQUIRED",
  "IDENTITY_REQUIRED_ABOVE",
  "PERSON_CAP_UNVERIFIED",
] satisfies PersonLimitCode[];

/** Tells whether evidence of who the member is raises this limit. */
export const isRaisedByIdentity = (code: string | null | undefined): boolean =>
  RAISED.includes(code ?? "");

/**
 * The way from such a limit to Identity, which leads back to the purchase; while what was sent is being
 * checked it says so, and what can be bought meanwhile.
 */
export function IdentityNext({
  terms: { isIdentitySent, priceMicroRupees, room },
  amount,
}: {
  terms: BuyingTerms;
  amount: string;
}) {
  const { t } = useTranslation("buy");
  const most = costInPaise(room.isFull ? 0 : (room.mostTokens ?? 0), priceMicroRupees) ?? 0;
  return (
    <div className="grid w-full gap-2">
      {isIdentitySent && <p>{t("identitySent")}</p>}
      {most > 0 && <p>{t("buyUpTo", { sum: formatRupees(most) })}</p>}
      <Link
        className={isIdentitySent ? "link-out justify-self-start" : "button w-full"}
        to={identityPath(null, amountIn(amount))}
      >
        {t(isIdentitySent ? "seeIdentity" : "toIdentity")}
      </Link>
    </div>
  );
}
