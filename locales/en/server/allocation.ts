/** The page that verifies an allocation, translated on the server only. */
export const allocation = {
  page: {
    back: "Back to My Stock",
    titles: {
      PURCHASE: "{{quantity}} {{symbol}} bought",
      REFERRAL: "{{quantity}} {{symbol}} as a reward",
      BONUS: "{{quantity}} {{symbol}} as a bonus",
      REVERSAL: "{{quantity}} {{symbol}} reversed",
      BONUS_REVERSAL: "{{quantity}} {{symbol}} of a bonus reversed",
    },
    verified: "Verified ✓ entry {{entry}}",
    failed: "Entry {{entry}} could not be verified",
    right: "The record is unchanged, and it follows the entry before it.",
    inBrowser: "Calculated in your browser.",
    onServer: "Calculated on the server.",
    wrong: "The hash does not match. Please tell {{company}}.",
    textWrong: "The text does not match the record. Please tell {{company}}.",
    unlinked: "It does not follow the previous allocation. Please tell {{company}}.",
    intro: "All allocations stand in one list that {{company}} signs.",
    ledger: "See the list",
    details: "Details",
    hashed:
      "The hash covers the record of your tokens and the previous hash. If any of that were changed, the hash would be different.",
    previous: "Previous hash",
    text: "Hashed text",
    textHint: "Exactly as shown, without a line break at the end.",
    hash: "Hash",
    computed: "Calculated hash",
    yourself: "Check it without this site",
    yourselfText:
      "Run this on any computer with a terminal (Linux or macOS). It must print the hash above.",
    copyCommand: "Copy the command",
    commandCopied: "Command copied to clipboard!",
  },
};
