/// <reference types="vite/client" />
import type english from "./en/titles.json";
import type { Language } from "./languages";

/** Titles of the browser's tab. The English ones are exact (product.md §2), and are the names here. */
export type Title = keyof typeof english;

const TRANSLATED = import.meta.glob<Partial<Record<Title, string>>>(
  ["./*/titles.json", "!./en/titles.json"],
  { eager: true, import: "default" },
);

/** Returns the title in a language; one that has none reads the English one. */
export const titleIn = (title: Title, language: Language): string =>
  TRANSLATED[`./${language}/titles.json`]?.[title] ?? title;
