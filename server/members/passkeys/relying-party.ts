import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { PasskeyChallenge, PasskeyOptions } from "@server/members/contracts/passkeys";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Secrets } from "@server/platform";

/** Milliseconds that the browser's dialog may stay open. */
const TICKET_MS = 5 * 60_000;

/** The purpose of a challenge. One for a login does not add a passkey. */
export type PasskeyPurpose = "add" | "log-in" | "step-up";

/** The sealed state between the two calls of a ceremony. */
interface Ticket {
  purpose: PasskeyPurpose;
  /** The person who is signed in; null at a login. */
  personId: string | null;
  host: string;
  challenge: string;
  until: number;
}

/** A stored passkey, as the library verifies it. */
export interface StoredPasskey {
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: readonly string[];
}

export interface NewPasskey extends StoredPasskey {
  transports: string[];
}

/** Loaded with the first passkey: few calls need it, and it takes 100 ms. */
const library = () => import("@simplewebauthn/server");

/** The ways by which browsers reach an authenticator; other words that they send are not kept. */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const transportsOf = (names: readonly string[]) => [...names] as AuthenticatorTransportFuture[];

interface Asked {
  secrets: Secrets;
  now: Date;
  host: string;
  personId: string | null;
}

function withTicket(
  { secrets, now, host, personId }: Asked,
  purpose: PasskeyPurpose,
  options: { challenge: string },
): PasskeyChallenge {
  const until = now.getTime() + TICKET_MS;
  const ticket: Ticket = { purpose, personId, host, challenge: options.challenge, until };
  return {
    options: { ...options } satisfies PasskeyOptions,
    ticket: secrets.encrypt("passkey-ticket", JSON.stringify(ticket)),
  };
}

/**
 * Opens a ticket. Refuses with PASSKEY_OVER one that is damaged, too old, or made for another
 * purpose or person.
 */
export function openPasskeyTicket(
  { secrets, now }: Pick<Asked, "secrets" | "now">,
  sealed: string,
  made: Pick<Ticket, "purpose" | "personId">,
): Ticket {
  let text: string;
  try {
    text = secrets.decrypt("passkey-ticket", sealed);
  } catch {
    throw refuse("PASSKEY_OVER");
  }
  const ticket = JSON.parse(text) as Ticket;
  const isIts = ticket.purpose === made.purpose && ticket.personId === made.personId;
  if (!isIts || ticket.until <= now.getTime()) throw refuse("PASSKEY_OVER");
  return ticket;
}

/** The challenge for a new passkey, which the browser finds by itself at a login. */
export async function challengeToAdd(
  asked: Asked & { personId: string },
  about: { site: string; email: string; has: readonly StoredPasskey[] },
): Promise<PasskeyChallenge> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: about.site,
    rpID: asked.host,
    userID: new TextEncoder().encode(asked.personId),
    userName: about.email,
    userDisplayName: about.email,
    timeout: TICKET_MS,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: about.has.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  return withTicket(asked, "add", options);
}

/** The challenge for a login or a step-up. A login names no passkey, so it tells nothing of anybody. */
export async function challengeToUse(
  asked: Asked,
  purpose: "log-in" | "step-up",
  own: readonly StoredPasskey[] = [],
): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: asked.host,
    timeout: TICKET_MS,
    userVerification: "required",
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  return withTicket(asked, purpose, options);
}

/** A new passkey from the browser's answer. Refuses with PASSKEY_WRONG. */
export async function verifyNewPasskey(
  ticket: Pick<Ticket, "challenge" | "host">,
  origin: string,
  response: unknown,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library();
  const answer = await verifyRegistrationResponse({
    // The library refuses any other shape by throwing.
    response: response as RegistrationResponseJSON,
    expectedChallenge: ticket.challenge,
    expectedOrigin: origin,
    expectedRPID: ticket.host,
    requireUserVerification: true,
  }).catch(() => null);
  if (!answer?.verified || !answer.registrationInfo) throw refuse("PASSKEY_WRONG");
  const { id, publicKey, counter, transports } = answer.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: TRANSPORTS.filter((one) => transports?.includes(one)),
  };
}

/** Verifies a use of a passkey; returns its count of uses. Refuses with PASSKEY_WRONG. */
export async function verifyPasskey(
  ticket: Pick<Ticket, "challenge" | "host">,
  origin: string,
  passkey: StoredPasskey,
  response: unknown,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const answer = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: ticket.challenge,
    expectedOrigin: origin,
    expectedRPID: ticket.host,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
      transports: transportsOf(passkey.transports),
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!answer?.verified) throw refuse("PASSKEY_WRONG");
  return answer.authenticationInfo.newCounter;
}
