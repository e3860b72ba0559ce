import { type VerifySignature, bytesOf } from "@server/ledger/rules/verify-proof";

/**
 * Ed25519 in the browser. WebCrypto lacks it in older browsers and on insecure origins; a small
 * library then verifies, which only this page loads.
 */
export const verifyInBrowser: VerifySignature = async (publicKey, text, signature) => {
  const [key, signed, bytes] = [
    new Uint8Array(bytesOf(publicKey)),
    new Uint8Array(bytesOf(signature)),
    new TextEncoder().encode(text),
  ];
  if (key.length !== 32 || signed.length !== 64) return false;
  try {
    const algorithm = { name: "Ed25519" };
    const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
    return await crypto.subtle.verify(algorithm, imported, signed, bytes);
  } catch {
    return verifyByLibrary(key, bytes, signed);
  }
};

/** Verifies an Ed25519 signature without WebCrypto, by a library that is loaded here. */
export async function verifyByLibrary(
  key: Uint8Array,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const [ed25519, { sha512 }] = await Promise.all([
    import("@noble/ed25519"),
    import("@noble/hashes/sha2.js"),
  ]);
  ed25519.hashes.sha512 = sha512;
  try {
    return ed25519.verify(signature, bytes, key);
  } catch {
    return false;
  }
}
