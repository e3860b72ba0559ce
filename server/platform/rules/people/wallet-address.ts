import { keccak_256 } from "@noble/hashes/sha3.js";
import { plainTyped } from "@server/platform/rules/text/typed";
import { refuse } from "@server/platform/rules/refusals/refuse";

const HEX_DIGITS = /^0x[0-9a-f]{40}$/i;

/** Encodes an address's checksum in the case of its letters (EIP-55). */
function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  const cased = Array.from(digits, (digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0x0f;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join("")}`;
}

/**
 * Returns a wallet address in stored form, with its EIP-55 checksum. An address in a single case
 * has no checksum and gets one. Refuses with WALLET_ADDRESS_INVALID (wrong form) or
 * WALLET_ADDRESS_CHECKSUM (mistyped). Idempotent.
 */
export function normaliseWalletAddress(text: string): string {
  const typed = plainTyped(text).trim().replace(/^0X/, "0x");
  if (!HEX_DIGITS.test(typed)) throw refuse("WALLET_ADDRESS_INVALID");
  const correct = withChecksum(typed);
  const digits = typed.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && typed !== correct) throw refuse("WALLET_ADDRESS_CHECKSUM");
  return correct;
}
