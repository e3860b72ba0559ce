import type { Language } from "@locales/languages";
import type { AdminHistory } from "@server/office/contracts/dashboard";

/** Numbers and days in the language's words, short enough for a scale: "₹2.5L", "21 Nov". */
export function scaleOf(language: Language, period: AdminHistory["period"]) {
  const locale = `${language}-IN-u-nu-latn`;
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, {
    ...(period === "months" ? { year: "2-digit" } : { day: "numeric" }),
    month: "short",
    timeZone: "UTC",
  });
  return {
    count: (value: number) => compact.format(value),
    rupees: (paise: number) => `₹${compact.format(paise / 100)}`,
    day: (start: string) => day.format(new Date(`${start}T00:00:00Z`)),
  };
}
