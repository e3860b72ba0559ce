import { builtIn } from "./built-in";

/** Galaxy Way: violet and rose on near-black. */
export const glxy = builtIn({
  symbol: "GLXY",
  name: "Galaxy Way",
  address: "0x00000000000000000000000000000000474c5859",
  title: "Galaxy Way Token",
  programName: "Galaxy Way Voyagers",
  footerNote: "Galaxy Way tokens set out together: all holdings unlock at launch.",
  metaData: {
    title: "Galaxy Way",
    description:
      "GLXY is to pay for places in the games of Galaxy Way after their launch. Until then it is locked.",
    keywords: ["Galaxy Way", "GLXY", "voyagers", "space", "token"],
  },
  look: {
    accent: "#5a35d0",
    secondary: "#ff8fb1",
    neutralHue: 288,
    neutralTint: 78,
    radius: "pill",
    type: "technical",
    pattern: "orbits",
    panel: "deep",
  },
});
