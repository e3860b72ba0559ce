import { createHash } from "node:crypto";
import { type Language, LANGUAGES } from "@db/vocabulary";
import type { PolicyToKeep } from "@server/companies/queries/policies";
import type { Context } from "@server/access";
import type { CompanySite } from "@server/sites";
import { POLICIES, type Policy, type PolicyName } from "@server/companies/contracts/policies";
import { refuseField } from "@server/platform/rules/refusals/refuse";
import { translatorOf, unlockSentence } from "@server/platform";

type PolicyOwner = Pick<CompanySite, "name" | "email" | "settings" | "unlockPlans">;

/** The words of each default text. */
const WORDS = { privacyPolicy: "privacy", termsOfSale: "terms" } as const;

/**
 * A policy of a site: the company's own text, or the default with its name filled in. The terms of sale
 * tell when tokens unlock, where that is not all at the launch.
 */
export function policyOf(
  name: PolicyName,
  company: PolicyOwner | null,
  language: Language,
): Policy {
  const { t } = translatorOf(language);
  const plans = name === "termsOfSale" ? company?.unlockPlans : null;
  const unlock = plans ? unlockSentence(language, plans) : "";
  const replace = {
    unlock: unlock && ` ${unlock}`,
    company: company?.name ?? "Prelaunch",
    contact: company?.settings.supportEmail ?? company?.email ?? "",
  };
  const sections = t(`${WORDS[name]}:sections`, {
    returnObjects: true,
    replace,
  }) as [string, string][];
  const own = company?.settings[name]?.trim() ?? "";
  const policy = {
    title: t(`${WORDS[name]}:title`),
    own: own === "" ? null : [own, unlock].filter(Boolean).join("\n\n"),
    sections: sections.map(([heading, text]) => ({ heading, text })),
  };
  return { ...policy, version: versionOf(policyText(policy)) };
}

/** The policy as one text, which is stored and hashed. */
export const policyText = ({ own, sections }: Pick<Policy, "own" | "sections">): string =>
  own ?? sections.map(({ heading, text }) => `${heading}\n${text}`).join("\n\n");

/** SHA-256 in hex. */
export const versionOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The versions that a form showed, as its input names them. */
interface VersionsShown {
  policyVersion?: string | undefined;
  termsVersion?: string | undefined;
}

/** Returns the faults of a page that shows an outdated text. */
const CHANGED = { privacyPolicy: "POLICY_CHANGED", termsOfSale: "TERMS_CHANGED" } as const;

/**
 * The versions of privacy policy and terms of sale that a person agreed to, and their texts, which
 * the caller stores, so that they can be read after they change. A page that shows an outdated text is
 * refused (`POLICY_CHANGED`, `TERMS_CHANGED`); other transports display their own texts, so the
 * versions they send are recorded unchecked.
 */
export function agreedTo(
  ctx: Pick<Context, "transport"> & { company: PolicyOwner },
  { policyVersion, termsVersion }: VersionsShown,
): {
  columns: { consentVersion: string | null; consentTermsVersion: string | null };
  texts: PolicyToKeep[];
} {
  const shown = { privacyPolicy: policyVersion, termsOfSale: termsVersion };
  const texts = POLICIES.flatMap((name) => {
    const version = shown[name];
    const text = version === undefined ? undefined : textOf(name, ctx.company, version);
    if (version !== undefined && !text && ctx.transport === "page") {
      throw refuseField("consent", CHANGED[name]);
    }
    return text ?? [];
  });
  return {
    columns: { consentVersion: policyVersion ?? null, consentTermsVersion: termsVersion ?? null },
    texts,
  };
}

/** The present text of this version, in whichever language it is. */
function textOf(name: PolicyName, company: PolicyOwner, version: string): PolicyToKeep | undefined {
  for (const language of LANGUAGES) {
    const policy = policyOf(name, company, language);
    if (policy.version === version) return { version, language, text: policyText(policy) };
  }
  return undefined;
}
