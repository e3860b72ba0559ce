/** The screen that asks for a proof once more; the server sends its texts with what waits. */
export const stepUp = {
  heading: "Please confirm that it is you",
  text: "This needs your password, or a code of your authenticator app, once more. It is not asked again for {{stepUpMinutes}} minutes.",
  textCode:
    "This needs a code of your authenticator app, or a recovery code. It is not asked again for {{stepUpMinutes}} minutes.",
  textRecovery:
    "This needs a passkey, or a recovery code. It is not asked again for {{stepUpMinutes}} minutes.",
  textPasskey:
    "This needs your passkey. It is not asked again for {{stepUpMinutes}} minutes. Where this browser has no passkey, log in again: you go on where you are.",
  textNone:
    "This needs a recent login. Log in again, and go on where you are. An authenticator app or a passkey spares you that.",
  kept: "What you typed is kept.",
  proof: "Password, or code of the app",
  code: "Code of the app, or a recovery code",
  recoveryCode: "A recovery code",
  submit: "Continue",
  pending: "Checking...",
  cancel: "Back without it",
  again: "Log in again instead",
  proved: "Thank you",
  provedText: "Your download begins now.",
  download: "Download again",
};
