import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawBars } from "./draw-bars.server";
import { drawLine } from "./draw-line.server";
import { drawStacks } from "./draw-stacks.server";
import { drawPie } from "./draw-pie.server";
import type { Figure } from "./figure";

const figuresOf = (values: readonly number[]): Figure[] =>
  values.map((value, index) => ({ label: `Part ${index + 1}`, value, shown: String(value) }));

const pathsIn = (markup: string): string[] =>
  [...markup.matchAll(/<path d="([^"]*)"/g)].map(([, path]) => path ?? "");

describe("a pie", () => {
  test("a pie has a slice with its own colour and label for each figure above zero", () => {
    const { markup } = drawPie(figuresOf([3, 0, 1]));
    expect([...markup.matchAll(/chart-mark (chart-\d)/g)].map(([, name]) => name)).toEqual([
      "chart-1",
      "chart-3",
    ]);
    expect([...markup.matchAll(/<title>([^<]*)/g)].map(([, title]) => title)).toEqual([
      "Part 1: 3",
      "Part 3: 1",
    ]);
    expect(markup).not.toContain("chart-empty");
  });

  test("a pie gives each slice its value's share of the circle", { tags: ["full"] }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 7 }),
        (values) => {
          const total = values.reduce((sum, value) => sum + value, 0);
          pathsIn(drawPie(figuresOf(values)).markup).forEach((path, index) => {
            const share = (values[index] ?? 0) / total;
            if (share > 0.999) return;
            const [start, end] = endsOf(path);
            const off = end - start - share;
            expect(Math.abs(off - Math.round(off))).toBeLessThan(0.0005);
          });
        },
      ),
    );
  });

  test("a pie is an empty ring when every figure is zero", () => {
    const { markup } = drawPie(figuresOf([0, 0]), { isDoughnut: true });
    expect(markup).toContain("chart-empty");
    expect(markup).not.toContain("chart-mark");
  });
});

