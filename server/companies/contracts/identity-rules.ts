import { z } from "zod";
import { IDENTITY_ASKS } from "@db/vocabulary";
import { RENEW_MONTHS } from "@server/companies/rules/identity";
import { MAX_TOTAL_SUPPLY, reasonsField } from "./company-settings";
import {
  booleanField,
  clearable,
  code,
  oneOf,
  rupeesField,
  tokenCountField,
  wholeNumberField,
} from "@server/platform/contracts/fields";

const asked = () => booleanField("FIELD_INVALID").default(false);

/** `companies.setIdentity` (owner): what is asked of members to show who they are. */
export const SetIdentity = z
  .object({
    asks: oneOf(IDENTITY_ASKS),
    above: clearable(rupeesField("IDENTITY_SUM_REQUIRED")),
    asksPanCard: asked(),
    asksSecond: asked(),
    asksSelfie: asked(),
    asksAddress: asked(),
    renewMonths: wholeNumberField(RENEW_MONTHS.min, RENEW_MONTHS.max, "IDENTITY_RENEW_INVALID"),
    mostUnverified: clearable(tokenCountField(1, MAX_TOTAL_SUPPLY, "TOKEN_CAP_INVALID")),
    mostVerified: clearable(tokenCountField(1, MAX_TOTAL_SUPPLY, "TOKEN_CAP_INVALID")),
    /** Reasons that the desk offers, one a line; null: the usual ones. */
    reasons: clearable(reasonsField),
  })
  .refine(({ asks, above }) => asks !== "ABOVE" || typeof above === "string", {
    path: ["above"],
    error: code("IDENTITY_SUM_REQUIRED"),
  })
  .refine(
    ({ asks, ...of }) =>
      asks === "NOTHING" || of.asksPanCard || of.asksSecond || of.asksSelfie || of.asksAddress,
    { path: ["asksPanCard"], error: code("IDENTITY_EVIDENCE_REQUIRED") },
  )
  .refine(
    ({ mostUnverified: without, mostVerified: verified }) =>
      !verified || (!!without && Number(without) <= Number(verified)),
    { path: ["mostUnverified"], error: code("IDENTITY_RULES_INVALID") },
  );
export type SetIdentity = z.output<typeof SetIdentity>;
