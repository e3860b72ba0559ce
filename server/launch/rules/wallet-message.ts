/** The minutes within which a message is signed. */
export const MESSAGE_MINUTES = 10;

/** The hours after which a proven wallet takes force; until then its member can stop it. */
export const WALLET_HOURS = 24;

/** Text that wallets show above the address and the nonce, in English: EIP-4361 allows ASCII alone. */
const STATEMENT =
  "Prove that this wallet is yours, so that your tokens can be delivered to it. This moves nothing and costs nothing.";

interface Asked {
  /** With its EIP-55 checksum. */
  address: string;
  /** Scheme, host and port of the site that asks. */
  origin: string;
  /** At least eight letters and digits. */
  nonce: string;
  at: Date;
}

/** Writes the EIP-4361 message that a wallet signs to prove that it is the member's. It loads viem. */
export async function walletMessage({ address, origin, nonce, at }: Asked): Promise<string> {
  const { createSiweMessage } = await import("viem/siwe");
  return createSiweMessage({
    address: address as `0x${string}`,
    chainId: 1,
    domain: new URL(origin).host,
    expirationTime: new Date(at.getTime() + MESSAGE_MINUTES * 60_000),
    issuedAt: at,
    nonce,
    statement: STATEMENT,
    uri: origin,
    version: "1",
  });
}

/** True if a site of this origin asked for a message. */
export const isMessageOf = (message: string, origin: string): boolean =>
  message.startsWith(`${new URL(origin).host} wants you to sign in`);

/** A signature of a key: 65 bytes. That of a contract has another form, and needs a network to check it. */
const SIGNATURE = /^0x[0-9a-f]{130}$/i;

/** True if the signature of a message is by the key of an address; false for any other text. */
export async function isSignedBy(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!SIGNATURE.test(signature)) return false;
  const { isAddressEqual, recoverMessageAddress } = await import("viem");
  try {
    const signer = await recoverMessageAddress({ message, signature: signature as `0x${string}` });
    return isAddressEqual(signer, address as `0x${string}`);
  } catch {
    // Numbers that are no point of the curve.
    return false;
  }
}
