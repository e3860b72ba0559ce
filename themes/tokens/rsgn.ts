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
      "RSGN is to pay for services on the Resurgence platform once that has launched. Until then it is locked.",
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
