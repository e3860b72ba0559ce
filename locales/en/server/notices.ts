/** Texts shown on every site, and durations. */
export const notices = {
  /** The default for a company without one; modelled on India's advertising rules for such assets. */
  risk: "Virtual digital assets are unregulated in India and carry a high risk. You may lose all that you pay, and no regulator may help you recover it. Gains may be taxed, and tax may be deducted at source. Pay only what you can afford to lose.",
  /** The sentence of India's advertising council for such assets. */
  advert:
    "Crypto products and NFTs are unregulated and can be highly risky. There may be no regulatory recourse for any loss from such transactions.",
  seconds_one: "{{count}} second",
  seconds_other: "{{count}} seconds",
  minutes_one: "{{count}} minute",
  minutes_other: "{{count}} minutes",
};
