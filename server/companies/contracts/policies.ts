import { z } from "zod";
import type { Language } from "@db/vocabulary";
import { code } from "@server/platform/contracts/fields";

/** The texts that members agree to; each is a text of the company's settings, or the default. */
export const POLICIES = ["privacyPolicy", "termsOfSale"] as const;
export type PolicyName = (typeof POLICIES)[number];

/** `policies.current`; without a name, the privacy policy. */
export const CurrentPolicy = z
  .object({ name: z.enum(POLICIES, { error: code("FIELD_INVALID") }).optional() })
  .optional();

/** SHA-256 of a policy's text, in hex. */
export const policyVersionField = z
  .string({ error: code("FIELD_INVALID") })
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, code("FIELD_INVALID"));

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
