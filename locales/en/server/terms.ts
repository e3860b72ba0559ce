/** The default for companies without their own. "{{company}}" and "{{contact}}" are filled in. */
export const terms = {
  title: "Terms of sale",
  sections: [
    [
      "Who sells",
      "{{company}} sells its token on this site before the launch. These terms are the agreement between you and {{company}}. You reach us at {{contact}}.",
    ],
    [
      "Who may buy",
      "You are 18 or older, and the law allows you to buy. One person has one account, and what you tell us about yourself is true. We may ask for a document that shows it before we accept a payment.",
    ],
    [
      "Order and price",
      "An order keeps its tokens and its price for the time that is shown with it. A payment that arrives later is accepted as long as there are tokens; if the price has changed by then, we tell you and decide whether it still applies. The platform fee is shown before you order and is part of the total.",
    ],
    [
      "Payment",
      "Pay the total to an account that is shown with your order, from an account of your own, and send us the proof. A person checks each payment. We may reject one that did not arrive, that differs from the order or that is not yours. An unallocated payment is sent back to you.",
    ],
    [
      "Tokens and launch",
      "Once we have approved a payment, its tokens are recorded in your account with a receipt. They are locked until the launch. The date of the launch may change, and we announce it on this site.",
    ],
    [
      "The sale is final",
      "You may cancel an order at no cost until you have paid. An approved purchase cannot be cancelled or returned, unless the law gives you this right. If we reverse an approval, we tell you why and what happens with your money.",
    ],
    [
      "Invitations",
      "Whoever invited a buyer gets a reward in tokens, at the rate of the day of the order and as long as the pool has tokens. Nobody invites themselves. We take back a reward that was obtained by deceit.",
    ],
    [
      "Risk and tax",
      "Tokens are virtual digital assets. They are unregulated in India and carry risk: you may lose all that you pay. Nothing on this site is advice to invest. Gains may be taxed, and tax may be deducted at source.",
    ],
    [
      "Your account",
      "Keep your password to yourself. We may block an account that breaks these terms or the law. You may end your account in your profile; records of orders and payments are kept for as long as the law asks.",
    ],
    [
      "Changes and law",
      "A new text of these terms applies to payments that are made after it is published, and you are asked to agree to it first. Each order keeps the text under which it was paid. The law of India applies.",
    ],
  ],
} as const;
