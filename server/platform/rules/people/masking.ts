/** Masked numbers: the owner can recognise them, others cannot use them. */

/**
 * Replaces all but the last characters with X; a text of at most that length is masked completely.
 */
function maskAllBut(text: string, shown: number): string {
  const signs = [...text];
  if (signs.length <= shown) return "X".repeat(signs.length);
  return "X".repeat(signs.length - shown) + signs.slice(-shown).join("");
}

/** "ABCDE1234F" → "XXXXXX234F". */
export function maskKycNumber(kycNumber: string): string {
  return maskAllBut(kycNumber, 4);
}

/** "ABCDE1234F" → "XXXXXX234F". */
export function maskPan(pan: string): string {
  return maskAllBut(pan, 4);
}

/** Only the last four digits are stored (architecture.md §4): "1234" → "XXXX XXXX 1234". */
export function maskAadhaar(lastFour: string): string {
  return `XXXX XXXX ${lastFour.slice(-4)}`;
}

/** "123456789012" → "XXXXXXXX9012". */
export function maskAccountNumber(accountNumber: string): string {
  return maskAllBut(accountNumber, 4);
}

/** "0x52908400…" → "0x5290…BfaE", for lists; null stays null. */
export function shortWallet(address: string): string;
export function shortWallet(address: string | null): string | null;
export function shortWallet(address: string | null): string | null {
  return address === null ? null : shorten(address);
}

/** A transaction hash for lists: "9f86d0…0a08". */
export function shortHash(hash: string): string {
  return shorten(hash);
}

function shorten(text: string): string {
  return text.length <= 13 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}

/** "Asha Devi Rao" → "Asha R.", for members who agreed to it. */
export function firstNameAndInitial(name: string): string {
  const [first = "", ...rest] = name.split(/\s+/).filter((word) => word !== "");
  const last = rest.at(-1);
  return last === undefined ? first : `${first} ${[...last][0] ?? ""}.`;
}

/** Masks another member's name to the first letter of each word. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${[...word][0] ?? ""}•••`)
    .join(" ");
