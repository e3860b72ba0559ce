/** The settings of a company's admin. */
export const settings = {
  machines: "API keys, and addresses that are told of events",
  title: "Company Settings",
  saved: "Settings saved",
  price: {
    atOnce: "The price applies from the moment you confirm.",
    than: "The new price is {{change}} of the current one.",
    keeps:
      "Existing orders keep their terms, open ones too. A payment after an order's price has ended is flagged with both prices.",
    board: "Prices, fees and rewards",
    columns: { price: "Price", start: "From", by: "Set by", state: "State", action: "Action" },
    states: {
      UPCOMING: "Upcoming",
      IN_FORCE: "In force",
      ENDED: "Ended",
      CANCELLED: "Cancelled",
    },
    cancel: "Cancel it",
    cancelOne: "Cancel {{price}} from {{start}}",
    cancelTitle: "Cancel this change?",
    cancelText:
      "{{price}} will not take effect on {{start}}. What applies before it stays in force.",
    cancelled: "Change cancelled",
    noBy: "The platform",
  },
  tabs: { sale: "Sale", company: "Company", texts: "Texts", advanced: "Advanced" },
  unsaved: { text: "Your changes here are not saved yet.", discard: "Discard them" },
  terms: {
    price: "Price of one token, in ₹",
    priceHint: "Without a price nothing can be bought.",
    fee: "Platform fee, in %",
    reward: "Referral reward, in % of the tokens",
    launch: "Launch (Indian time)",
    launchHint: "All tokens unlock then.",
    latest: "All tokens unlock then; {{at}} at the latest.",
    bounds: "From {{least}} to {{most}}.",
    closed: "Only who runs your site may change it.",
    startsAt: "Price, fee and reward in force from (Indian time)",
    startsAtHint: "Leave it empty to begin at once. A day begins at 00:00.",
    keeps:
      "A changed fee, reward or launch waits for another owner, or for 24 hours where there is none. Existing orders keep their price, fee and reward; the launch is one day for all tokens.",
    minimum: "Least amount of an order, in ₹",
    minimumHint: "Before the fee. Empty: the price of one token.",
    cap: "Most tokens in one member's undecided orders",
    capHint: "Empty: no limit.",
    confirmTitle: "Change the terms of the sale?",
    unset: "none",
    from: "They apply from {{start}}.",
    waits:
      "Fee, reward and launch are stored now and change once another owner has confirmed them, or after 24 hours where there is none.",
    names: {
      priceMicroRupees: "Price",
      feeBps: "Fee",
      referralRewardBps: "Reward",
      launchAt: "Launch",
    },
  },
  buying: {
    label: "Members who are not verified yet",
    may: "may buy",
    mayNot: "may not buy until you have verified them",
    hint: "Existing orders stay as they are.",
  },
  approving: {
    title: "Approving payments",
    label: "Before a payment is approved",
    asks: "the admin confirms that the money was seen in your account",
    asksNot: "no confirmation is needed",
    hint: "A proof is what the member claims; only your account shows the money. API calls need no confirmation.",
  },
  referral: {
    title: "Referrals",
    label: "Days that a visitor's first referral code is kept",
    hint: "{{min}} to {{max}} days. The code is filled in when they register within that time; another one that they type wins.",
    hold: "Days that a reward is held after the approval",
    holdHint:
      "{{min}} to {{max}}; with 0 it is given at once, unless signs such as many registrations by one link hold it for review. The days in force at the approval count.",
    verified: "Tokens above which the referrer must be verified",
    verifiedHint:
      "A larger reward waits until you have verified its referrer. Empty: none waits for that.",
  },
  digest: {
    title: "Daily mail of the admins",
    label: "Sent from",
    hint: "Indian time. It lists the payments to decide with a link to each, and nothing is sent where nothing waits. Each admin may choose a mail for each payment instead (Security).",
  },
  reasons: {
    title: "Reasons of a rejection",
    label: "Reasons to choose from",
    hint: "One a line, at most twelve. Whoever rejects a payment chooses one or writes another; the member reads the text as it stands. Empty: the usual ones below.",
  },
  retention: {
    title: "How long data is kept",
    days: "Days until messages to members are deleted, with their addresses",
    daysHint: "From {{min}} to {{max}} days. Their texts are deleted once they are sent.",
    years: "Years until proofs of payment are deleted",
    yearsHint:
      "Counted from the decision; empty: never. Ask your accountant: books are usually kept for eight years. Undecided and unallocated payments keep their proofs.",
    never: "Nothing has been looked at yet. A job does it each night.",
    last: "Last run: {{when}}. Messages deleted: {{messages}}, proofs deleted: {{proofs}}.",
  },
  sms: {
    label: "Countries that get text messages",
    hint: "Two letters each, such as IN, AE. Others get the mail only.",
  },
  secondAdmin: {
    text: "A company's first account is added by one owner. Each later change of bank details needs two admins: one asks, another confirms; where nobody else can, it waits 24 hours. Here you set it for payments too. Making these rules weaker needs a second admin as well.",
    above: "Approvals above this sum need a second admin",
    aboveHint: "In rupees, with the fee. Empty: none.",
  },
  support: {
    title: "Support contact",
    text: "Members see it wherever they may need help. Without one they see {{email}} and {{mobile}}.",
    email: "Support email",
    mobile: "Support mobile",
    whatsApp: "WhatsApp number",
  },
  imprint: {
    title: "Company identity",
    text: "Shown with the support contact at the foot of the members' pages. Without a legal name they see the company's name. Logo and colours are the brand, which the super admin sets.",
    name: "Legal name",
    address: "Address",
  },
  front: {
    questions: "Questions and answers",
    questionsHint:
      "Strangers read them on the front page. Write a question, its answer in the lines below it, and an empty line before the next question. Empty: the standard ones below. Readers of a language that you leave empty see the one that you wrote.",
    documents: "Documents",
    documentsHint:
      "PDF files of at most {{size}} that anyone may open on the front page, such as a white paper. At most {{most}}.",
    none: "There are no documents yet. A file that you add is listed here and on the front page.",
    documentTitle: "Title",
    file: "PDF file",
    choose: "Choose a file",
    noFile: "No file chosen",
    add: "Add the document",
    adding: "Adding...",
    remove: "Remove",
    removeOne: "Remove “{{title}}”",
  },
  texts: {
    hint: "Plain text; line breaks are kept and markup is shown as typed. If empty, our standard text applies, in English and in Hindi.",
    riskNotice: "Risk notice",
    riskWhere:
      "Shown at the login and wherever tokens are bought, in every language as you write it.",
    advertNotice: "Warning on shared cards",
    advertWhere:
      "Stands on each card and text by which members share their link. If empty, the sentence of India's advertising council applies.",
    privacyPolicy: "Privacy policy",
    privacyWhere:
      "Members agree to it at the registration and before each payment. Each order keeps the text it was paid under, and a member who has the old one open is shown the new one first.",
    termsOfSale: "Terms of sale",
    termsWhere:
      "Members agree to them at the registration and before each payment. What they agreed to is kept with its version, as with the privacy policy.",
    read: "Read it as members do",
    versions: "Versions ({{count}})",
    version: "Version {{number}}",
    since: "{{date}}, {{by}}",
    present: "Current",
    ours: "The standard text applied.",
    nobody: "not by an admin",
  },
};
