import type { i18n, TFunction } from "i18next";
import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from "@locales/languages";
import { type Catalogue, createTranslator } from "@locales/translator";
import { RULE_VALUES } from "@server/platform/rules/rule-values";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isRefusalCode } from "@server/platform/rules/refusals/kinds";
import type { RefusalParams } from "@server/platform/rules/refusals/refuse";
import { PAYMENT_METHODS, type PaymentMethod } from "@db/vocabulary";

/**
 * Names a payment method in the language of `t`, for pages of staff, their files and their mails.
 * English has the words of the calls (product.md §2).
 */
export function methodIn(t: TFunction, method: PaymentMethod): string;
export function methodIn(t: TFunction, method: PaymentMethod | null): string | null;
export function methodIn(t: TFunction, method: PaymentMethod | null): string | null {
  return method && t(`order-list:methods.${method}`);
}

/** Lists all methods for a filter, by their codes. */
export const methodChoices = (t: TFunction): { value: PaymentMethod; label: string }[] =>
  PAYMENT_METHODS.map((value) => ({ value, label: methodIn(t, value) }));

/** Writes seconds as text: "45 seconds", "1 minute", "15 minutes"; rounded up. */
export function waitInWords(language: Language, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const { t } = translatorOf(language);
  // Up to a minute and a half, exact seconds are more useful than "2 minutes".
  return whole <= 90
    ? t("notices:seconds", { count: whole })
    : t("notices:minutes", { count: Math.ceil(whole / 60) });
}

const isOne = (code: string, { remaining, limit }: RefusalParams): boolean =>
  String(code === "SUPPLY_TOO_LOW" ? remaining : limit) === "1";

/**
 * Translates a refusal into a person's language. Staff also read which payment has a number
 * (`aboutNumber`). Text that is not a refusal code is returned unchanged: contracts may carry plain
 * messages. A missing parameter leaves its placeholder visible.
 */
export function translateRefusal(
  language: Language,
  code: string,
  params: RefusalParams = {},
): string {
  if (!isRefusalCode(code)) return code;
  const { seconds, money } = params;
  const wait = typeof seconds === "number" ? { wait: waitInWords(language, seconds) } : {};
  const { t, exists } = translatorOf(language);
  const aboutNumber = `numbers:refusals.${String(money)}`;
  const singular = `numbers:one.${code}`;
  const key = exists(aboutNumber)
    ? aboutNumber
    : isOne(code, params) && exists(singular)
      ? singular
      : `refusals:${code}`;
  return t(key, { replace: { ...params, ...wait } });
}

/** Fills the values of the rules into the texts once; i18next would do it at each use. */
function withValues(texts: Catalogue): Catalogue {
  const values = new Map(Object.entries(RULE_VALUES));
  const filled = JSON.stringify(texts).replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    String(values.get(name) ?? place),
  );
  return JSON.parse(filled) as Catalogue;
}

const catalogues: Partial<Record<Language, Catalogue>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, withValues(readTexts(language))]),
);

const translators = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, createTranslator(language, catalogues)]),
);

/**
 * Returns the translator of a language, with all texts of the product. One instance serves all
 * requests and never changes its language.
 */
export function translatorOf(language: Language): i18n {
  const translator = translators.get(language);
  if (!translator) throw new Error(`There are no words in ${language}.`);
  return translator;
}

/**
 * Returns the risk notice of a site: the company's own text, or the default in the reader's language,
 * which begins with the warning on advertisements.
 */
export function riskNotice(language: Language, own: string | null | undefined): string {
  const written = own?.trim() ?? "";
  return written === ""
    ? `${advertNotice(language, null)} ${translatorOf(language).t("notices:tax")}`
    : written;
}

/** Returns the warning on shared cards and texts: the company's own, or the default. */
export function advertNotice(language: Language, own: string | null | undefined): string {
  const written = own?.trim() ?? "";
  return written === "" ? translatorOf(language).t("notices:advert") : written;
}

/** Reads all texts of a language from the files of its folder, by the names of the files. */
export function readTexts(language: Language): Catalogue {
  const folder = path.join(localesFolder(), language);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    files
      .filter((name) => name.endsWith(".json"))
      .map((name) => [
        path.basename(name, ".json"),
        JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Catalogue[string],
      ]),
  );
}

/** Finds `locales` beside a folder that holds this module: the sources', or the build's own. */
function localesFolder(): string {
  let at = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(at, "locales", FALLBACK_LANGUAGE))) {
    const above = path.dirname(at);
    if (above === at) throw new Error("The build has no locales.");
    at = above;
  }
  return path.join(at, "locales");
}
