/** How private numbers are shown: enough to recognise one's own, not enough to use. */

/** All but the last signs replaced by X; a text no longer than those is hidden whole. */
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

/** The last four digits are all we keep (design §4): "1234" → "XXXX XXXX 1234". */
export function maskAadhaar(lastFour: string): string {
  return `XXXX XXXX ${lastFour.slice(-4)}`;
}

/** "123456789012" → "XXXXXXXX9012". */
export function maskAccountNumber(accountNumber: string): string {
  return maskAllBut(accountNumber, 4);
}

/** "0x52908400…" → "0x5290…BfaE", as in lists; null stays null. */
export function shortWallet(address: string): string;
export function shortWallet(address: string | null): string | null;
export function shortWallet(address: string | null): string | null {
  return address === null ? null : shorten(address);
}

/** A transaction hash as in lists: "9f86d0…0a08". */
export function shortHash(hash: string): string {
  return shorten(hash);
}

function shorten(text: string): string {
  return text.length <= 13 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}

/** "asha@example.in" → "a•••@example.in": the length of the name is not told either. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "•••";
  return `${[...email][0]}•••${email.slice(at)}`;
}

/** "+919876543210" → "•••••• 3210". */
export function maskMobile(mobile: string): string {
  return `•••••• ${mobile.slice(-4)}`;
}
