import { builtIn } from "./built-in";

/** Shikhar: saffron on indigo, with straight edges. */
export const shik = builtIn({
  symbol: "SHIK",
  name: "Shikhar",
  address: "0x000000000000000000000000000000005348494b",
  title: "Shikhar Token",
  programName: "Shikhar Ascent",
  footerNote:
    "Shikhar tokens carry risk, as every climb does. Buy only what you can hold until launch.",
  metaData: {
    title: "Shikhar",
    description:
      "SHIK is to pay for courses and guides of Shikhar after its launch. Until then it is locked.",
    keywords: ["Shikhar", "SHIK", "ascent", "summit", "token"],
  },
  look: {
    accent: "#b8480b",
    secondary: "#24305e",
    neutralHue: 48,
    neutralTint: 30,
    radius: "square",
    type: "geometric",
    pattern: "peaks",
    panel: "secondary",
  },
});
