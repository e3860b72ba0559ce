import { LANGUAGES, type Language } from "@db/vocabulary";

/** A question that strangers ask, and the company's answer. */
export interface Question {
  question: string;
  answer: string;
}

const MOST_QUESTIONS = 20;

/** The most documents that a company offers, and the most bytes of each: 5 MB. */
export const DOCUMENTS = { most: 10, bytes: 5 * 1024 * 1024 } as const;

/** The setting that holds a company's questions in a language. */
export const questionsName = <L extends Language>(language: L): `questions_${L}` =>
  `questions_${language}`;

export const QUESTION_TEXTS = LANGUAGES.map((language) => questionsName(language));

/** Reads a text: an empty line begins a question, the lines below the question are its answer. */
export const questionsIn = (text: string): Question[] =>
  text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== "")
    .map((block) => {
      const [question = "", ...answer] = block.trim().split("\n");
      return { question: question.trim(), answer: answer.join("\n").trim() };
    });

/** True if there are few enough questions, and each has an answer. */
export function areValidQuestions(text: string): boolean {
  const questions = questionsIn(text);
  return questions.length <= MOST_QUESTIONS && questions.every(({ answer }) => answer !== "");
}

/**
 * A company's own questions: in the reader's language, else in one that the company wrote. Null where it
 * wrote none.
 */
export function questionsFor(
  settings: { readonly [name in `questions_${Language}`]?: string },
  language: Language,
): { language: Language; questions: Question[] } | null {
  const written = [language, ...LANGUAGES].find((one) => settings[questionsName(one)]);
  const text = written && settings[questionsName(written)];
  return text ? { language: written, questions: questionsIn(text) } : null;
}
