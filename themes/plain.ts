import { assetPath, BRAND_ASSET_NAMES, drawnPictures } from "./assets/paths";
import type { Brand } from "./contract";
import { readShare } from "./distribution";
import { TOKEN_DECIMALS, TOKEN_DISTRIBUTION } from "./vocabulary";

/** A token's name and symbol; both may contain anything that a company's form accepts. */
export interface TokenNames {
  symbol: string;
  name: string;
}

// The characters that the contract refuses in a text are removed here.
const UNSAFE = /[<>{}\\`]|\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Cs}/gu;

/**
 * The brand of a token without its own brand: the token's name, a neutral look, drawn pictures, and
 * no text of any other brand. A brand made from nothing starts with it.
 */
export function plainBrand({ symbol, name: given }: TokenNames): Brand {
  const name = cut(given.replace(UNSAFE, ""), 60) || symbol;
  return {
    symbol,
    name,
    address: sampleAddress(symbol),
    decimals: TOKEN_DECIMALS,
    ...drawnPictures(symbol),
    title: name,
    programName: name,
    tokenDistribution: [...TOKEN_DISTRIBUTION],
    socialLinks: [],
    footerNote: `${symbol} of the presale unlocks at launch.`,
    metaData: {
      title: name,
      description: `${symbol} is sold here before its launch. Until then it is locked.`,
      keywords: [...new Set([cut(name, 40), symbol, "presale", "token"])],
    },
    look: {
      accent: "#2f5f8f",
      neutralHue: 250,
      neutralTint: 30,
      radius: "crisp",
      type: "civic",
      pattern: "none",
      panel: "deep",
    },
  };
}

// Never splits a surrogate pair.
const cut = (text: string, length: number): string =>
  text
    .trim()
    .slice(0, length)
    .replace(/\p{Cs}$/u, "")
    .trim();

/**
 * The look of the platform itself: the super admin's area, a suspended site, and pages without a company.
 * No company has a symbol of so many letters.
 */
export const PLATFORM_BRAND: Brand = {
  ...plainBrand({ symbol: "PRELAUNCHED", name: "Prelaunch" }),
  footerNote: "",
  metaData: {
    title: "Prelaunch",
    description: "Tokens are sold here before their launch.",
    keywords: ["presale"],
  },
};

/** The symbol in ASCII after zeros: a placeholder until the company enters its own address. */
export function sampleAddress(symbol: string): string {
  const letters = [...symbol].map((letter) => letter.charCodeAt(0).toString(16)).join("");
  return `0x${letters.padStart(40, "0")}`;
}

/**
 * The brand with the company's symbol, since amounts use it. Drawn pictures change with the symbol;
 * uploaded ones stay.
 */
export function withSymbol(brand: Brand, symbol: string): Brand {
  const { headerLogoDark, ...rest } = brand;
  return {
    ...rest,
    symbol,
    iconUrl: moved(brand.iconUrl, symbol),
    defaultLogo: moved(brand.defaultLogo, symbol),
    headerLogo: moved(brand.headerLogo, symbol),
    ...(headerLogoDark && { headerLogoDark: moved(headerLogoDark, symbol) }),
    chartImg: moved(brand.chartImg, symbol),
  };
}

/**
 * The brand with the distribution of the company's supply. Shares are in basis points, in the order
 * of `TOKEN_DISTRIBUTION`; a pool with a share of 0 is omitted.
 */
export function withShares(brand: Brand, sharesBps: readonly number[]): Brand {
  const tokenDistribution = TOKEN_DISTRIBUTION.flatMap((line, place) => {
    const shareBps = sharesBps[place] ?? 0;
    return shareBps > 0 ? [`${shareBps / 100}% ${readShare(line)?.label ?? ""}`] : [];
  });
  return { ...brand, tokenDistribution };
}

/**
 * Returns true if a brand's distribution matches these shares: the same numbers, and each pool with
 * a default name has its own share. Order and other names are the brand's choice.
 */
export function showsShares(
  { tokenDistribution }: Pick<Brand, "tokenDistribution">,
  sharesBps: readonly number[],
): boolean {
  const usual = TOKEN_DISTRIBUTION.map((line) => readShare(line)?.label);
  const said = tokenDistribution.map((line) => readShare(line));
  const named = said.every((share) => {
    const place = usual.indexOf(share?.label);
    return place < 0 || sharesBps[place] === share?.shareBps;
  });
  const numbers = (all: readonly (number | undefined)[]) =>
    all
      .filter(Boolean)
      .sort((one = 0, two = 0) => one - two)
      .join();
  return named && numbers(said.map((share) => share?.shareBps)) === numbers(sharesBps);
}

function moved(path: string, symbol: string): string {
  const drawn = BRAND_ASSET_NAMES.find(
    (name) => path.startsWith("/brands/") && path.endsWith(`/${name}`),
  );
  return drawn ? assetPath(symbol, drawn) : path;
}
