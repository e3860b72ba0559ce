import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Signatures of webhooks as the Standard Webhooks specification has them (standardwebhooks.com): the
 * base64 of HMAC-SHA256 over `id.timestamp.body`, by the bytes that the secret encodes after `whsec_`.
 */

const PREFIX = "whsec_";
/** Bytes of a secret: as many as the hash has. */
const SECRET_BYTES = 32;
/** Signatures of one message that are compared: senders send two while they exchange a secret. */
const MOST_SIGNATURES = 4;

export interface SignedMessage {
  id: string;
  /** Seconds since 1970, as sent. */
  timestamp: string;
  body: string;
}

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** `v1,` and the signature. */
export function signWebhook(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.replace(PREFIX, ""), "base64");
  const hash = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return `v1,${hash}`;
}

/**
 * Whether one of the signatures, separated by blanks, is made by one of the secrets. Every signature is
 * compared with every secret in constant time, so that the answer's time tells nothing.
 */
export function isSignedWebhook(
  secrets: readonly string[],
  message: SignedMessage,
  signatures: string,
): boolean {
  const given = signatures.split(" ", MOST_SIGNATURES).map((one) => Buffer.from(one));
  let isSigned = false;
  for (const secret of secrets) {
    const ours = Buffer.from(signWebhook(secret, message));
    for (const theirs of given) {
      if (ours.length === theirs.length && timingSafeEqual(ours, theirs)) isSigned = true;
    }
  }
  return isSigned;
}
