import type { Language } from "@db/vocabulary";

/** Shown where a company has no text of its own; in the spirit of India's advertising rules for virtual digital assets. */
const DEFAULTS: Readonly<Record<Language, string>> = {
  en: "Virtual digital assets are unregulated in India and carry a high risk. You may lose all that you pay, and no regulator may help you recover it. Gains may be taxed, and tax may be deducted at source. Pay only what you can afford to lose.",
  hi: "वर्चुअल डिजिटल संपत्तियाँ भारत में विनियमित नहीं हैं और इनमें जोखिम बहुत है। आप अपना सारा पैसा खो सकते हैं, और हो सकता है कोई नियामक उसे वापस दिलाने में मदद न कर सके। लाभ पर कर लग सकता है और स्रोत पर कर काटा जा सकता है। उतना ही पैसा लगाएँ जितना खोना आप सह सकें।",
};

/** The risk notice of a site: the company's own text as it wrote it, or ours in the reader's language. */
export function riskNotice(language: Language, own: string | null | undefined): string {
  const written = own?.trim() ?? "";
  return written === "" ? DEFAULTS[language] : written;
}
