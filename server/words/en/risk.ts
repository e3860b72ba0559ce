/** Shown where a company has no risk notice of its own. */
export const risk =
  "Virtual digital assets are unregulated in India and carry risk. You may lose all that you pay, and no regulator may help you recover it. Gains may be taxed, and tax may be deducted at source.";
