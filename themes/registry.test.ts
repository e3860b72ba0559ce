import fc from "fast-check";
import { DEFAULT_SYMBOL, TOKEN_SYMBOLS } from "@db/vocabulary";
import { describe, expect, test } from "vitest";
import { seedAdjustments } from "./colour/seed-adjustments";
import { checkContrast } from "./testing/check-contrast";
import { colourDistance } from "./colour/oklch";
import { derivePalette } from "./colour/palette";
import { BrandContract, type Brand } from "./contract";
import { plainBrand, showsShares, withShares, withSymbol } from "./plain";
import { builtInBrand, BUILT_IN_BRANDS, DEFAULT_BRAND } from "./registry";
import { memoize } from "./memoize";

const PAIRS: [Brand, Brand][] = BUILT_IN_BRANDS.flatMap((one, index) =>
  BUILT_IN_BRANDS.slice(index + 1).map((other): [Brand, Brand] => [one, other]),
);

describe("the ten built-in brands", () => {
  test("the built-in brands are those of the spec, in its order, with RSGN as the default", () => {
    expect(BUILT_IN_BRANDS.map((brand) => brand.symbol)).toEqual([...TOKEN_SYMBOLS]);
    expect(DEFAULT_BRAND.symbol).toBe(DEFAULT_SYMBOL);
    expect(DEFAULT_SYMBOL).toBe("RSGN");
  });

  test("built-in brands are found in any case; other symbols are not found", () => {
    expect(builtInBrand("glxy")?.symbol).toBe("GLXY");
    expect(builtInBrand(" Cowl ")?.symbol).toBe("COWL");
    for (const symbol of ["", "BTC", "constructor", "__proto__"]) {
      expect(builtInBrand(symbol)).toBeUndefined();
    }
  });

  test.each(BUILT_IN_BRANDS.map((brand) => [brand.symbol, brand] as const))(
    "the brand %s satisfies the contract as it stands",
    (_symbol, brand) => {
      expect(BrandContract.parse(brand)).toEqual(brand);
    },
  );

  test.each(BUILT_IN_BRANDS.map((brand) => [brand.symbol, brand] as const))(
    "the brand %s has sufficient contrast everywhere, in its own accent",
    (_symbol, brand) => {
      expect(checkContrast(brand)).toEqual([]);
      expect(seedAdjustments(brand).filter(({ seed }) => seed === "accent")).toEqual([]);
    },
  );

  test("built-in brands have exactly the spec's decimals, distribution and media", () => {
    for (const brand of BUILT_IN_BRANDS) {
      expect(brand.decimals).toBe(18);
      expect(brand.tokenDistribution).toEqual([
        "50% Public Cell",
        "30% Referral Programme",
        "10% Angel Investor",
        "7.5% Founder Team",
        "2.5% Airdrop",
      ]);
      expect(brand.socialLinks.map((link) => link.mediaName)).toEqual([
        "youtube",
        "facebook",
        "instagram",
        "telegram",
        "whatsApp",
        "X",
      ]);
    }
  });

  test("built-in brands use placeholder data: zero-padded addresses and the reserved domain .example", () => {
    for (const brand of BUILT_IN_BRANDS) {
      expect(brand.address).toMatch(/^0x0{20,}/);
      for (const { link } of brand.socialLinks) {
        expect(new URL(link).hostname).toBe(`${brand.symbol.toLowerCase()}.example`);
      }
    }
  });

  test("built-in brands have a programme name that PRE-LAUNCH PROGRAM can follow (product.md §2)", () => {
    for (const { programName } of BUILT_IN_BRANDS) {
      expect(programName).not.toMatch(/program|launch|early|sale|issue/i);
    }
  });

  test("built-in brands share no name, address, text or description", () => {
    const own = [
      (brand: Brand) => brand.name,
      (brand: Brand) => brand.address,
      (brand: Brand) => brand.title,
      (brand: Brand) => brand.programName,
      (brand: Brand) => brand.footerNote,
      (brand: Brand) => brand.metaData.title,
      (brand: Brand) => brand.metaData.description,
    ];
    for (const value of own) {
      expect(new Set(BUILT_IN_BRANDS.map(value)).size).toBe(BUILT_IN_BRANDS.length);
    }
  });
});

