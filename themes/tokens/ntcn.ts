import { builtIn } from "./built-in";

/** Native Coin: leaf green on warm paper, with rounded corners and serif headings. */
export const ntcn = builtIn({
  symbol: "NTCN",
  name: "Native Coin",
  address: "0x000000000000000000000000000000004e54434e",
  title: "Native Coin",
  programName: "Native Coin Grove",
  footerNote: "Native Coin grows with its members. Tokens bought before launch unlock at launch.",
  metaData: {
    title: "Native Coin",
    description:
      "NTCN is to pay for trees that Native Coin plants after its launch. Until then it is locked.",
    keywords: ["Native Coin", "NTCN", "grove", "green", "early programme"],
  },
  look: {
    accent: "#2c6e1f",
    secondary: "#c7a24a",
    neutralHue: 128,
    neutralTint: 70,
    radius: "round",
    type: "editorial",
    pattern: "leaves",
    panel: "soft",
  },
});
