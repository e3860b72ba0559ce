export const SETTINGS_TABS = ["sale", "company", "texts", "identity", "advanced"] as const;

/** The tab that an address names; the first one without a known name. */
export const settingsTab = (asked: string | null): (typeof SETTINGS_TABS)[number] =>
  SETTINGS_TABS.find((one) => one === asked) ?? "sale";

/** The texts of the third tab, each with a page of its own. */
export const OWN_TEXTS = [
  "termsOfSale",
  "privacyPolicy",
  "riskNotice",
  "advertNotice",
  "questions",
  "rejectReasons",
  "documents",
] as const;
export type OwnText = (typeof OWN_TEXTS)[number];

/** The text that an address names; null for the list of them. */
export const ownText = (asked: string | null): OwnText | null =>
  OWN_TEXTS.find((one) => one === asked) ?? null;
