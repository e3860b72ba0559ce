import { hash } from "node:crypto";

/** A text without the answer's own values. */
interface Apart {
  texts: string[];
  /** Which of the values stands between a text and the next. */
  places: number[];
}

/** A markup as it is sent, with the places of the answer's own values between the pieces. */
interface Kept {
  pieces: Buffer[];
  places: number[];
}

/** Memory of all kept markups. */
const MOST_BYTES = 16_000_000;

/** Only these shapes are told apart from words of a page: a nonce of 16 bytes, and a UUID. */
const UNMISTAKABLE = /^(?:[\w-]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place of a markup, and the values of the answer that asks for it. */
export interface RenderPlace {
  key: string;
  own: readonly string[];
}

export interface KeptRenders {
  /**
   * Null if the answer's values might be words of a page: such a page is not kept.
   *
   * @param shown everything that the markup depends on
   * @param own random values made here for this answer, such as its nonce, which `shown` and the
   *   markup repeat unchanged. The kept markup is used with other values in their places. Never a
   *   value that the request chose: one that is a part of the markup would be cut out for everybody.
   */
  placeOf(shown: string, own: readonly string[]): RenderPlace | null;
  /**
   * The pieces of the markup that was rendered there before, with this answer's values; null if none
   * was. Answers share them, so that none copies the page.
   */
  find(place: RenderPlace): Buffer[] | null;
  keep(place: RenderPlace, markup: string): void;
}

/**
 * Keeps the markup of pages. A page is a pure function of the data that its loaders return, so a
 * page with the same data need not be rendered again; the loaders run for each request. The markups
 * used longest ago are dropped first.
 */
export function keepRenders(mostBytes = MOST_BYTES): KeptRenders {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  const keep = (key: string, markup: Kept): void => {
    if (kept.has(key)) return;
    kept.set(key, markup);
    bytes += sizeOf(markup);
    for (const [oldest, dropped] of kept) {
      if (bytes <= mostBytes) return;
      kept.delete(oldest);
      bytes -= sizeOf(dropped);
    }
  };

  return {
    placeOf(shown, own) {
      if (!own.every((value) => UNMISTAKABLE.test(value))) return null;
      const { texts, places } = apart(shown, own);
      const lengths = texts.map(({ length }) => length);
      const identity = `${places.join()} ${lengths.join()}\n${texts.join("")}`;
      const key = hash("sha256", identity, "base64url");
      return { key, own };
    },
    find({ key, own }) {
      const known = kept.get(key);
      if (!known) return null;
      kept.delete(key);
      kept.set(key, known);
      return joined(known, own);
    },
    keep({ key, own }, markup) {
      const { texts, places } = apart(markup, own);
      keep(key, { pieces: texts.map((text) => Buffer.from(text)), places });
    },
  };
}

const sizeOf = ({ pieces }: Kept): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Cuts the values out of a text. */
function apart(text: string, own: readonly string[]): Apart {
  if (own.length === 0) return { texts: [text], places: [] };
  const parts = text.split(new RegExp(`(${own.join("|")})`));
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    places: parts.flatMap((part, index) => (index % 2 === 0 ? [] : own.indexOf(part))),
  };
}

function joined({ pieces, places }: Kept, own: readonly string[]): Buffer[] {
  const values = own.map((value) => Buffer.from(value));
  return pieces.flatMap((piece, index) => {
    const value = values[places[index] ?? -1];
    return value ? [piece, value] : [piece];
  });
}
