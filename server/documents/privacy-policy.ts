import { createHash } from "node:crypto";
import { type Language, LANGUAGES } from "@db/vocabulary";
import type { CompanyContext } from "@server/procedures/trpc";
import type { CompanySite } from "@server/context/site";
import type { privacy as english } from "@locales/en/privacy";
import type { PrivacyPolicy } from "@server/contracts/policies";
import { refuse } from "@server/domain/refusals/refuse";
import { translatorOf } from "@server/words/translators.server";
import type { MemberActor } from "@server/context/actor";

type PolicyOwner = Pick<CompanySite, "name" | "email" | "settings">;

/** The privacy policy of a site: the company's own text, or the default with its name filled in. */
export function privacyPolicy(company: PolicyOwner | null, language: Language): PrivacyPolicy {
  const { t } = translatorOf(language);
  const replace = {
    company: company?.name ?? "Prelaunch",
    contact: company?.settings.supportEmail ?? company?.email ?? "",
  };
  const sections = t("privacy:sections", {
    returnObjects: true,
    replace,
  }) as (typeof english)["sections"];
  const own = company?.settings.privacyPolicy?.trim() ?? "";
  const policy = {
    title: t("privacy:title"),
    own: own === "" ? null : own,
    sections: sections.map(([heading, text]) => ({ heading, text })),
  };
  return { ...policy, version: versionOf(policyText(policy)) };
}

/** The policy as one text, which is stored and hashed. */
export const policyText = ({ own, sections }: Pick<PrivacyPolicy, "own" | "sections">): string =>
  own ?? sections.map(({ heading, text }) => `${heading}\n${text}`).join("\n\n");

/** SHA-256 in hex. */
export const versionOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * The version that a member agreed to, and its text, which the caller stores, so that it can be read
 * after the policy changes. A page that shows an outdated text is refused (`POLICY_CHANGED`); other
 * transports display their own policy, so the version they send is recorded unchecked.
 */
export function agreedPolicy(
  ctx: CompanyContext<MemberActor>,
  version: string | undefined,
): {
  version: string | null;
  policy: { version: string; language: Language; text: string } | null;
} {
  if (version === undefined) return { version: null, policy: null };
  for (const language of LANGUAGES) {
    const policy = privacyPolicy(ctx.company, language);
    if (policy.version !== version) continue;
    return { version, policy: { version, language, text: policyText(policy) } };
  }
  if (ctx.transport === "page") {
    throw refuse("POLICY_CHANGED", {}, { fields: { consent: ["POLICY_CHANGED"] } });
  }
  return { version, policy: null };
}
