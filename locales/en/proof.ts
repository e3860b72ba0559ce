/** The page of signed checkpoints. */
export const proof = {
  title: "Proof of the ledger",
  intro:
    "{{company}} writes every allocation of tokens into one list, and signs it within seconds. Here anyone sees that an entry is in the list, and that nothing was removed or rewritten later. The list shows no names.",
  entries_one: "{{size}} entry in the ledger",
  entries_other: "{{size}} entries in the ledger",
  signed: "Last signed on {{at}}.",
  own: "See your own entries",
  details: "Details",
  none: "Nothing is signed yet.",
  current: "Current checkpoint",
  history: "All checkpoints",
  number: "Checkpoint",
  size: "Allocations",
  signedAt: "Signed at",
  root: "Merkle root",
  signature: "Signature",
  keyId: "Key ID",
  text: "Signed text",
  file: "File",
  download: "Download the checkpoint",
  downloadNumber: "Download checkpoint {{number}}",
  keys: "Public keys",
  since: "First used",
  publicKey: "Public key (Ed25519)",
  toStart: "Go to the home page",
  check: {
    title: "Check it yourself",
    needsScript: "This check needs JavaScript. The program under Details does the same without it.",
    file: "Proof file",
    choose: "Choose a file",
    none: "No file chosen",
    fileHint:
      "The file from your receipt (“Download the proof of the ledger”). It stays on your device.",
    busy: "Checking...",
    verified: "Verified ✓ entry {{entry}}",
    included:
      "It is among the {{size}} entries of checkpoint {{number}}, which is signed by a key of this page.",
    consistent:
      "Verified ✓ checkpoint {{second}} contains everything that checkpoint {{first}} had.",
    faults: {
      UNREADABLE: "This file cannot be read.",
      FORMAT: "This is no proof, or it is damaged.",
      SIGNATURE: "The signature is wrong. Please tell {{company}}.",
      KEY: "The file is signed by a key that this page does not list. Please tell {{company}}.",
      INCLUSION: "The allocation is not in the signed list. Please tell {{company}}.",
      CONSISTENCY: "The list was rewritten. Please tell {{company}}.",
    },
    history:
      "This browser remembers the list as it saw it last, and verifies that it has only grown since then.",
    compare: "Compare with my last visit",
    newKey:
      "It is signed by a new key. Compare the key under Details with one from another source.",
    results: {
      first:
        "Verified ✓ checkpoint {{number}} with {{size}} entries is signed, and remembered from now on.",
      same: "Verified ✓ nothing has changed since your last visit: checkpoint {{number}}.",
      grown: "Verified ✓ the list has only grown. Checkpoint {{number}} has {{size}} entries.",
      truncated:
        "Checkpoint {{number}}, which this browser has seen, is no longer there. Please tell {{company}}.",
      rewritten:
        "The list is not the one that this browser saw at checkpoint {{number}}. Please tell {{company}}.",
      failed: "The check could not be made. Please try again.",
    },
  },
  command: {
    title: "Check without this site",
    text: "This small program verifies a proof file on your own computer. It needs Node.js 20 and no connection.",
    hint: "Give the public key that you noted earlier, or got from someone you trust.",
    download: "Download the program",
  },
} as const;
