import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PANEL_CHOICES, SCHEMES, type Scheme } from "../vocabulary";
import { checkContrast, checkPalette } from "../testing/check-contrast";
import { contrastRatio, lowestRatio } from "./contrast";
import { colourDistance, toHex, toOklch } from "./oklch";
import { derivePalette, type ColourSeeds } from "./palette";
import { seedAdjustments } from "./seed-adjustments";

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

const anySeeds: fc.Arbitrary<ColourSeeds> = fc.record(
  {
    accent: anyHex,
    secondary: anyHex,
    neutralHue: fc.double({ min: 0, max: 360, noNaN: true }),
    neutralTint: fc.double({ min: 0, max: 100, noNaN: true }),
    panel: fc.constantFrom(...PANEL_CHOICES),
  },
  { requiredKeys: ["accent", "neutralHue", "neutralTint", "panel"] },
);

const calm: ColourSeeds = { accent: "#00695f", neutralHue: 178, neutralTint: 40, panel: "deep" };

describe("conversions", () => {
  test("sRGB to OKLCH and back gives the same colour", () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex);
      }),
    );
  });

  test("a colour outside the gamut keeps its lightness and hue", () => {
    const shown = toOklch(toHex({ lightness: 0.6, chroma: 0.4, hue: 150 }));
    expect(shown.lightness).toBeCloseTo(0.6, 1);
    expect(Math.abs(shown.hue - 150)).toBeLessThan(3);
  });

  test("contrast follows WCAG: black on white is 21, #767676 on white just passes", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastRatio("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(contrastRatio("#767676", "#ffffff")).toBe(contrastRatio("#ffffff", "#767676"));
  });
});

describe("derived palettes", () => {
  test("every pair passes for any seeds", { tags: ["full"] }, () => {
    fc.assert(
      fc.property(anySeeds, (look) => {
        expect(checkContrast({ look })).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test.each(["#ffffff", "#000000", "#ffff00", "#00ff00", "#0000ff", "#808080", "#ff00ff"])(
    "the extreme accent %s passes with every panel",
    (accent) => {
      for (const panel of PANEL_CHOICES) {
        const look = { accent, secondary: accent, neutralHue: 60, neutralTint: 100, panel };
        expect(checkContrast({ look })).toEqual([]);
      }
    },
  );

  test("every value is a hex colour for any seeds", { tags: ["full"] }, () => {
    fc.assert(
      fc.property(anySeeds, (look) => {
        for (const scheme of SCHEMES) {
          for (const value of Object.values(derivePalette(look, scheme))) {
            expect(value).toMatch(/^#[0-9a-f]{6}$/);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  // Literal values, so that a change of the derivation is deliberate.
  test("the same seeds always give the same palette", () => {
    const some = (scheme: Scheme) => {
      const palette = derivePalette(calm, scheme);
      return [
        palette["--bg"],
        palette["--accent"],
        palette["--accent-hover"],
        palette["--panel"],
        palette["--chart-7"],
      ];
    };
    expect(some("light")).toEqual(["#f0f8f6", "#00695f", "#005951", "#002e29", "#144c72"]);
    expect(some("dark")).toEqual(["#08100e", "#6abcb0", "#7accc0", "#00221e", "#457aa3"]);
  });

  test("a palette is immutable", () => {
    const palette = derivePalette(calm, "light");
    expect(Reflect.set(palette, "--bg", "#000000")).toBe(false);
    expect(derivePalette(calm, "light")["--bg"]).not.toBe("#000000");
  });

  test("chart colours are distinct for any seeds", { tags: ["full"] }, () => {
    fc.assert(
      fc.property(anySeeds, fc.constantFrom(...SCHEMES), (look, scheme) => {
        const palette = derivePalette(look, scheme);
        const slices = ([1, 2, 3, 4, 5, 6, 7] as const).map((slice) => palette[`--chart-${slice}`]);
        slices.forEach((one, index) => {
          for (const other of slices.slice(index + 1)) {
            expect(colourDistance(one, other)).toBeGreaterThan(0.045);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  test("a slice has one hue in both schemes", () => {
    for (const slice of [1, 2, 3, 4, 5, 6, 7] as const) {
      const [light, dark] = SCHEMES.map((scheme) =>
        toOklch(derivePalette(calm, scheme)[`--chart-${slice}`]),
      );
      const turn = Math.abs((light?.hue ?? 0) - (dark?.hue ?? 360));
      expect(Math.min(turn, 360 - turn)).toBeLessThan(12);
    }
  });

  test("light and dark schemes differ", () => {
    const [light, dark] = [derivePalette(calm, "light"), derivePalette(calm, "dark")];
    expect(toOklch(light["--bg"]).lightness).toBeGreaterThan(0.9);
    expect(toOklch(dark["--bg"]).lightness).toBeLessThan(0.25);
    expect(toOklch(dark["--accent"]).lightness).toBeGreaterThan(
      toOklch(light["--accent"]).lightness,
    );
  });
});

describe("checking", () => {
  test("an unreadable pair is found", () => {
    const palette = { ...derivePalette(calm, "light"), "--text-muted": "#b0b0b0" };
    const problems = checkPalette(palette, "light");
    expect(problems.map((problem) => problem.foreground)).toContain("--text-muted");
    for (const problem of problems) expect(problem.ratio).toBeLessThan(problem.required);
  });

  test(
    "every seed with too little contrast is reported with a replacement that passes",
    { tags: ["full"] },
    () => {
      fc.assert(
        fc.property(anySeeds, (look) => {
          const palette = derivePalette(look, "light");
          const grounds = [palette["--bg"], palette["--surface"]];
          const told = seedAdjustments({ look });
          for (const { used, required } of told)
            expect(lowestRatio(used, grounds)).toBeGreaterThanOrEqual(required);
          const seeds = told.map(({ seed }) => seed);
          for (const seed of ["accent", "secondary"] as const) {
            const given = look[seed];
            if (given !== undefined && lowestRatio(given, grounds) < 3)
              expect(seeds).toContain(seed);
          }
        }),
        { numRuns: 100 },
      );
      expect(seedAdjustments({ look: { ...calm, secondary: "#24305e" } })).toEqual([]);
    },
  );

  test("an adjusted accent is reported, an unadjusted one is not", () => {
    expect(seedAdjustments({ look: calm })).toEqual([]);
    const [moved] = seedAdjustments({ look: { ...calm, accent: "#ffe600" } });
    expect(moved).toMatchObject({ seed: "accent", given: "#ffe600" });
    expect(moved?.used).toBe(derivePalette({ ...calm, accent: "#ffe600" }, "light")["--accent"]);
  });
});
