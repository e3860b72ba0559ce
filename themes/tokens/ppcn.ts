import { builtIn } from "./built-in";

/** Peoplecoin: pomegranate red and night blue, with rounded corners. */
export const ppcn = builtIn({
  symbol: "PPCN",
  name: "Peoplecoin",
  address: "0x000000000000000000000000000000005050434e",
  title: "Peoplecoin",
  programName: "Peoplecoin Members Circle",
  footerNote: "Peoplecoin belongs to its members. Share your Member ID only with people you know.",
  metaData: {
    title: "Peoplecoin",
    description:
      "PPCN is to pay for what Peoplecoin's members offer each other after its launch. Until then it is locked.",
    keywords: ["Peoplecoin", "PPCN", "members", "community", "referral"],
  },
  look: {
    accent: "#c81e4b",
    secondary: "#2b3a67",
    neutralHue: 18,
    neutralTint: 48,
    radius: "pill",
    type: "friendly",
    pattern: "dots",
    panel: "accent",
  },
});
