import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** The server's challenge for the browser's passkey dialog; see `PasskeyChallenge`. */
export interface Challenge {
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
  ticket: string;
}

/** Opens the browser's own dialog. Throws if the person closes it. */
export const askBrowser = ({ options }: Challenge): Promise<object> =>
  "rp" in options
    ? startRegistration({ optionsJSON: options })
    : startAuthentication({ optionsJSON: options });
