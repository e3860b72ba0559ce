import { z } from "zod";
import type { Language } from "@db/vocabulary";
import { described, SAMPLE_HASH } from "@server/platform/contracts/described";
import { booleanField, code, optional, oneOf } from "@server/platform/contracts/fields";

/** The texts that members agree to; each is a text of the company's settings, or the default. */
export const POLICIES = ["privacyPolicy", "termsOfSale"] as const;
export type PolicyName = (typeof POLICIES)[number];

/** `policies.current`; without a name, the privacy policy. */
export const CurrentPolicy = z.object({ name: oneOf(POLICIES).optional() }).optional();

/** SHA-256 of a policy's text, in hex. */
const policyVersionField = z
  .string({ error: code("FIELD_INVALID") })
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-fA-F]{64}$/, code("FIELD_INVALID"))
  .meta({ refuses: ["FIELD_INVALID"] });

/** The consent of a registration or an order, with the versions of the texts shown. */
export const consentFields = {
  consent: described(
    optional(booleanField("FIELD_INVALID")),
    "Whether the member agreed to privacy policy and terms of sale; the client's site asks for it.",
    true,
  ),
  policyVersion: described(
    optional(policyVersionField),
    "SHA-256 of the privacy policy as shown, in hex.",
    SAMPLE_HASH,
    "POLICY_CHANGED",
  ),
  termsVersion: described(
    optional(policyVersionField),
    "SHA-256 of the terms of sale as shown, in hex.",
    "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
    "TERMS_CHANGED",
  ),
};

/** `policies.agreed`: a policy text that someone agreed to. */
export const PolicyRef = z.object({ version: policyVersionField });

/** `policies.current`: a policy of this site, in the reader's language. */
export interface Policy {
  title: string;
  /** The company's own text; null: the sections below apply. */
  own: string | null;
  sections: { heading: string; text: string }[];
  /** SHA-256 of the current text, in hex; stored with each consent. */
  version: string;
}

/** `policies.agreed`: the text as agreed to, whatever the current policy is. */
export interface AgreedPolicy {
  version: string;
  language: Language;
  text: string;
  /** Time of the first consent to it; ISO. */
  since: string;
}
