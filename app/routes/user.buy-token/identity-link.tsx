import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PersonLimitCode } from "@server/companies/rules/person-limits";
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

/** The way from such a limit to Identity, which leads back to the purchase. */
export function IdentityLink({ amount, className }: { amount: string; className: string }) {
  const { t } = useTranslation("buy");
  return (
    <Link className={className} to={identityPath(null, amountIn(amount))}>
      {t("toIdentity")}
    </Link>
  );
}
