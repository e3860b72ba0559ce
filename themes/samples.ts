import type { Brand } from "./contract";

// A symbol has at most ten letters, so at least ten zero bytes precede it; no contract has such an
// address.
const SAMPLE_ADDRESS = /^0x0{20}/;

/** Returns true for a placeholder address of `built-in.ts` or `plain.ts`. */
export const isSampleAddress = (address: string): boolean => SAMPLE_ADDRESS.test(address);

/** Returns true for a link on the domain reserved for examples (RFC 2606). */
const isSampleLink = (link: string): boolean => /(^|\.)example$/.test(new URL(link).hostname);

/** The brand as visitors see it, without placeholder data. */
export function withoutSamples(brand: Brand): Brand {
  return {
    ...brand,
    address: isSampleAddress(brand.address) ? "" : brand.address,
    socialLinks: brand.socialLinks.filter(({ link }) => !isSampleLink(link)),
  };
}
