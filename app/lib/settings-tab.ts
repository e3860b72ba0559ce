export const SETTINGS_TABS = ["sale", "company", "texts", "advanced"] as const;

/** The tab that an address names; the first one without a known name. */
export const settingsTab = (asked: string | null): (typeof SETTINGS_TABS)[number] =>
  SETTINGS_TABS.find((one) => one === asked) ?? "sale";
