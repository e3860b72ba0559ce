import { z } from "zod";
import type { Language } from "@db/vocabulary";
import { code } from "./code";

/** SHA-256 of a policy's text, in hex. */
export const policyVersionField = z
  .string({ error: code("FIELD_INVALID") })
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, code("FIELD_INVALID"));

/** `policies.agreed`: a text that somebody agreed to. */
export const PolicyRef = z.object({ version: policyVersionField });
export type PolicyRef = z.output<typeof PolicyRef>;

/** `policies.current`: the privacy policy of this site, in the reader's language. */
export interface PrivacyPolicy {
  title: string;
  /** The company's own text; null: the sections below count. */
  own: string | null;
  sections: { heading: string; text: string }[];
  /** SHA-256 of the text that counts, in hex: what an order keeps of the policy agreed to. */
  version: string;
}

/** `policies.agreed`: as it was read then, whatever the policy says now. */
export interface AgreedPrivacyPolicy {
  version: string;
  language: Language;
  text: string;
  /** When the first person agreed to it; ISO. */
  since: string;
}
