import fc from "fast-check";
import { expect, test } from "vitest";
import { checkContrast } from "./colour/check-contrast";
import { BrandContract } from "./contract";
import { plainBrand, showsShares, withShares, withSymbol } from "./plain";
import { builtInBrand } from "./registry";

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
