import { builtIn } from "./built-in";

/** Nextline: graphite and lime, with square corners. */
export const nxt = builtIn({
  symbol: "NXT",
  name: "Nextline",
  address: "0x00000000000000000000000000000000004e5854",
  title: "Nextline Token",
  programName: "Nextline",
  footerNote:
    "Nextline is early access software money. Tokens unlock at launch, in the order of the ledger.",
  metaData: {
    title: "Nextline",
    description:
      "NXT is to pay for the use of Nextline's software after its launch. Until then it is locked.",
    keywords: ["Nextline", "NXT", "early access", "technology", "token"],
  },
  look: {
    accent: "#22262b",
    secondary: "#b6e23a",
    neutralHue: 250,
    neutralTint: 8,
    radius: "square",
    type: "technical",
    pattern: "grid",
    panel: "accent",
  },
});
