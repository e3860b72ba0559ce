import { describe, expect, test } from "vitest";
import { BrandContract } from "./contract";
import { readShare } from "./distribution";
import { DEFAULT_BRAND } from "./registry";

/** The default brand as a browser would send it, with one value changed. */
function withChange(path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = structuredClone(DEFAULT_BRAND);
  let at: unknown = copy;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  Reflect.set(Object(at), path[path.length - 1] ?? "", value);
  return copy;
}

function refusals(value: unknown): string[] {
  const result = BrandContract.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

describe("a brand's colours", () => {
  const ATTEMPTS = [
    "red",
    "#fff",
    "#12345g",
    "#123456;}body{display:none}",
    "#123456</style><script>alert(1)</script>",
    "url(https://evil.example/x)",
    "var(--x)",
    "#12345678",
    "expression(alert(1))",
    "#123456\n}",
    "",
    null,
    123,
    { toString: () => "#123456" },
  ];
  test.each(ATTEMPTS)("a brand's colour is six hex digits: %j is refused", (value) => {
    expect(refusals(withChange(["look", "accent"], value))).toContain("COLOUR_INVALID");
    expect(refusals(withChange(["look", "secondary"], value))).toContain("COLOUR_INVALID");
  });

  test("hue and tint are numbers within bounds", () => {
    for (const value of [-1, 361, Number.NaN, Number.POSITIVE_INFINITY, "12", "0;}", null]) {
      expect(refusals(withChange(["look", "neutralHue"], value))).toContain("BRAND_TINT_INVALID");
    }
    expect(refusals(withChange(["look", "neutralTint"], 101))).toContain("BRAND_TINT_INVALID");
  });

  test.each(["radius", "type", "pattern", "panel"])(
    "a look's %s is one of the offered names",
    (choice) => {
      for (const value of ["soft;}", "toString", "__proto__", "", "url(x)"]) {
        expect(refusals(withChange(["look", choice], value))).toContain("BRAND_CHOICE_INVALID");
      }
    },
  );
});

describe("a brand's links", () => {
  const ATTEMPTS = [
    "http://example.com",
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " \tjavascript:alert(1)",
    "data:text/html,<script>",
    "//evil.example",
    "https:evil.example",
    "https://user:secret@evil.example/",
    'https://evil.example/"onclick="x',
    "https://evil.example/<script>",
    "https://evil.example/a b",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://",
    "",
  ];
  test.each(ATTEMPTS)("a brand's link is a public https address: %j is refused", (link) => {
    expect(refusals(withChange(["socialLinks", 0, "link"], link))).toContain("LINK_INVALID");
  });

  test("social links name each medium once, spelled as in the spec", () => {
    expect(refusals(withChange(["socialLinks", 0, "mediaName"], "X"))).toContain(
      "BRAND_MEDIA_REPEATED",
    );
    expect(refusals(withChange(["socialLinks", 0, "mediaName"], "YouTube"))).toContain(
      "BRAND_CHOICE_INVALID",
    );
  });

  test("a brand's link may carry a path, a query and a fragment", () => {
    const link = "https://t.me/some_house?start=1&x=y#top";
    expect(refusals(withChange(["socialLinks", 0, "link"], link))).toEqual([]);
  });
});

describe("a brand's pictures", () => {
  test.each([
    "https://evil.example/logo.png",
    "//evil.example/logo.png",
    "/brands/../admin",
    "/brands/%2e%2e/x.svg",
    "/elsewhere/logo.png",
    "/media/a.png?next=/x",
    '/brands/rsgn/icon.svg"onerror=alert(1)',
    "javascript:alert(1)",
    "data:image/svg+xml,<svg>",
    "/brands",
  ])("a brand's pictures are this site's own: %j is refused", (path) => {
    for (const field of ["iconUrl", "defaultLogo", "headerLogo", "chartImg"]) {
      expect(refusals(withChange([field], path))).toContain("BRAND_IMAGE_INVALID");
    }
  });

  test("a brand's pictures may be drawn or uploaded, with a version", () => {
    for (const path of [
      "/brands/rsgn/icon.svg?v=0123456789abcdef",
      "/media/0198c7de-1111-7aaa-8bbb-123456789abc",
    ]) {
      expect(refusals(withChange(["iconUrl"], path))).toEqual([]);
    }
  });
});

describe("a brand's texts", () => {
  const FIELDS = [
    ["name"],
    ["title"],
    ["programName"],
    ["footerNote"],
    ["metaData", "title"],
    ["metaData", "description"],
    ["metaData", "keywords", 0],
  ];
  test.each(FIELDS.map((path) => [path]))(
    "a brand's text %j holds no markup or hidden characters",
    (path) => {
      for (const value of [
        "</style><script>alert(1)</script>",
        "a{b}",
        "null\u0000byte",
        "two\nlines",
        "turned\u202Earound",
        "hidden\u200Bspace",
        "back\\slash",
      ]) {
        expect(refusals(withChange(path, value))).toContain("BRAND_TEXT_UNSAFE");
      }
      expect(refusals(withChange(path, "   "))).toContain("BRAND_TEXT_REQUIRED");
      expect(refusals(withChange(path, "x".repeat(301)))).toContain("BRAND_TEXT_TOO_LONG");
    },
  );

  test("a brand's texts may be Hindi, including zero-width joiners", () => {
    expect(refusals(withChange(["name"], "पुनरुत्थान क्\u200Dष"))).toEqual([]);
  });

  test("each line of the distribution starts with a share, and the shares add up to 100%", () => {
    for (const lines of [
      [],
      ["100%"],
      ["99% One"],
      ["50% A", "51% B"],
      ["all Public"],
      ["0% A", "100% B"],
    ]) {
      expect(refusals(withChange(["tokenDistribution"], lines))).toContain(
        "BRAND_DISTRIBUTION_INVALID",
      );
    }
    expect(readShare("7.5% Founder Team")).toEqual({ label: "Founder Team", shareBps: 750 });
  });
});

describe("a brand's identity", () => {
  test("the address is 0x and forty hex digits", () => {
    for (const address of ["0x12", `0x${"g".repeat(40)}`, "0".repeat(42), ""]) {
      expect(refusals(withChange(["address"], address))).toContain("BRAND_ADDRESS_INVALID");
    }
  });

  test("the symbol is converted to upper case and contains only letters and digits", () => {
    expect(BrandContract.parse(withChange(["symbol"], " rsgn ")).symbol).toBe("RSGN");
    for (const symbol of ["", "R", "A-B", "../etc", "A B", "TOOLONGSYMBOL"]) {
      expect(refusals(withChange(["symbol"], symbol))).toContain("TOKEN_SYMBOL_INVALID");
    }
  });

  test("a token's decimals are 18", () => {
    expect(refusals(withChange(["decimals"], 8))).toContain("BRAND_DECIMALS_INVALID");
  });

  test("parsing a brand's identity is idempotent and drops unknown fields", () => {
    const once = BrandContract.parse(withChange(["look", "accent"], " #AABBCC "));
    expect(BrandContract.parse(once)).toEqual(once);
    expect(BrandContract.parse(withChange(["style"], "}"))).not.toHaveProperty("style");
    expect(BrandContract.parse(withChange(["look", "css"], "}")).look).not.toHaveProperty("css");
  });
});
