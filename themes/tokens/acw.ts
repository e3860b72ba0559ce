import { builtIn } from "./built-in";

/** Acreworth: olive and brick on straw, with serif headings. */
export const acw = builtIn({
  symbol: "ACW",
  name: "Acreworth",
  address: "0x0000000000000000000000000000000000414357",
  title: "Acreworth Token",
  programName: "Acreworth Founding Fields",
  footerNote:
    "Acreworth is a token, not a title to land. Tokens bought before launch unlock at launch.",
  metaData: {
    title: "Acreworth",
    description:
      "ACW is to pay for produce and storage at Acreworth's founding fields after the launch. Until then it is locked.",
    keywords: ["Acreworth", "ACW", "fields", "harvest", "pre-launch"],
  },
  look: {
    accent: "#7d5f0c",
    secondary: "#a6432b",
    neutralHue: 98,
    neutralTint: 88,
    radius: "crisp",
    type: "editorial",
    pattern: "weave",
    panel: "secondary",
  },
});
