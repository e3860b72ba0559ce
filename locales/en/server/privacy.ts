/** The default for companies without their own. "{{company}}" and "{{contact}}" are filled in. */
export const privacy = {
  title: "Privacy policy",
  sections: [
    [
      "Who is responsible",
      "{{company}} runs this site and decides what happens with your data. You reach us at {{contact}}.",
    ],
    [
      "What we keep",
      "Your name, e-mail address, mobile number, date of birth, PIN code and gender; the orders you place, the payments you tell us about and the proofs you upload; and when and from which device you logged in. Identity numbers are stored encrypted. So that nobody rewards themself for inviting themself, we also keep hashes, which cannot be read, of your addresses, numbers, proofs, payers, wallet and networks, and compare them with other members'.",
    ],
    [
      "What we use it for",
      "To run your account, to match your payments with your orders, to record the tokens allocated to you, to answer you, and to keep the books the law asks for.",
    ],
    [
      "Who else sees it",
      "The people at {{company}} who decide on payments, and those who run the site for it. We do not sell your data, and no advertiser sees it.",
    ],
    [
      "How long we keep it",
      "As long as you have an account, and records of orders and payments for as long as Indian law asks. When your account is deleted, your name and contact details are removed from them, and those hashes are deleted; those of networks after 180 days.",
    ],
    [
      "Your rights",
      "You may ask what we keep about you, have it corrected, and withdraw your consent. Write to {{contact}}.",
    ],
    [
      "Virtual digital assets",
      "Tokens are virtual digital assets. They are unregulated in India and carry risk: you may lose all that you pay. Gains may be taxed, and tax may be deducted at source.",
    ],
  ],
} as const;
