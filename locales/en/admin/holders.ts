/** The holders' register. */
export const holders = {
  title: "Holders",
  intro:
    "Who holds tokens. Name, verification, wallet and referrer are as they are now; the figures are of {{at}}.",
  intoDay: "The figures are those at the end of that day in India.",
  on: "At the end of",
  show: "Show",
  today: "Now",
  search: "Search by name, email, mobile or Member ID",
  verified: {
    label: "Verification",
    all: "Every verification",
    yes: "Verified",
    no: "Not verified",
  },
  wallet: { label: "Wallet", all: "Every wallet", yes: "With a wallet", no: "Without a wallet" },
  rows: { label: "Rows of a page", count: "{{count}} rows" },
  columns: {
    number: "Sl.No",
    member: "Member",
    memberId: "Member ID",
    verified: "Verified",
    bought: "Bought, with bonus",
    bonus: "Of it bonus",
    rewards: "Rewards",
    tokens: "Tokens",
    paid: "Paid",
    wallet: "Wallet",
    referrer: "Referrer",
    referrerId: "Referrer's Member ID",
    first: "First purchase",
    last: "Last purchase",
  },
  sums_one:
    "{{quantity}} holder: {{bought}} tokens bought + {{rewards}} rewards = {{tokens}} tokens, {{paid}} paid.",
  sums_other:
    "{{quantity}} holders: {{bought}} tokens bought + {{rewards}} rewards = {{tokens}} tokens, {{paid}} paid.",
  sumsOfTokens_one:
    "{{quantity}} holder: {{bought}} tokens bought + {{rewards}} rewards = {{tokens}} tokens.",
  sumsOfTokens_other:
    "{{quantity}} holders: {{bought}} tokens bought + {{rewards}} rewards = {{tokens}} tokens.",
  agrees_one: "The ledger's {{entries}} entry adds up to the same {{tokens}} tokens.",
  agrees_other: "The ledger's {{entries}} entries add up to the same {{tokens}} tokens.",
  partOf: "That is a part of the ledger's {{tokens}} tokens: the list is filtered.",
  differs:
    "The ledger adds up to {{tokens}} tokens, which is not the same. Do not use this list; tell the platform.",
  sealed: "Checkpoint {{number}}, signed {{at}} over {{size}} entries, covers them.",
  unsealed: "No checkpoint covers them yet; the next one will, within minutes.",
  proof: "See the checkpoint",
  none: "Nobody holds tokens yet. Once you approve a purchase, its buyer is here.",
  noneOn: "Nobody held tokens at the end of that day.",
  noMatch: "No holder matches this search.",
  unsorted:
    "The list is too long to be sorted so. Narrow it; until then the most tokens are first.",
  excel: "Download Excel",
};
