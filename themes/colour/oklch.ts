/**
 * OKLCH and sRGB. Lightness 0–1, chroma 0–about 0.37, hue in degrees. The matrices are Björn
 * Ottosson's published ones (https://bottosson.github.io/posts/oklab/).
 */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Linear-light sRGB; each channel is 0–1 within the gamut. */
type LinearRgb = readonly [red: number, green: number, blue: number];

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function fromLinear(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** Channels of `#rrggbb`, 0–255. Throws a RangeError for any other text. */
export function channels(hex: string): readonly [number, number, number] {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError("A colour must read #rrggbb");
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function linearChannels(hex: string): LinearRgb {
  const [red, green, blue] = channels(hex);
  return [toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)];
}

/** WCAG 2 relative luminance, 0–1. */
export function luminance(hex: string): number {
  const [red, green, blue] = linearChannels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function toOklch(hex: string): Oklch {
  const [red, green, blue] = linearChannels(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): LinearRgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

// Half a step of an 8-bit channel: tolerance for colours on the edge of the gamut.
const GAMUT_SLACK = 0.0005;

function isShowable(rgb: LinearRgb): boolean {
  return rgb.every((channel) => channel >= -GAMUT_SLACK && channel <= 1 + GAMUT_SLACK);
}

/**
 * `#rrggbb` of a colour. Outside the sRGB gamut it reduces chroma and keeps lightness and hue,
 * because contrast depends on lightness.
 */
export function toHex(colour: Oklch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness));
  let rgb = toLinearRgb({ ...colour, lightness });
  if (!isShowable(rgb)) {
    let low = 0;
    let high = colour.chroma;
    for (let step = 0; step < 18; step += 1) {
      const middle = (low + high) / 2;
      if (isShowable(toLinearRgb({ lightness, chroma: middle, hue: colour.hue }))) low = middle;
      else high = middle;
    }
    rgb = toLinearRgb({ lightness, chroma: low, hue: colour.hue });
  }
  const digits = rgb.map((channel) => {
    const byte = Math.round(fromLinear(Math.min(1, Math.max(0, channel))) * 255);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

/**
 * Lightness and the two colour axes of OKLab; Euclidean distance approximates perceived difference.
 */
export type OklabPoint = readonly [lightness: number, a: number, b: number];

export function toOklab(hex: string): OklabPoint {
  const { lightness, chroma, hue } = toOklch(hex);
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

export function pointDistance(one: OklabPoint, two: OklabPoint): number {
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
}

/** Perceived difference of two colours (OKLab distance; about 0.02 is just noticeable). */
export function colourDistance(first: string, second: string): number {
  return pointDistance(toOklab(first), toOklab(second));
}
