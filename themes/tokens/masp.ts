import { builtIn } from "./built-in";

/** Maspora: navy and coral, with serif headings. */
export const masp = builtIn({
  symbol: "MASP",
  name: "Maspora",
  address: "0x000000000000000000000000000000004d415350",
  title: "Maspora Token",
  programName: "Maspora Harbour",
  footerNote:
    "Maspora tokens are offered ahead of launch. A purchase is final once the company has approved it.",
  metaData: {
    title: "Maspora",
    description:
      "MASP is to pay the fees of traders at Maspora, a market of the harbour, after its launch. Until then it is locked.",
    keywords: ["Maspora", "MASP", "harbour", "token sale", "trade"],
  },
  look: {
    accent: "#1747a6",
    secondary: "#f2683c",
    neutralHue: 258,
    neutralTint: 55,
    radius: "crisp",
    type: "ledger",
    pattern: "contours",
    panel: "deep",
  },
});