describe("bars", () => {
  test("bars share one baseline and show their percentage as height, value and label", () => {
    const { markup, height } = drawBars(figuresOf([100, 25, 0]));
    const bars = [
      ...markup.matchAll(
        /<rect x="[^"]+" y="([^"]+)" width="[^"]+" height="([^"]+)" class="chart-mark"/g,
      ),
    ];
    const [full = 0, quarter = 0, none = 0] = bars.map(([, , tall]) => Number(tall));
    expect(full).toBeGreaterThan(height / 2);
    expect(quarter).toBeCloseTo(full / 4);
    expect(none).toBe(0);
    for (const [, y, tall] of bars) expect(Number(y) + Number(tall)).toBeCloseTo(full);
    for (const text of ["Part 1", "Part 2", "Part 3", "100", "75", "50", "25", "0"]) {
      expect(markup).toContain(`>${text}</text>`);
    }
    expect(markup).toContain("<title>Part 2: 25</title>");
  });
});

describe("a line", () => {
  const at = (day: string, tokens: number) => ({ day, tokens });
  const history = [at("2026-03-02", 10), at("2026-03-12", 30), at("2026-03-22", 20)];
  const drawn = drawLine(history, "2026-04-01");
  const placesOf = ({ markup }: { markup: string }) =>
    (pathsIn(markup)[0] ?? "")
      .slice(1)
      .split("L")
      .map((place) => place.split(",").map(Number));

  test("a line rises at its first day and has a step for each day, as far apart as their days", () => {
    const places = placesOf(drawn);
    expect(places[0]).toEqual([0, expect.any(Number)]);
    // The first day and today are in the picture: 31 days. Its area is closed behind its end.
    const steps = new Set(places.map(([x = 0]) => Math.round((x / drawn.width) * 31)));
    expect([...steps]).toEqual([0, 10, 20, 32]);
  });

  test("a line has a scale from 0 to a round number, on which its heights are", () => {
    expect(drawn.scale).toEqual([40, 20, 0]);
    const heights = placesOf(drawn).map(([, y = 0]) => y);
    const bottom = Math.max(...heights);
    const share = (tokens: number) => Math.floor(bottom - (tokens / 40) * bottom);
    expect([...new Set(heights)].map((y) => Math.round(y))).toEqual([
      bottom,
      share(10),
      share(30),
      share(20),
    ]);
  });

  test("a line is drawn for the first day alone, and where all was taken back", () => {
    for (const held of [[at("2026-04-01", 5)], [at("2026-03-31", 5), at("2026-04-01", 0)]]) {
      const { markup, scale } = drawLine(held, "2026-04-01");
      expect(markup).not.toContain("NaN");
      expect(scale).toEqual([5, 0]);
    }
  });
});

describe("stacked columns", () => {
  const drawn = stacksOf([
    [40, 20],
    [0, 0],
    [0, 31],
  ]);
  const marks = [
    ...drawn.markup.matchAll(
      /<rect (?:x="([\d.]+)" y="([\d.]+)" )?width="([\d.]+)" height="([\d.]+)" class="chart-mark (chart-\d)"><title>([^<]*)/g,
    ),
  ];

  test("stacked columns have a mark with its own colour and title for each value above zero", () => {
    expect(marks.map(([, , , , , name, title]) => [name, title])).toEqual([
      ["chart-1", "0/0: 40"],
      ["chart-2", "0/1: 20"],
      ["chart-2", "2/1: 31"],
    ]);
  });

  test("stacked columns have heights in proportion, below a scale that ends at a round number", () => {
    const heights = marks.map(([, , , , height]) => Number(height));
    expect((heights[0] ?? 0) / (heights[1] ?? 1)).toBeCloseTo(2, 1);
    expect([...drawn.markup.matchAll(/>(\d+) units</g)].map(([, one]) => Number(one))).toEqual([
      0, 20, 40, 60,
    ]);
  });

  test("stacked columns name some of many, the last one always", () => {
    const { markup } = stacksOf(Array.from({ length: 30 }, () => [1]));
    expect([...markup.matchAll(/>column (\d+)</g)].map(([, at]) => Number(at))).toEqual([
      5, 13, 21, 29,
    ]);
  });
});

/** Columns of these values, for each part. */
function stacksOf(values: readonly (readonly number[])[]) {
  const parts = (values[0] ?? []).map((_, part) => ({
    label: `Part ${part}`,
    value: 1,
    shown: "1",
  }));
  return drawStacks(
    parts,
    values.map((column, at) => ({
      label: `column ${at}`,
      values: column,
      titles: column.map((value, part) => `${at}/${part}: ${value}`),
    })),
    (value) => `${value} units`,
  );
}

test.each([
  ["line", drawLine([{ day: "2026-03-02", tokens: 3 }], "2026-03-03")],
  ["pie", drawPie(figuresOf([3, 1]))],
  ["doughnut", drawPie(figuresOf([3, 1]), { isDoughnut: true })],
  ["bars", drawBars(figuresOf([75, 25]))],
  ["stack", stacksOf([[3, 1]])],
  ["stack of nothing", stacksOf([[0, 0]])],
])("a %s takes its colours from the brand, has no style attribute and no id", (_, { markup }) => {
  expect(markup).not.toMatch(/ (style|id)=/);
  expect(markup).not.toMatch(/#[0-9a-f]{3,6}\b|rgba?\(/);
  expect(markup).not.toMatch(/(NaN|undefined|<script)/);
});

test("a drawing escapes markup in labels", () => {
  const { markup } = drawPie([{ label: "<script>&", value: 1, shown: '"1"' }]);
  expect(markup).toContain("<title>&lt;script&gt;&amp;: &quot;1&quot;</title>");
});

/** The angles at which a pie slice begins and ends. */
function endsOf(path: string): [number, number] {
  const [, x1, y1, x2, y2] = /^M(\S+),(\S+)A100,100,0,\d,1,(\S+),(\S+)L/.exec(path) ?? [];
  const turn = (x?: string, y?: string) => Math.atan2(Number(x), -Number(y)) / (2 * Math.PI);
  return [turn(x1, y1), turn(x2, y2)];
}
