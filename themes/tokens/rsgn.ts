import { builtIn } from "./built-in";

/** Resurgence, the default brand: deep teal and brass. */
export const rsgn = builtIn({
  symbol: "RSGN",
  name: "Resurgence",
  address: "0x000000000000000000000000000000005253474e",
  title: "Resurgence Token",
  programName: "Resurgence",
  footerNote:
    "Resurgence tokens are sold before launch and unlock at launch. Please read the terms before you pay.",
  metaData: {
    title: "Resurgence",
    description:
      "Join the Resurgence pre-launch programme: buy RSGN in rupees, follow your stock and share your referral code.",
    keywords: ["Resurgence", "RSGN", "pre-launch", "token", "referral programme"],
  },
  look: {
    accent: "#00695f",
    secondary: "#e0a526",
    neutralHue: 178,
    neutralTint: 42,
    radius: "soft",
    type: "civic",
    pattern: "ripples",
    panel: "deep",
  },
});
