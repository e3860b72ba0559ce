import { builtIn } from "./built-in";

/** Glacier: cyan on blue-white, with rounded corners. */
export const glc = builtIn({
  symbol: "GLC",
  name: "Glacier",
  address: "0x0000000000000000000000000000000000474c43",
  title: "Glacier Token",
  programName: "Glacier Reserve",
  footerNote:
    "Glacier tokens are held in reserve until launch. Prices shown include no fee unless they say so.",
  metaData: {
    title: "Glacier",
    description:
      "GLC is to pay for cold storage with Glacier after the launch. Until then it is locked.",
    keywords: ["Glacier", "GLC", "reserve", "token", "pre-launch"],
  },
  look: {
    accent: "#0a7aa3",
    secondary: "#3d4cc2",
    neutralHue: 228,
    neutralTint: 85,
    radius: "round",
    type: "modern",
    pattern: "facets",
    panel: "soft",
  },
});
