import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { privacy as english } from "@server/words/en/privacy";
import { privacy as hindi } from "@server/words/hi/privacy";

/** The privacy policy of this site: the company's own text, or ours with its name filled in. */
export function policyOf({ site, language }: Pick<AppLoadContext, "site" | "language">) {
  const company = site.kind === "company" ? site.company : null;
  const words = language === "hi" ? hindi : english;
  const filled = (text: string) =>
    text
      .replaceAll("{company}", company?.name ?? "Prelaunch")
      .replaceAll("{contact}", company?.settings.supportEmail ?? company?.email ?? "");
  return {
    title: words.title,
    own: company?.settings.privacyPolicy ?? null,
    sections: words.sections.map(([heading, text]) => ({ heading, text: filled(text) })),
  };
}

/** SHA-256 of that text, in hex: what an order keeps of the policy that was agreed to. */
export function policyVersion(context: Pick<AppLoadContext, "site" | "language">): string {
  const { own, sections } = policyOf(context);
  const text = own ?? sections.map(({ heading, text }) => `${heading}\n${text}`).join("\n\n");
  return createHash("sha256").update(text).digest("hex");
}
