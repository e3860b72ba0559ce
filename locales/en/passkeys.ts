/** The passkeys of an account. */
export const passkeys = {
  title: "Passkeys",
  explain:
    "A passkey logs you in with your fingerprint, face or screen lock, without a password and without codes. It works on this site only, so nobody can trick you into giving it away.",
  none: "You have no passkey yet.",
  host: "for {{host}}",
  added: "Added {{at}}.",
  used: "Last used {{at}}.",
  neverUsed: "Not used yet.",
  password: "Current Password",
  name: "Name (optional)",
  nameHint: "How you tell it apart, such as the name of your phone",
  add: "Add a passkey",
  closed: "No passkey was added. You can try again.",
  remove: "Remove",
  removeNamed: "Remove {{name}}",
  removing: "Removing...",
  needsScripts: "Adding a passkey needs JavaScript, which is off in this browser.",
  isAdded: "Your passkey logs you in from now on.",
  isRemoved: "The passkey no longer logs you in.",
  use: "Use a passkey",
  unused: "No passkey was used. You can try again, or log in the other way.",
};
