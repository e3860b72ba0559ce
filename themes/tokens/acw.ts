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
      "Acreworth invites early holders to its founding fields: buy ACW in rupees, see the remaining supply and keep every receipt.",
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
