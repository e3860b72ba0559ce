/**
 * Stands for react-i18next in the browser (`browserTranslation` in vite.config.ts): the language of
 * a document never changes, so its translator needs no provider.
 */
import type { Values } from "./translate";
import { browserTranslator } from "./words";

interface Translation {
  t(keys: string | readonly string[], values?: Values): string;
}

// The same function for the same groups, as effects that depend on it expect.
const known = new Map<string, Translation>();

/** The translator for keys of these groups; the first is meant where a key has none. */
export function useTranslation(groups: string | readonly string[] = "common"): Translation {
  const named = [groups].flat();
  const name = named.join();
  const translation = known.get(name) ?? {
    t: (keys, values) => browserTranslator.translate(named, keys, values),
  };
  known.set(name, translation);
  return translation;
}
