/**
 * Spelling of Indian names: one form for the ways in which a word is commonly written, in Latin letters
 * and in Devanagari. The forms are only compared with each other.
 */

const CONSONANTS: Readonly<Record<string, string>> = {
  क: "k",
  ख: "kh",
  ग: "g",
  घ: "gh",
  ङ: "n",
  च: "ch",
  छ: "ch",
  ज: "j",
  झ: "jh",
  ञ: "n",
  ट: "t",
  ठ: "th",
  ड: "d",
  ढ: "dh",
  ण: "n",
  त: "t",
  थ: "th",
  द: "d",
  ध: "dh",
  न: "n",
  प: "p",
  फ: "ph",
  ब: "b",
  भ: "bh",
  म: "m",
  य: "y",
  र: "r",
  ल: "l",
  व: "v",
  ळ: "l",
  श: "sh",
  ष: "sh",
  स: "s",
  ह: "h",
};

const VOWELS: Readonly<Record<string, string>> = {
  अ: "a",
  आ: "aa",
  इ: "i",
  ई: "ee",
  उ: "u",
  ऊ: "oo",
  ऋ: "ri",
  ए: "e",
  ऐ: "ai",
  ओ: "o",
  औ: "au",
  ऑ: "o",
};

/** Vowel signs after a consonant; the virama stands for none. */
const SIGNS: Readonly<Record<string, string>> = {
  "ा": "aa",
  "ि": "i",
  "ी": "ee",
  "ु": "u",
  "ू": "oo",
  "ृ": "ri",
  "े": "e",
  "ै": "ai",
  "ो": "o",
  "ौ": "au",
  "ॉ": "o",
  "्": "",
};

/** Writes a word in Devanagari in Latin letters, as it is spoken: without the vowel at its end. */
function inLatin(word: string): string {
  const signs = [...word.replaceAll("ज्ञ", "ग्य").replaceAll("\u093c", "")];
  let latin = "";
  for (const [at, sign] of signs.entries()) {
    const next = signs[at + 1] ?? "";
    const consonant = CONSONANTS[sign];
    if (consonant !== undefined) latin += consonant + (next in SIGNS ? "" : next === "" ? "" : "a");
    else if (sign === "ं" || sign === "ँ") latin += /[पफबभम]/.test(next) ? "m" : "n";
    else latin += VOWELS[sign] ?? SIGNS[sign] ?? "";
  }
  return latin;
}

/** Words with spellings that no rule below explains, by the one that stands for them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(md|mohd|m[ou]hd|m[ou]ha?m+[ae]+d)$/, "muhamad"],
  [/^ah?m[ae]d$/, "ahmad"],
  [/^(singh|sinh|sing)$/, "singh"],
  [/^ch[aou]+w?dh?[aeu]*r[aeiy]+$/, "chaudhari"],
  [/^(bai|bhai)$/, "bai"],
  [/^k(umar|r)$/, "kumar"],
  [/^v[ae]rma$/, "varma"],
];

/** Replacements within a word, in this order. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/x/g, "ks"],
  [/ph/g, "f"],
  [/c(?=[aou]|[^h]|$)|q/g, "k"],
  [/z/g, "j"],
  [/(?<=[kgcjtdbsrl])h/g, ""],
  [/([ae])[vwo]a?$/g, "$1u"],
  [/(?<=a)[uw](?![aeiou])|o[uw](?![aeiou])/g, "u"],
  [/w/g, "v"],
  [/(nd|it|nt)(er|ar|ra)$/, "$1r"],
  [/[ae]y(?![aeiou])|ai|ei/g, "i"],
  [/y(?![aeiou])/g, "i"],
  [/ee|ea|ie|e/g, "i"],
  [/oo|o/g, "u"],
  [/(.)\1+/g, "$1"],
  // Latin letters write the short vowel between consonants, or leave it out.
  [/(?<=.)a/g, ""],
  [/(.)\1+/g, "$1"],
];

const IN_DEVANAGARI = /\p{Script=Devanagari}/u;

/** Returns the form of a word in lower case in which its common spellings agree. */
export function spokenForm(word: string): string {
  const latin = IN_DEVANAGARI.test(word)
    ? word === "सिंह"
      ? "singh"
      : inLatin(word)
    : word.normalize("NFD").replace(/\p{M}/gu, "");
  const known = WORDS.find(([form]) => form.test(latin))?.[1] ?? latin;
  return SOUNDS.reduce((text, [from, to]) => text.replace(from, to), known);
}
