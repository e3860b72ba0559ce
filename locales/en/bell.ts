/** Notices under a member's bell, and the announcements that an admin writes. */
export const bell = {
  title: "Notices",
  none: "There are no notices yet. Decisions about your payments, refunds, rewards, new prices and what {{company}} announces appear here.",
  new: "New",
  markRead: "Mark all as read",
  list: "Your notices",
  APPROVED_one: "{{order}} was approved: {{tokens}} {{token}} is yours.",
  APPROVED_other: "{{order}} was approved: {{tokens}} {{token}} are yours.",
  REJECTED: "{{order}} was rejected.",
  REVERSED: "The approval of {{order}} was reversed.",
  EXPIRED: "The time to pay {{order}} is over. Money already sent is not lost: send its proof.",
  PART: "A part of your payment for {{order}} arrived. Please pay the rest: the order waits for it.",
  RELEASED: "{{order}} still waits for a decision, but its tokens are no longer reserved.",
  KEPT: "Your payment for {{order}} is on record. {{company}} decides what follows.",
  RECORDED: "A payment for {{order}} arrived. The order waits for its decision.",
  UNNEEDED:
    "Another payment for {{order}} arrived, which the order does not need. It is sent back, or pays another order of yours that waits.",
  NOT_RECEIVED: "Your payment for {{order}} has not arrived in our account.",
  REFUNDED:
    "{{amount}} of your payment for {{order}} was sent back on {{date}}. The bank's reference: {{reference}}",
  REUSED: "{{amount}} of your payment for {{order}} paid another order of yours: {{newOrder}}.",
  REWARD_one: "{{member}}, whom you invited, bought tokens: {{tokens}} {{token}} is your reward.",
  REWARD_other:
    "{{member}}, whom you invited, bought tokens: {{tokens}} {{token}} are your reward.",
  REWARD_REVERSED:
    "The purchase of {{member}} was reversed, and your reward of {{tokens}} {{token}} with it.",
  PRICE: "One {{token}} now costs {{price}}.",
  toOrder: "See the order",
  toBuy: "Buy Token",
  toRewards: "See your rewards",
  admin: {
    title: "Announcements",
    intro:
      "Each one is under the bell of all members, and mailed to those who chose such mails. At most {{count}} in a day.",
    heading: "Title",
    text: "Text",
    textHint: "Plain text; line breaks are kept.",
    publish: "Publish",
    published: "Announcement published",
    list: "Published",
    none: "Nothing was announced yet.",
    by: "{{at}}, {{by}}",
    withdraw: "Withdraw",
    withdrawOne: "Withdraw {{title}}",
    withdrawn: "Announcement withdrawn",
    isWithdrawn: "Withdrawn on {{at}}",
  },
};
