/** The texts of a group, by key. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Values for the placeholders of a text; `count` also selects its plural form. */
export interface Values {
  readonly count?: number;
  /** For a key without a text; else the key itself is shown. */
  readonly defaultValue?: string;
  readonly [name: string]: string | number | undefined;
}

export interface BrowserTranslator {
  /** Adds the texts of a group; they replace those added before. */
  add(group: string, texts: Texts): void;
  /**
   * The text of the first key that has one: `group:path.to.key`, or without its group in each of
   * `groups`. With a number `count`, first the text of `key_one` or `key_other`, by the rules of the
   * language. A placeholder without a value stays visible.
   */
  translate(groups: readonly string[], keys: string | readonly string[], values?: Values): string;
}

/**
 * The browser's translator of one language. It does what the texts of the product need of i18next,
 * which has eighteen times its bytes (decision 45); a test compares the two for every text.
 * `defaults` fill placeholders in any text.
 */
export function createBrowserTranslator(language: string, defaults: Values): BrowserTranslator {
  const texts = new Map<string, Texts>();
  const plurals = new Intl.PluralRules(language);

  function find(group: string, key: string): string | undefined {
    let at: string | Texts | undefined = texts.get(group);
    for (const name of key.split(".")) {
      at = typeof at === "object" && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return typeof at === "string" ? at : undefined;
  }

  const fill = (text: string, values: Values): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => {
      const value = values[name] ?? defaults[name];
      return value === undefined ? place : String(value);
    });

  return {
    add: (group, added) => void texts.set(group, added),
    translate(groups, keys, values = {}) {
      const endings =
        typeof values.count === "number" ? [`_${plurals.select(values.count)}`, ""] : [""];
      let missing = "";
      for (const asked of [keys].flat()) {
        const [named = "", ...rest] = asked.split(":");
        const key = rest.length > 0 ? rest.join(".") : named;
        for (const group of rest.length > 0 ? [named] : groups) {
          for (const ending of endings) {
            const text = find(group, key + ending);
            if (text !== undefined) return fill(text, values);
          }
        }
        missing = key;
      }
      return fill(values.defaultValue ?? missing, values);
    },
  };
}
