import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PANEL_CHOICES, SCHEMES, type Scheme } from "../vocabulary";
import { checkContrast, checkPalette, seedAdjustments } from "./check-contrast";
import { contrastRatio, lowestRatio, nearestPassing } from "./contrast";
import { colourDistance, toHex, toOklch } from "./oklch";
import { derivePalette, type ColourSeeds } from "./palette";

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
  test("sRGB to OKLCH and back is the same colour", () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex);
      }),
    );
  });

  test("a colour that a screen cannot show keeps its lightness and hue", () => {
    const shown = toOklch(toHex({ lightness: 0.6, chroma: 0.4, hue: 150 }));
    expect(shown.lightness).toBeCloseTo(0.6, 1);
    expect(Math.abs(shown.hue - 150)).toBeLessThan(3);
  });

  test("contrast is WCAG's: black on white is 21, #767676 on white just passes", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastRatio("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(contrastRatio("#767676", "#ffffff")).toBe(contrastRatio("#ffffff", "#767676"));
  });
});

describe("derived palettes", () => {
  test("any seeds give colours that all can be read and seen", () => {
    fc.assert(
      fc.property(anySeeds, (look) => {
        expect(checkContrast({ look })).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test.each(["#ffffff", "#000000", "#ffff00", "#00ff00", "#0000ff", "#808080", "#ff00ff"])(
    "the hard accent %s passes with every panel",
    (accent) => {
      for (const panel of PANEL_CHOICES) {
        const look = { accent, secondary: accent, neutralHue: 60, neutralTint: 100, panel };
        expect(checkContrast({ look })).toEqual([]);
      }
    },
  );

  test("every value is a plain colour, whatever the seeds", () => {
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

  // Written out, so that a change of derivation is a choice and not an accident.
  test("the same seeds give the same palette, today and after the next start", () => {
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
    expect(some("light")).toEqual(["#f0f8f6", "#00695f", "#005951", "#002e29", "#3f4f14"]);
    expect(some("dark")).toEqual(["#08100e", "#6abcb0", "#7accc0", "#00221e", "#c49366"]);
  });

  test("a palette that was handed out cannot be changed for the next page", () => {
    const palette = derivePalette(calm, "light");
    expect(Reflect.set(palette, "--bg", "#000000")).toBe(false);
    expect(derivePalette(calm, "light")["--bg"]).not.toBe("#000000");
  });

  test("chart colours stay apart from each other, whatever the seeds", () => {
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

  test("the two schemes are each their own", () => {
    const [light, dark] = [derivePalette(calm, "light"), derivePalette(calm, "dark")];
    expect(toOklch(light["--bg"]).lightness).toBeGreaterThan(0.9);
    expect(toOklch(dark["--bg"]).lightness).toBeLessThan(0.25);
    expect(toOklch(dark["--accent"]).lightness).toBeGreaterThan(
      toOklch(light["--accent"]).lightness,
    );
  });
});

describe("checking", () => {
  test("a palette with an unreadable pair is reported with a colour that passes", () => {
    const palette = { ...derivePalette(calm, "light"), "--text-muted": "#b0b0b0" };
    const problems = checkPalette(palette, "light");
    expect(problems.map((problem) => problem.foreground)).toContain("--text-muted");
    for (const problem of problems) {
      expect(problem.ratio).toBeLessThan(problem.required);
      expect(contrastRatio(problem.suggestion, problem.groundColour)).toBeGreaterThanOrEqual(
        problem.required,
      );
    }
  });

  test("the suggestion is the nearest of its hue and leaves a passing colour alone", () => {
    expect(nearestPassing("#595959", ["#ffffff"], 4.5)).toBe("#595959");
    const moved = nearestPassing("#8a8aff", ["#ffffff"], 4.5);
    expect(contrastRatio(moved, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(moved, "#ffffff")).toBeLessThan(4.7);
  });

  test("whatever colours are chosen, one that does not show is told with one that does", () => {
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
          if (given !== undefined && lowestRatio(given, grounds) < 3) expect(seeds).toContain(seed);
        }
      }),
      { numRuns: 100 },
    );
    expect(seedAdjustments({ look: { ...calm, secondary: "#24305e" } })).toEqual([]);
  });

  test("a person is told when the accent had to move, and only then", () => {
    expect(seedAdjustments({ look: calm })).toEqual([]);
    const [moved] = seedAdjustments({ look: { ...calm, accent: "#ffe600" } });
    expect(moved).toMatchObject({ seed: "accent", scheme: "light", given: "#ffe600" });
    expect(moved?.used).toBe(derivePalette({ ...calm, accent: "#ffe600" }, "light")["--accent"]);
  });
});
