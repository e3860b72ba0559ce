import { builtIn } from "./built-in";

/** Cowrie Ledger: plum and shell, with serif headings. */
export const cowl = builtIn({
  symbol: "COWL",
  name: "Cowrie Ledger",
  address: "0x00000000000000000000000000000000434f574c",
  title: "Cowrie Ledger Token",
  programName: "Cowrie Ledger",
  footerNote: "Before coins there were cowries. COWL of the first issue unlocks at launch.",
  metaData: {
    title: "Cowrie Ledger",
    description:
      "COWL is to pay for entries in Cowrie Ledger, a shared account book, after its launch. Until then it is locked.",
    keywords: ["Cowrie Ledger", "COWL", "first issue", "ledger", "token"],
  },
  look: {
    accent: "#8b2a6b",
    secondary: "#d9b48a",
    neutralHue: 338,
    neutralTint: 62,
    radius: "soft",
    type: "ledger",
    pattern: "shells",
    panel: "deep",
  },
});
