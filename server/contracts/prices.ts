/** `prices.current` (member): what the Buy page reckons with. */
export type CurrentPrice = {
  /** Null while the company has no price: nothing can be bought (design §8). */
  priceMicroRupees: number | null;
  feeBps: number;
  /** Tokens neither held nor allocated. */
  remainingPrivateSupply: number;
};

/** `prices.settings` (member). */
export type PlatformSettings = { feeBps: number };
