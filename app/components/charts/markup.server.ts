import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/**
 * The content of a nivo chart's SVG element. Style attributes become presentation attributes, which
 * a content security policy does not block.
 */
export function svgContent(chart: ReactElement): string {
  const markup = renderToStaticMarkup(chart);
  const start = markup.indexOf(">", markup.indexOf("<svg")) + 1;
  return markup
    .slice(start, markup.lastIndexOf("</svg>"))
    .replaceAll(/ style="([^"]*)"/g, (_, style: string) => presentationAttributes(style));
}

const presentationAttributes = (style: string): string =>
  style
    .split(";")
    .map((declaration) => / *([^:]+):(.*)/.exec(declaration))
    .map((parts) => (parts ? ` ${parts[1]}="${parts[2]}"` : ""))
    .join("");

/** Returns the step of a scale: the next of 1, 2, 5, 10, 20, … that is not below `least`. */
export function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5, 10].find((digit) => digit * power >= least) ?? 10) * power;
}
