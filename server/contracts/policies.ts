import { z } from "zod";
import type { Language } from "@db/vocabulary";
import { code } from "./fields";

/** SHA-256 of a policy's text, in hex. */
export const policyVersionField = z
  .string({ error: code("FIELD_INVALID") })
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, code("FIELD_INVALID"));

/** `policies.agreed`: a policy text that someone agreed to. */
export const PolicyRef = z.object({ version: policyVersionField });
export type PolicyRef = z.output<typeof PolicyRef>;

/** `policies.current`: the privacy policy of this site, in the reader's language. */
export interface PrivacyPolicy {
  title: string;
  /** The company's own text; null: the sections below apply. */
  own: string | null;
  sections: { heading: string; text: string }[];
  /** SHA-256 of the current text, in hex; an order stores it at consent. */
  version: string;
}

/** `policies.agreed`: the text as agreed to, whatever the current policy is. */
export interface AgreedPrivacyPolicy {
  version: string;
  language: Language;
  text: string;
  /** Time of the first consent to it; ISO. */
  since: string;
}
