import type { Language } from "@db/vocabulary";
import type { Question } from "@server/companies/rules/questions";
import { translatorOf } from "@server/platform/words/translators.server";

const USUAL = ["seller", "pay", "when", "back", "verify", "real"] as const;

/** The questions of a company that wrote none, with its legal name in the answers. */
export function usualQuestions(language: Language, company: string): Question[] {
  const t = translatorOf(language).getFixedT(null, "front");
  return USUAL.map((about) => ({
    question: t(`asked.${about}`),
    answer: t(`asked.${about}Text`, { company }),
  }));
}
