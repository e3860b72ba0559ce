/**
 * The languages of the product: one entry and one folder each. `name` is the language's name in
 * itself, for its choice in the menu: `Intl.DisplayNames` knows it, but loads its tables for that, 60
 * ms on a phone, on every page. A screen's browser loads the groups of texts that its route names;
 * `all` stays on the server. The first language is the fallback.
 */
export const CATALOGUES = {
  en: {
    name: "English",
    accounts: () => import("./en/accounts"),
    activity: () => import("./en/activity"),
    adminDashboard: () => import("./en/admin-dashboard"),
    area: () => import("./en/area"),
    bell: () => import("./en/bell"),
    brand: () => import("./en/brand"),
    bulk: () => import("./en/bulk"),
    buy: () => import("./en/buy"),
    changes: () => import("./en/changes"),
    common: () => import("./en/common"),
    dashboard: () => import("./en/dashboard"),
    days: () => import("./en/days"),
    history: () => import("./en/history"),
    historyPage: () => import("./en/history-page"),
    money: () => import("./en/money"),
    orders: () => import("./en/orders"),
    outbox: () => import("./en/outbox"),
    passkeys: () => import("./en/passkeys"),
    payment: () => import("./en/payment"),
    people: () => import("./en/people"),
    platform: () => import("./en/platform"),
    profile: () => import("./en/profile"),
    proof: () => import("./en/proof"),
    purchases: () => import("./en/purchases"),
    referral: () => import("./en/referral"),
    reset: () => import("./en/reset"),
    review: () => import("./en/review"),
    security: () => import("./en/security"),
    settings: () => import("./en/settings"),
    statements: () => import("./en/statements"),
    record: () => import("./en/record"),
    applyPayment: () => import("./en/apply-payment"),
    sums: () => import("./en/sums"),
    unapplied: () => import("./en/unapplied"),
    users: () => import("./en/users"),
    all: () => import("./en/index"),
  },
  hi: {
    name: "हिन्दी",
    accounts: () => import("./hi/accounts"),
    activity: () => import("./hi/activity"),
    adminDashboard: () => import("./hi/admin-dashboard"),
    area: () => import("./hi/area"),
    bell: () => import("./hi/bell"),
    brand: () => import("./hi/brand"),
    bulk: () => import("./hi/bulk"),
    buy: () => import("./hi/buy"),
    changes: () => import("./hi/changes"),
    common: () => import("./hi/common"),
    dashboard: () => import("./hi/dashboard"),
    days: () => import("./hi/days"),
    history: () => import("./hi/history"),
    historyPage: () => import("./hi/history-page"),
    money: () => import("./hi/money"),
    orders: () => import("./hi/orders"),
    outbox: () => import("./hi/outbox"),
    passkeys: () => import("./hi/passkeys"),
    payment: () => import("./hi/payment"),
    people: () => import("./hi/people"),
    platform: () => import("./hi/platform"),
    profile: () => import("./hi/profile"),
    proof: () => import("./hi/proof"),
    purchases: () => import("./hi/purchases"),
    referral: () => import("./hi/referral"),
    reset: () => import("./hi/reset"),
    review: () => import("./hi/review"),
    security: () => import("./hi/security"),
    settings: () => import("./hi/settings"),
    statements: () => import("./hi/statements"),
    record: () => import("./hi/record"),
    applyPayment: () => import("./hi/apply-payment"),
    sums: () => import("./hi/sums"),
    unapplied: () => import("./hi/unapplied"),
    users: () => import("./hi/users"),
    all: () => import("./hi/index"),
  },
};

/** A group of texts that the browser loads together. */
export type WordGroup = Exclude<keyof (typeof CATALOGUES)["en"], "name" | "all">;

export type Language = keyof typeof CATALOGUES;

/** Every language, the fallback first. */
export const LANGUAGES = Object.keys(CATALOGUES) as [Language, ...Language[]];

export const [FALLBACK_LANGUAGE] = LANGUAGES;

/** The language with that code, or null. */
export const languageOfCode = (code: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language === code) ?? null;
