import { createHash } from "node:crypto";
import { type Language, LANGUAGES } from "@db/vocabulary";
import { keepPolicy } from "@db/queries/policies";
import type { CompanyContext } from "@server/trpc";
import type { CompanySite } from "@server/context/site";
import type { PrivacyPolicy } from "@server/contracts/policies";
import { refuse } from "@server/domain/refusals/refuse";
import { privacy as english } from "@server/words/en/privacy";
import { privacy as hindi } from "@server/words/hi/privacy";
import type { MemberActor } from "@server/context/actor";

const WORDS = { en: english, hi: hindi } as const satisfies Record<Language, unknown>;

type PolicyOwner = Pick<CompanySite, "name" | "email" | "settings">;

/** The privacy policy of a site: the company's own text, or ours with its name filled in. */
export function privacyPolicy(company: PolicyOwner | null, language: Language): PrivacyPolicy {
  const words = WORDS[language];
  const filled = (text: string) =>
    text
      .replaceAll("{company}", company?.name ?? "Prelaunch")
      .replaceAll("{contact}", company?.settings.supportEmail ?? company?.email ?? "");
  const own = company?.settings.privacyPolicy?.trim() ?? "";
  const policy = {
    title: words.title,
    own: own === "" ? null : own,
    sections: words.sections.map(([heading, text]) => ({ heading, text: filled(text) })),
  };
  return { ...policy, version: versionOf(textOf(policy)) };
}

/** The policy as one text, which is what is kept and what the version is of. */
const textOf = ({ own, sections }: Pick<PrivacyPolicy, "own" | "sections">): string =>
  own ?? sections.map(({ heading, text }) => `${heading}\n${text}`).join("\n\n");

/** SHA-256 in hex. */
export const versionOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Keeps what was agreed to, so that it can be read after the policy has changed, and answers its
 * version. A page that shows a text of yesterday is asked to show today's (`POLICY_CHANGED`); other
 * doors show their own policy, and what they name is noted as it is.
 */
export async function keepAgreed(
  ctx: CompanyContext<MemberActor>,
  version: string | undefined,
): Promise<string | null> {
  if (version === undefined) return null;
  for (const language of LANGUAGES) {
    const policy = privacyPolicy(ctx.company, language);
    if (policy.version !== version) continue;
    await keepPolicy(ctx.db, ctx.company.id, { version, language, text: textOf(policy) });
    return version;
  }
  if (ctx.door === "page") {
    throw refuse("POLICY_CHANGED", {}, { fields: { consent: ["POLICY_CHANGED"] } });
  }
  return version;
}
