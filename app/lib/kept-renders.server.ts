import { hash } from "node:crypto";

/** What a markup is made of: texts, with the places of the answer's own values between them. */
interface Kept {
  texts: string[];
  /** Which of the values stands between a text and the next. */
  places: number[];
}

/** Memory of all kept markups; a character takes up to two bytes. */
const MOST_CHARACTERS = 12_000_000;

/** Only these shapes are told apart from words of a page: a nonce of 16 bytes, and a UUID. */
const UNMISTAKABLE = /^(?:[\w-]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export interface KeptRenders {
  /**
   * The markup of `shown`, rendered unless the same was rendered before.
   *
   * @param shown everything that the markup depends on
   * @param own random values made here for this answer, such as its nonce, which `shown` and the
   *   markup repeat unchanged. The kept markup is used with other values in their places. Never a
   *   value that the request chose: one that is a part of the markup would be cut out for everybody.
   */
  markup(shown: string, own: readonly string[], render: () => Promise<string>): Promise<string>;
}

/**
 * Keeps the markup of pages. A page is a pure function of the data that its loaders return, so a
 * page with the same data need not be rendered again; the loaders run for each request. The markups
 * used longest ago are dropped first.
 */
export function keepRenders(mostCharacters = MOST_CHARACTERS): KeptRenders {
  const kept = new Map<string, Kept>();
  let characters = 0;

  const keep = (key: string, markup: Kept): void => {
    if (kept.has(key)) return;
    kept.set(key, markup);
    characters += sizeOf(markup);
    for (const [oldest, dropped] of kept) {
      if (characters <= mostCharacters) return;
      kept.delete(oldest);
      characters -= sizeOf(dropped);
    }
  };

  return {
    async markup(shown, own, render) {
      if (!own.every((value) => UNMISTAKABLE.test(value))) return render();
      const { texts, places } = apart(shown, own);
      const key = hash("sha256", `${places.join()}\n${texts.join("\0")}`, "base64url");
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return joined(known, own);
      }
      const markup = await render();
      keep(key, apart(markup, own));
      return markup;
    },
  };
}

const sizeOf = ({ texts }: Kept): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Cuts the values out of a text. */
function apart(text: string, own: readonly string[]): Kept {
  if (own.length === 0) return { texts: [text], places: [] };
  const parts = text.split(new RegExp(`(${own.join("|")})`));
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    places: parts.flatMap((part, index) => (index % 2 === 0 ? [] : own.indexOf(part))),
  };
}

const joined = ({ texts, places }: Kept, own: readonly string[]): string =>
  texts.map((text, index) => text + (own[places[index] ?? -1] ?? "")).join("");