describe("two brands differ in more than colour", () => {
  test.each(PAIRS.map(([one, other]) => [one.symbol, other.symbol, one, other] as const))(
    "the brands %s and %s differ in more than colour",
    (_one, _other, one, other) => {
      const [first, second] = [
        derivePalette(one.look, "light"),
        derivePalette(other.look, "light"),
      ];
      // About 0.02 is just noticeable; 0.09 is clearly another colour.
      expect(colourDistance(first["--accent"], second["--accent"])).toBeGreaterThan(0.09);
      expect(colourDistance(first["--panel"], second["--panel"])).toBeGreaterThan(0.03);
      expect(one.look.pattern).not.toBe(other.look.pattern);
      // At most one of corner shape and typefaces may be the same.
      expect([one.look.radius, one.look.type]).not.toEqual([other.look.radius, other.look.type]);
      expect(first["--bg"]).not.toBe(second["--bg"]);
    },
  );
});

test("a memoized function computes once per key and drops the oldest entry at the limit", () => {
  const made: number[] = [];
  const square = memoize(
    (value: number) => {
      made.push(value);
      return value * value;
    },
    (value) => String(value),
    2,
  );
  expect([square(2), square(2), square(3), square(4), square(3), square(2)]).toEqual([
    4, 4, 9, 16, 9, 4,
  ]);
  expect(made).toEqual([2, 3, 4, 2]);
});

test("a result that fails is made again", async () => {
  let calls = 0;
  const read = memoize(
    () => (++calls === 1 ? Promise.reject(new Error("away")) : Promise.resolve(calls)),
    () => "one",
  );
  await expect(read({})).rejects.toThrow("away");
  await expect(read({})).resolves.toBe(2);
});

test("the plain brand of any token name satisfies the contract and uses that name", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Z0-9]{2,10}$/),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      (symbol, name) => {
        const brand = plainBrand({ symbol, name });
        expect(BrandContract.parse(brand)).toEqual(brand);
        expect(checkContrast(brand)).toEqual([]);
      },
    ),
  );
  const brand = plainBrand({ symbol: "1INCH", name: "One <b>Inch</b>" });
  expect(brand).toMatchObject({
    symbol: "1INCH",
    name: "One bInch/b",
    iconUrl: "/brands/1inch/icon.svg",
  });
});

test("withSymbol changes the drawn pictures and keeps uploaded ones", () => {
  const cowl = builtInBrand("COWL") ?? expect.fail("no COWL");
  const upload = "/media/01890a5d-ac96-774b-bcce-b302099a8057";
  const moved = withSymbol({ ...cowl, iconUrl: upload }, "ASHA");
  expect(moved).toMatchObject({
    symbol: "ASHA",
    iconUrl: upload,
    headerLogoDark: "/brands/asha/header-logo-dark.svg",
    chartImg: "/brands/asha/distribution.svg",
  });
  expect(BrandContract.safeParse(moved).success).toBe(true);
});

test("withShares shows the split of the company's supply", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 5 }),
      (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0);
        const shares = parts.map((part) => Math.floor((part / whole) * 10_000));
        shares[0] = (shares[0] ?? 0) + 10_000 - shares.reduce((sum, share) => sum + share, 0);
        const brand = withShares(plainBrand({ symbol: "ASHA", name: "Asha" }), shares);
        expect(BrandContract.safeParse(brand).success).toBe(true);
      },
    ),
  );
  const split = withShares(plainBrand({ symbol: "ASHA", name: "Asha" }), [2000, 6000, 1925, 0, 75]);
  expect(split.tokenDistribution).toEqual([
    "20% Public Cell",
    "60% Referral Programme",
    "19.25% Angel Investor",
    "0.75% Airdrop",
  ]);
});

test.each([
  [
    "as it is",
    [
      "50% Public Cell",
      "30% Referral Programme",
      "10% Angel Investor",
      "7.5% Founder Team",
      "2.5% Airdrop",
    ],
    true,
  ],
  [
    "in another order",
    [
      "30% Referral Programme",
      "50% Public Cell",
      "7.5% Founder Team",
      "10% Angel Investor",
      "2.5% Airdrop",
    ],
    true,
  ],
  ["by other names", ["50% Everybody", "30% Friends", "10% Angels", "7.5% Us", "2.5% Gifts"], true],
  [
    "with two exchanged",
    [
      "30% Public Cell",
      "50% Referral Programme",
      "10% Angel Investor",
      "7.5% Founder Team",
      "2.5% Airdrop",
    ],
    false,
  ],
  ["summed up", ["70% Public Cell", "30% Team"], false],
])(
  "the text of a distribution %s is compared with the shares",
  (_how, tokenDistribution, rightly) => {
    expect(showsShares({ tokenDistribution }, [5000, 3000, 1000, 750, 250])).toBe(rightly);
  },
);
