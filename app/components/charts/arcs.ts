/** A piece of a ring, from one angle to another; angles in turns, clockwise from the top. */
interface Arc {
  from: number;
  to: number;
  /** Radius of the hole; 0 for a pie. */
  inner: number;
  outer: number;
}

/**
 * The SVG path of each value's slice around the origin, in their order; "" where a value is nothing.
 * Negative values count as nothing.
 */
export function slicePaths(values: readonly number[], inner: number, outer: number): string[] {
  const counted = values.map((value) => Math.max(0, value));
  const total = counted.reduce((sum, value) => sum + value, 0);
  let from = 0;
  return counted.map((value) => {
    if (value === 0) return "";
    const to = from + value / total;
    const path = arcPath({ from, to, inner, outer });
    from = to;
    return path;
  });
}

function arcPath(arc: Arc): string {
  const { from, to, inner, outer } = arc;
  // An arc that ends where it begins is no arc: a whole turn is drawn as two halves.
  const stops = to - from > 0.9999 ? [from, from + 0.5, from + 1] : [from, to];
  const out = stops.map((turn) => point(outer, turn));
  const back = stops.toReversed().map((turn) => point(inner, turn));
  return `M${out[0]}${curve(outer, stops, out, 1)}L${back[0]}${
    inner === 0 ? "" : curve(inner, stops, back, 0)
  }Z`;
}

/** Arcs of a radius through all points but the first, where the pen already is. */
function curve(radius: number, stops: readonly number[], points: string[], sweep: 0 | 1): string {
  const isLarge = stops.length === 2 && (stops[1] ?? 0) - (stops[0] ?? 0) > 0.5 ? 1 : 0;
  return points
    .slice(1)
    .map((to) => `A${radius} ${radius} 0 ${isLarge} ${sweep} ${to}`)
    .join("");
}

function point(radius: number, turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${short(radius * Math.sin(angle))} ${short(-radius * Math.cos(angle))}`;
}

/** Two decimals, and no "-0": the server's text and the browser's are one. */
const short = (length: number): string => String(Math.round(length * 100) / 100 + 0);
