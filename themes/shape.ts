import type { RadiusChoice } from "./vocabulary";

/** Corner radii, as CSS lengths. */
export interface CornerShape {
  badge: string;
  control: string;
  card: string;
  dialog: string;
}

// A pill keeps its cards only rounded: a table cannot live in a capsule.
const SHAPES: Record<RadiusChoice, CornerShape> = {
  square: { badge: "0px", control: "0px", card: "0px", dialog: "0px" },
  crisp: { badge: "2px", control: "4px", card: "6px", dialog: "8px" },
  soft: { badge: "6px", control: "8px", card: "12px", dialog: "16px" },
  round: { badge: "10px", control: "14px", card: "20px", dialog: "24px" },
  pill: { badge: "999px", control: "999px", card: "24px", dialog: "28px" },
};

export function cornerShape(choice: RadiusChoice): CornerShape {
  return SHAPES[choice];
}
