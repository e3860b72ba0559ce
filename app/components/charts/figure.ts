export interface Figure {
  label: string;
  value: number;
  /** The part of the value that a slice shows, where another figure has the rest of it. */
  drawn?: number;
  /** The formatted value. */
  shown: string;
}

/** A figure's hover text, as in product.md §2. */
export const inWords = ({ label, shown }: Figure): string => `${label}: ${shown}`;

/** A chart drawn on the server. */
export interface Drawing {
  figures: readonly Figure[];
  width: number;
  height: number;
  /** The content of its SVG element. Each mark has the class `chart-mark` and a title. */
  markup: string;
}
