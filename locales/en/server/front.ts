/** The front page around the login form, made on the server. */
export const front = {
  seller: "Sold by {{seller}}",
  price: "One {{symbol}} today",
  priceFrom: "{{price}} from {{date}}",
  noPrice: "Not on sale at present",
  launch: "Launch",
  day_one: "in {{count}} day",
  day_other: "in {{count}} days",
  launchOn: "on {{date}}",
  launched: "The tokens are unlocked",
  unannounced: "To be announced",
  join: "Register and buy",
  invited: "A friend invited you with the code {{code}}.",
  invitedText: "It is filled in when you create your account. Your price stays the same.",
  invitedReward: "Your friend receives {{percent}} of the tokens that you buy, as a reward.",
  steps: "How it works",
  money: "Your money and your tokens",
  moneyText:
    "You pay {{company}} directly by UPI or bank transfer. {{company}} checks each payment. Then your tokens appear in your account, with a receipt. If a payment is not approved, you read the reason there.",
  tokensText: "The tokens are locked until the launch.",
  distribution: "How the tokens are distributed",
  part: "For",
  share: "Share",
  shares: {
    Airdrop: "Airdrop",
    "Angel Investor": "Angel Investor",
    "Founder Team": "Founder Team",
    "Public Cell": "Public Cell",
    "Referral Programme": "Referral Programme",
  },
  check: "Check us",
  checkText:
    "Every token that is given out is an entry of a public, signed ledger. It has {{entries}} now, and none can be changed unnoticed.",
  checkLink: "See the proof",
  questions: "Questions and answers",
  asked: {
    seller: "Who sells the tokens?",
    sellerText: "{{company}}. The address and the contact are at the foot of this page.",
    pay: "How long does a price hold?",
    payText:
      "An order keeps its price, and its tokens are reserved for {{holdMinutes}} minutes while you pay.",
    back: "Can I get my money back?",
    backText:
      "All sales are final once a payment is approved. Read the terms of sale before you buy.",
    verify: "Do I need papers?",
    verifyText: "Your profile asks for an identity document, which {{company}} checks.",
  },
};

/** The foot of the investors' pages. */
export const footer = {
  label: "Contact",
  whatsApp: "WhatsApp",
  privacy: "Privacy policy",
  terms: "Terms of sale",
};

/** Messages of a login that replaces a page. */
export const login = {
  ended: "Your session ended. Please log in again.",
  endedTo: "Your session ended. Log in, and you are back on the page where you were.",
  asked: "Log in to see the page that you asked for.",
  unsent: "Your session ended before this was sent. Please check it and send it again.",
};
