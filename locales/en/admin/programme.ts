/** The referral programme, for the company's admins. */
export const programme = {
  title: "Referrals",
  intro:
    "Rewards are tokens of the referral pool, given to members for what those they invited bought.",
  tabs: { overview: "Costs and benefits", rewards: "Rewards", referrers: "Referrers" },
  cost: "Reward tokens given",
  costHint: "By the ledger, on the day of each entry. What was taken back is subtracted.",
  benefit: "Bought by invited members",
  benefitHint: "Approved purchases with fees, on the day of the decision.",
  empty: "Nothing in this time.",
  figures: "What the programme cost and brought",
  bought: "Tokens bought",
  paid: "Paid by them",
  rewarded: "Reward tokens",
  search: "Search by name, email, mobile or Member ID",
  columns: {
    name: "Referrer",
    memberId: "Member ID",
    invited: "Invited",
    buyers: "Have bought",
    bought: "Tokens bought",
    paid: "Paid",
    rewards: "Reward tokens",
  },
  none: "Nobody has invited anybody yet. Members find their link under Referral.",
  noMatch: "No referrer matches this search.",
  statement: {
    link: "Statement",
    of: "Statement of {{name}}",
    title: "Yearly statement",
    explain:
      "Rewards of a financial year of India, from 1 April to 31 March, with their value at the price of each order. The download is recorded in the activity.",
    year: "Financial year",
    pdf: "Download PDF",
    csv: "Download CSV",
  },
};
