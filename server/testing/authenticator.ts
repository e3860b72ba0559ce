import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyChallenge } from "@server/members/contracts/passkeys";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const url = (data: Buffer): string => data.toString("base64url");

/**
 * Flags of the authenticator data: user present, user verified, and (for a new passkey) credential data
 * follows.
 */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

interface Use {
  origin: string;
  /** Another relying party than that of the challenge. */
  rpId?: string;
  isVerified?: boolean;
  /** True to repeat the signature counter, as a copy of the passkey would. */
  isCopy?: boolean;
}

/** Imitates an authenticator with one ES256 passkey, in the JSON of browsers. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #point: Buffer;
  readonly #countsUses: boolean;
  #uses = 0;

  /** A passkey that is synchronised between devices has no signature counter. */
  constructor({ countsUses = true } = {}) {
    this.#countsUses = countsUses;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // CBOR map: kty EC2, alg ES256, crv P-256, x, y.
    this.#point = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** Returns the answer of `navigator.credentials.create`. */
  create({ options }: PasskeyChallenge, use: Use): Record<string, unknown> {
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#point,
    ]);
    const authData = Buffer.concat([this.#head(options, use, ATTESTED), credential]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(authData.length);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
      length,
      authData,
    ]);
    return this.#answer({
      clientDataJSON: url(this.#clientData("webauthn.create", options, use)),
      attestationObject: url(attestation),
      transports: ["internal", "a word of its own"],
    });
  }

  /** Returns the answer of `navigator.credentials.get`. */
  get({ options }: PasskeyChallenge, use: Use): Record<string, unknown> {
    if (this.#countsUses && !use.isCopy) this.#uses += 1;
    const authData = this.#head(options, use, 0);
    const clientData = this.#clientData("webauthn.get", options, use);
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#key);
    return this.#answer({
      clientDataJSON: url(clientData),
      authenticatorData: url(authData),
      signature: url(signature),
    });
  }

  #head(options: Record<string, unknown>, use: Use, flags: number): Buffer {
    const { rp, rpId } = options as { rp?: { id: string }; rpId?: string };
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#uses);
    const verified = use.isVerified === false ? 0 : VERIFIED;
    return Buffer.concat([
      sha256(use.rpId ?? rpId ?? rp?.id ?? ""),
      Buffer.from([PRESENT | verified | flags]),
      counter,
    ]);
  }

  #clientData(type: string, { challenge }: Record<string, unknown>, { origin }: Use): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #answer(response: Record<string, unknown>): Record<string, unknown> {
    const id = url(this.id);
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }
}
