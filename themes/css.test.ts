import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  COLOUR_VARIABLES,
  EFFECT_VARIABLES,
  SHAPE_VARIABLES,
  themeCss,
  themeVariables,
} from "./css";
import { BUILT_IN_BRANDS, DEFAULT_BRAND } from "./registry";
import { MONO_STACK, typeChoice } from "./type";
import { PANEL_CHOICES, PATTERNS, RADIUS_CHOICES, SCHEMES, TYPE_PAIRINGS } from "./vocabulary";

const NAMES = [...COLOUR_VARIABLES, ...SHAPE_VARIABLES, ...EFFECT_VARIABLES];

describe("a theme's style sheet", () => {
  test("a theme sets exactly the documented variables, in both schemes", () => {
    for (const scheme of SCHEMES) {
      expect(Object.keys(themeVariables(DEFAULT_BRAND, scheme)).sort()).toEqual([...NAMES].sort());
    }
    const css = themeCss(DEFAULT_BRAND);
    for (const name of COLOUR_VARIABLES) expect(css.split(`${name}:`)).toHaveLength(4);
  });

  test("a theme follows the device unless a scheme is chosen", () => {
    const [light = "", asked = "", chosen = ""] = themeCss(DEFAULT_BRAND).split("\n");
    expect(light).toMatch(/^:root\{.*color-scheme:light;/);
    expect(asked).toMatch(
      /^@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-scheme="light"\]\)\{color-scheme:dark;/,
    );
    expect(chosen).toMatch(/^:root\[data-scheme="dark"\]\{color-scheme:dark;/);
    const { "--bg": darkGround } = themeVariables(DEFAULT_BRAND, "dark");
    expect(asked).toContain(`--bg:${darkGround};`);
    expect(chosen).toContain(`--bg:${darkGround};`);
  });

  test("a theme's CSS is deterministic and small enough to inline in every page", () => {
    for (const brand of BUILT_IN_BRANDS) {
      const css = themeCss(brand);
      expect(themeCss(structuredClone(brand))).toBe(css);
      expect(css.length).toBeLessThan(12_000);
    }
  });

  test(
    "no look can close the style element, open a comment, import or fetch anything",
    { tags: ["full"] },
    () => {
      const anyLook = fc.record({
        accent: fc.constantFrom("#c9283e", "#ffffff", "#000000"),
        neutralHue: fc.double({ min: 0, max: 360, noNaN: true }),
        neutralTint: fc.double({ min: 0, max: 100, noNaN: true }),
        radius: fc.constantFrom(...RADIUS_CHOICES),
        type: fc.constantFrom(...TYPE_PAIRINGS),
        pattern: fc.constantFrom(...PATTERNS),
        panel: fc.constantFrom(...PANEL_CHOICES),
      });
      fc.assert(
        fc.property(anyLook, (look) => {
          const css = themeCss({ look });
          expect(css).not.toMatch(/<|@import|\/\*|expression|https?:(?!%2F)/i);
          const addresses = css.match(/url\([^)]*\)?/g) ?? [];
          for (const address of addresses) {
            expect(address).toMatch(/^url\("data:image\/svg\+xml,[A-Za-z0-9%._~!*()'-]+/);
          }
          expect(css.split("{")).toHaveLength(css.split("}").length);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe("typefaces", () => {
  const sheet = readFileSync(new URL("fonts.css", import.meta.url), "utf8");
  const require = createRequire(import.meta.url);

  test.each(TYPE_PAIRINGS)("the %s pairing names only families that are served", (pairing) => {
    const { display, text } = typeChoice(pairing);
    for (const [, family] of `${display}, ${text}`.matchAll(/"([^"]+)"/g)) {
      expect(sheet).toContain(`font-family: "${family}";`);
    }
    // Hindi text and the rupee sign must not depend on the device's fonts.
    for (const stack of [display, text, MONO_STACK]) {
      expect(stack).toContain("Devanagari Variable");
    }
  });

  test("fonts are served from this site and never delay text", () => {
    const packaged = [...sheet.matchAll(/@import (.*);/g)].map(([, name = ""]) => {
      expect(name).toMatch(/^"@fontsource-variable\/[a-z0-9-]+\/index\.css"$/);
      return readFileSync(require.resolve(name.slice(1, -1)), "utf8");
    });
    const all = [sheet, ...packaged].join("\n");
    expect(all).not.toMatch(/https?:/);
    const served = all.split("@font-face").filter((face) => face.includes("src: url("));
    for (const face of served) expect(face).toContain("font-display: swap");
  });
});
