/** The order decides: every browser also claims to be those it derives from. */
const BROWSERS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** "Chrome, Android" from a User-Agent header, to tell a person's devices apart; null: unknown. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const named = (list: typeof BROWSERS | typeof SYSTEMS) =>
    list.find(([sign]) => sign.test(userAgent))?.[1];
  const parts = [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : null;
}
