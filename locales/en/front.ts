/** The front page around the login form. */
export const front = {
  closed: {
    title: "This site is closed at present",
    reason: "Reason",
    open: "The policies below stay readable, and your receipts once you log in.",
    receipts: "Your receipts",
    none: "You have no payment here.",
    tokens: "tokens",
    newer: "Newer",
    older: "Older",
  },
  seller: "Sold by {{seller}}",
  price: "One {{symbol}} today",
  priceFrom: "{{price}} from {{date}}",
  noPrice: "Not on sale at present",
  sold: "{{percent}}% sold",
  of: "{{sold}} of {{total}} {{symbol}}, rewards included",
  held: "{{held}} {{symbol}} kept for orders that are being paid or checked",
  left: "{{left}} {{symbol}} left",
  launch: "Launch",
  day_one: "in {{count}} day",
  day_other: "in {{count}} days",
  launchOn: "on {{date}}",
  launched: "The tokens are unlocked",
  unannounced: "To be announced",
  join: "Register and buy",
  invited: "You were invited with the code {{code}}.",
  invitedBy: "{{name}} invited you (code {{code}}).",
  invitedOther:
    "You came by the code {{first}} first, and it stays. If you type another one, such as {{code}}, when you create your account, that one counts instead.",
  invitedEnded:
    "The code {{code}} no longer counts. You can register without a code, or with another one.",
  invitedOwn: "This is your own link. It counts for friends who open it.",
  invitedLate: "You have an account, so the code {{code}} changes nothing for you.",
  invitedText: "It is filled in when you create your account. Your price stays the same.",
  invitedReward:
    "Your friend receives {{percent}} of the tokens that you buy as a reward, on top of yours.",
  invitedBonus:
    "You receive {{percent}} more tokens as a bonus with each order until {{until}}, while they last.",
  invitedUnknown:
    "Nobody has the code {{code}}. Please ask your friend for the link again, or register without a code.",
  steps: "How it works",
  money: "Your money and your tokens",
  moneyText:
    "You pay {{company}} directly by UPI or bank transfer. {{company}} checks each payment. Then your tokens appear in your account, with a receipt. If a payment is not approved, you read the reason there.",
  tokensText: "The tokens are locked until the launch.",
  check: "Check us",
  checkText:
    "Every token that is given out is an entry of a public, signed ledger. It has {{entries}} now, and none can be changed unnoticed.",
  checkLink: "See the proof",
  documents: "Documents",
  questions: "Questions and answers",
  asked: {
    seller: "Who sells the tokens?",
    sellerText: "{{company}}. How to reach them is at the foot of this page.",
    pay: "How long does a price hold?",
    payText:
      "An order keeps its price, and its tokens are reserved for {{holdMinutes}} minutes while you pay.",
    when: "When do I receive my tokens?",
    whenText:
      "As soon as {{company}} has checked your payment. You receive a mail, and a receipt in your account. The tokens unlock at the launch.",
    back: "Can I get my money back?",
    backText:
      "Once a payment is approved, the sale is final. Please read the terms of sale before you buy.",
    verify: "Do I need an identity document?",
    verifyText: "Your profile asks for its number, and {{company}} checks it.",
    real: "How can I check that the figures are true?",
    realText:
      "Each token that is given out is an entry of a public, signed ledger. Anyone can verify it, without an account.",
  },
};
