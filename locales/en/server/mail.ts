/**
 * The texts of mails and text messages. server/messages/delivery sets the target of each button. `{{name}}`
 * is the company's name.
 */
export const mail = {
  footer: { contact: "Questions? Reply to this mail or write to {{contact}}." },
  registrationCode: {
    subject: "{{code}} is your {{name}} code",
    paragraphs: [
      "Use this code to create your account at {{name}}. It works once, for {{minutes}} minutes.",
      "If you did not ask for it, you can ignore this message.",
    ],
    sms: "{{code}} is your code to register at {{name}}. Valid for {{minutes}} minutes. Do not share it.",
  },
  accountExists: {
    subject: "You already have an account at {{name}}",
    paragraphs: [
      "Somebody, probably you, asked to register at {{name}} with this address, which has an account already.",
      "You can log in, or choose a new password if you have forgotten yours.",
    ],
    button: "Log in",
    sms: "You already have an account at {{name}}. Log in, or reset your password if you forgot it.",
  },
  resetCode: {
    subject: "{{code}} resets your {{name}} password",
    paragraphs: [
      "Use this code to set a new password. It works once, for {{minutes}} minutes.",
      "If you did not ask for it, your password is still safe: do not pass the code on.",
    ],
    sms: "{{code}} resets your {{name}} password. Valid for {{minutes}} minutes. Do not share it.",
  },
  changeCode: {
    subject: "{{code}} confirms your new {{name}} password",
    paragraphs: [
      "Use this code to change your password. It works once, for {{minutes}} minutes.",
      "If you did not ask for it, log out everywhere and change your password.",
    ],
    sms: "{{code}} confirms your new {{name}} password. Valid for {{minutes}} minutes.",
  },
  superAdminCode: {
    subject: "{{code}} is your super admin code",
    paragraphs: ["Use this code to log in to {{name}}. It works once, for {{minutes}} minutes."],
  },
  newDevice: {
    unknownDevice: "an unknown device",
    subject: "New login to {{name}}",
    paragraphs: [
      "Somebody logged in to your super admin account at {{at}}, from {{device}} ({{ip}}), which has not been used before.",
      "If this was you, there is nothing to do. If not, change the password of this mailbox at once, then log in and end every other session.",
    ],
    button: "Log in",
  },
  passwordChanged: {
    subject: "Your {{name}} password was changed",
    paragraphs: [
      "Your password was changed just now, and every other device was logged out.",
      "If this was not you, reset your password at once and tell us.",
    ],
    button: "Reset password",
  },
  securityChanged: {
    subject_ON: "Your authenticator app protects {{name}} now",
    subject_OFF: "Your authenticator app was switched off at {{name}}",
    subject_RESET: "Your authenticator app was removed at {{name}}",
    subject_CODES_RENEWED: "New recovery codes for {{name}}",
    subject_CODE_USED: "A recovery code opened your account at {{name}}",
    subject_PASSKEY_ADDED: "A passkey was added to your account at {{name}}",
    subject_PASSKEY_REMOVED: "A passkey was removed from your account at {{name}}",
    what_ON:
      "From now on, logging in takes a code of your authenticator app. Keep your recovery codes where you can find them without your phone.",
    what_OFF:
      "Logging in no longer takes a code of your authenticator app, and your recovery codes no longer work.",
    what_RESET:
      "An owner of {{name}} removed your authenticator app, since you lost it. You were logged out everywhere, and log in with your password alone until you set up another one.",
    what_CODES_RENEWED: "New recovery codes were made. The older ones no longer work.",
    what_CODE_USED: "A recovery code was used to log in. It no longer works; {{left}} are left.",
    what_PASSKEY_ADDED:
      "A new passkey logs in to your account now. If you did not add it, remove it under Passkeys on your profile or security page: a new password does not end it.",
    what_PASSKEY_REMOVED: "One of your passkeys no longer logs in to your account.",
    unlessYou:
      "If this was not you, log out everywhere, choose a new password and tell us at once.",
  },
  wrongCodes: {
    subject: "Wrong codes were entered for your {{name}} account",
    what_CODE:
      "Within {{days}} days, {{wrong}} wrong codes were entered for your account, from networks where you have not logged in before or from one of yours. None of them opened it.",
    then_CODE:
      "To keep your account safe from guessing, the codes that we send there have twelve digits for the rest of these days. There is nothing to do, unless you have passed a code on.",
    what_APP:
      "Within {{days}} days, {{wrong}} wrong codes of your authenticator app were entered. Whoever entered them had passed the first step of your login.",
    then_APP:
      "For the rest of these days, a login from there needs one of your recovery codes. If it was not you, somebody knows your password or reads this mailbox: choose new passwords now.",
  },
  addressProven: {
    subject: "Please complete your profile at {{name}}",
    paragraphs: [
      "You have just proved for the first time that this mailbox is yours. Until then, somebody else might have used your address, so we removed what was entered before: mobile, wallet, document number, date of birth, address, picture and who invited you.",
      "Please enter your own details. Your orders and tokens are unchanged.",
    ],
    button: "Open the profile",
  },
  emailChanged: {
    subject_OLD: "Your account at {{name}} has another email address",
    subject_NEW: "This is now the email address of your account at {{name}}",
    what_OLD:
      "An admin changed the email address of your account. Mail no longer comes to this address.",
    what_NEW: "An admin set this email address for your account. Log in with it from now on.",
    unlessYou: "If you did not ask for this, tell us at once.",
  },
  memberAdded: {
    subject: "Your account at {{name}}",
    paragraphs: [
      "An account was made for you at {{name}}. The password that you were told works for {{hours}} hours.",
      "Please choose a password of your own within that time. Later, 'Forgot your password?' does the same.",
    ],
    button: "Choose a password",
  },
  accountEndAsked: {
    subject: "Your account at {{name}} ends on {{until}}",
    paragraphs: [
      "You asked for the end of your account. It ends in the night after {{until}}, and with it your name, your contacts and everything else that is yours alone.",
      "To keep it, log in before then. If you did not ask for this, somebody knows your password: log in and choose a new one.",
    ],
    button: "Log in and keep the account",
  },
  accountKept: {
    subject: "Your account at {{name}} stays",
    paragraphs: [
      "You logged in, so your account does not end. If you still want it to end, ask once more in your profile.",
      "If it was not you who logged in, choose a new password at once.",
    ],
  },
  accountEnded: {
    subject: "Your account at {{name}} has ended",
    paragraphs: [
      "Your account has ended, as you asked. Your name, contacts, document number, wallet, picture and logins are deleted. The records of purchases and tokens stay, without your name.",
      "This is our last mail to you. You are welcome to register again with this address.",
    ],
  },
  welcome: {
    subject: "Welcome to {{name}}",
    ready: "Your account is ready. Log in with this email address and the password that you chose.",
    waits:
      "Before your first purchase, {{name}} verifies you. Nothing to do: we'll email you once that is done.",
    reward:
      "Your Member ID is {{memberId}}. Show this code to a friend: when they buy tokens, you receive {{percent}} of the tokens as a reward, on top of what they get.",
    button: "Open your dashboard",
  },
  memberJoined: {
    subject: "Somebody joined {{name}} with your code",
    joined: "Somebody has just registered with your code.",
    reward:
      "Nothing to do: when they buy tokens, you receive {{percent}} of the tokens as a reward. We'll email you then.",
    chosen: "You chose such mails in your profile and can stop them there.",
    button: "See your invitations",
  },
  memberAsked: {
    subject: "{{name}} has a question",
    about: "This is about your order {{orderNumber}}.",
    what_NUMBER:
      "We cannot find your payment by the number that you sent. Which number does your bank show for it (UTR or transaction number)?",
    what_PROOF: "We cannot read the proof of your payment. Please send a clear picture of it.",
    what_ACCOUNT: "From whose account, and at which bank, did you pay?",
    what_IDENTITY:
      "We cannot verify you yet. Please tell us your name as your identity document has it.",
    own: "{{text}}",
    answer: "Please reply to this mail. Never send a password, PIN or one-time code.",
    button: "Open your account",
  },
  referrerChanged: {
    subject_OWN: "Who invited you to {{name}} was corrected",
    subject_GAINED: "A referral at {{name}} was added to yours",
    subject_LOST: "A referral at {{name}} was taken from yours",
    what_OWN: "{{name}} corrected who invited you: it is the member with the code {{memberId}}.",
    what_NONE: "{{name}} corrected who invited you: nobody did.",
    what_GAINED: "A member is now counted as invited by you. You earn a reward when they buy.",
    what_LOST:
      "A member who was counted as invited by you was invited by somebody else, and has not bought yet.",
    mistake: "If you think this is a mistake, please write to us.",
    button: "Open your account",
  },
  memberVerified: {
    subject: "{{name}} has verified you",
    paragraphs: ["Your account is verified. Thank you for your patience."],
    button: "Open your dashboard",
  },
  memberRefused: {
    subject: "{{name}} could not verify you",
    paragraphs: [
      "{{name}} looked at your details and could not verify you. The reason: {{reason}}",
      "Correct your details in your profile, or ask again there.",
    ],
    button: "Open your profile",
  },
  memberUnverified: {
    subject: "{{member}} is no longer verified",
    what_name: "{{member}} has changed the name.",
    what_dateOfBirth: "{{member}} has changed the date of birth.",
    what_kycDocumentNumber: "{{member}} has changed the KYC document number.",
    again: "Look at the new details, and verify the member again if they are right.",
    button: "See the member",
  },
  invitation: {
    subject: "Your admin account at {{name}}",
    paragraphs: [
      "Hello {{person}}, an admin account was made for you at {{name}}.",
      "Choose a password to begin. The link works once, for {{hours}} hours.",
    ],
    button: "Choose a password",
  },
  orderSubmitted: {
    subject: "We have your payment details for {{orderNumber}}",
    arrived: "You told us that you paid {{total}} for {{quantity}} {{token}}.",
    reserved: "Nothing to do: your tokens stay reserved until we have decided. We'll email you.",
    reservedFor_one:
      "Your tokens stay reserved for {{count}} day, as you sent no proof. If we decide later, you get them if enough are left then. Nothing to do: we'll email you.",
    reservedFor_other:
      "Your tokens stay reserved for {{count}} days, as you sent no proof. If we decide later, you get them if enough are left then. Nothing to do: we'll email you.",
    usual: "Usually approved within {{time}}.",
    button: "Follow your order",
  },
  orderApproved: {
    subject_one: "{{quantity}} {{token}} is yours",
    subject_other: "{{quantity}} {{token}} are yours",
    arrived_one:
      "Your payment for {{orderNumber}} has arrived, and {{quantity}} {{token}} is allocated to you.",
    arrived_other:
      "Your payment for {{orderNumber}} has arrived, and {{quantity}} {{token}} are allocated to you.",
    bonus: "A bonus comes on top: {{bonus}} {{token}}.",
    hash: "Transaction hash: {{hash}}",
    button: "See the receipt",
  },
  orderRejected: {
    subject: "Your payment for {{orderNumber}} was not accepted",
    reason: "The reason: {{reason}}",
    noReason: "We could not match your payment with our account.",
    refundNote: "About your money: {{refundNote}}",
    again: "You can submit the payment again with the right details; the order is still there.",
    received:
      "{{received}} of your payment arrived and is unallocated. Nothing to do: we send it back or pay another waiting order of yours with it, and we'll email you.",
    button: "Submit again",
    button_received: "Follow your order",
  },
  orderExpired: {
    subject: "{{orderNumber}} has expired",
    paragraphs: [
      "The tokens of {{orderNumber}} are no longer reserved for you, as no payment was submitted in time.",
      "If you have already paid, submit the payment now: the order is still there, and we reserve your tokens again if enough are left.",
      "If you have not paid: nothing to do.",
    ],
    button: "Submit the payment",
  },
  orderReleased: {
    subject: "The tokens of {{orderNumber}} are no longer reserved",
    waited_one:
      "You told us about your payment for {{orderNumber}} without a proof, and it has waited for our decision for {{count}} day. Its tokens are therefore no longer reserved for you.",
    waited_other:
      "You told us about your payment for {{orderNumber}} without a proof, and it has waited for our decision for {{count}} days. Its tokens are therefore no longer reserved for you.",
    still:
      "The order is still there. Once we have found your payment, you get the tokens if enough are left; otherwise we'll email you about your money.",
    notTwice: "Please do not pay again. If you have a proof of the payment, please send it to us.",
    button: "Follow your order",
  },
  orderReversed: {
    subject: "The approval of {{orderNumber}} was reversed",
    paragraphs: [
      "The tokens of {{orderNumber}} are no longer allocated to you.",
      "The reason: {{reason}}",
      "If you think this is a mistake, please write to us.",
    ],
    button: "See the order",
  },
  paymentKept: {
    subject: "Your payment for {{orderNumber}} is on record",
    arrived:
      "The details of your payment of {{total}} for {{orderNumber}} have arrived. Its tokens cannot be reserved at the moment.",
    reference: "Your reference: {{reference}}",
    next: "Nothing to do: we check the payment, then allocate what is left, wait for tokens, or send the money back. We'll email you. Please do not pay again.",
    button: "See the payment",
  },
  paymentAllocated: {
    subject_one: "{{quantity}} {{token}} was allocated to you",
    subject_other: "{{quantity}} {{token}} were allocated to you",
    allocated_one: "{{quantity}} {{token}} of {{orderNumber}} is now yours.",
    allocated_other: "{{quantity}} {{token}} of {{orderNumber}} are now yours.",
    bonus: "A bonus comes on top: {{bonus}} {{token}}.",
    received: "We received {{received}}; the total of the order was {{total}}.",
    rest: "{{rest}} of your payment is not used. We'll email you when it is sent back.",
    button: "See the receipt",
  },
  paymentPart: {
    subject: "{{missing}} of your payment for {{orderNumber}} are missing",
    paragraphs: [
      "{{received}} for {{orderNumber}} arrived. Its total is {{total}}: {{missing}} are missing.",
      "Please pay the rest to the same account, with the order number as the note. No need to send the details again.",
      "If you do not want to pay more, write to us: we allocate what is paid, or send the money back.",
    ],
    button: "See the order",
  },
  paymentRecorded: {
    subject: "We received {{received}} for {{orderNumber}}",
    paragraphs: [
      "{{received}} for {{orderNumber}} arrived in our account (transaction number {{reference}}).",
      "Nothing to do: the order now waits for its decision. We'll email you.",
    ],
    button: "Follow your order",
  },
  paymentUnneeded: {
    subject: "We received another {{received}} for {{orderNumber}}",
    paragraphs: [
      "{{received}} for {{orderNumber}} arrived in our account (transaction number {{reference}}), beside its other payment.",
      "Nothing to do: the order does not need this money. We send it back, or pay another waiting order of yours with it, and we'll email you.",
    ],
    button: "See the order",
  },
  paymentReused: {
    subject_one: "{{quantity}} {{token}} was allocated to you",
    subject_other: "{{quantity}} {{token}} were allocated to you",
    bought_one:
      "{{total}} of your payment for {{source}} was unallocated. It pays your order {{orderNumber}}: {{quantity}} {{token}} is now yours.",
    bought_other:
      "{{total}} of your payment for {{source}} was unallocated. It pays your order {{orderNumber}}: {{quantity}} {{token}} are now yours.",
    bonus: "A bonus comes on top: {{bonus}} {{token}}.",
    unneeded:
      "The order does not need the payment that you submitted for {{orderNumber}}. If it arrived, we send it back. We'll email you then.",
    rest: "{{rest}} of the payment is still open. We'll email you when it is sent back.",
    button: "See the receipt",
  },
  paymentRefunded: {
    subject: "Your money for {{orderNumber}} was sent back",
    sent: "{{total}} of your payment for {{orderNumber}} was sent back on {{at}}.",
    reference: "The bank's reference: {{reference}}",
    rest: "{{rest}} of the payment is still open. We'll email you when it buys tokens or is sent back.",
    button: "See the order",
  },
  paymentNotFound: {
    subject: "We did not find your payment for {{orderNumber}}",
    paragraphs: [
      "Your payment for {{orderNumber}} has not arrived in our account.",
      "The reason: {{reason}}",
      "You can submit the payment again with the right details.",
    ],
    button: "Submit again",
  },
  paymentUnapplied: {
    subject: "A payment for {{orderNumber}} needs a decision",
    arrived:
      "{{member}} paid {{total}} for {{orderNumber}}, but the order cannot take its tokens at the moment.",
    reference: "The reference: {{reference}}",
    next: "Allocate what is left, or record a refund.",
    button: "Open the payments",
  },
  rewardEarned: {
    subject: "You earned {{quantity}} {{token}}",
    bought_one:
      "{{memberId}}, whom you invited, bought tokens: {{quantity}} {{token}} is your reward.",
    bought_other:
      "{{memberId}}, whom you invited, bought tokens: {{quantity}} {{token}} are your reward.",
    button: "See your stock",
  },
  rewardPromised: {
    subject: "A reward is promised to you",
    bought: "{{memberId}}, whom you invited, paid for {{token}}.",
    then: "Nothing to do: your reward follows once the payment is approved.",
    chosen: "You chose such mails in your profile and can stop them there.",
    button: "See your rewards",
  },
  rewardWithdrawn: {
    subject: "A reward of {{quantity}} {{token}} was withdrawn",
    why_ORDER_REJECTED: "The payment of {{memberId}} was rejected, so there is no reward for it.",
    why_ORDER_REVERSED: "The purchase of {{memberId}} was reversed, so there is no reward for it.",
    why_REFUNDED: "The payment of {{memberId}} was sent back, so there is no reward for it.",
    why_RISK: "The reward for the purchase of {{memberId}} was checked and withdrawn.",
    why_BY_ADMIN: "The reward for the purchase of {{memberId}} was withdrawn.",
    note: "The reason: {{note}}",
    button: "See your rewards",
  },
  rewardReversed: {
    subject: "A reward of {{quantity}} {{token}} was reversed",
    paragraphs: ["The purchase of {{memberId}} was reversed, and the reward for it with it."],
    button: "See your stock",
  },
  orderDigest: {
    subject_DECISIONS: "Payments to decide at {{name}}: {{waiting}}",
    subject_MONEY: "Unallocated payments at {{name}}",
    waiting:
      "Payments to decide: {{waiting}}, together {{total}}. The oldest waits since {{since}}.",
    flagged: "Of these, flagged: {{flagged}}.",
    certain:
      "Bank entries that match a payment for certain: {{certain}}, together {{certainTotal}}, ready to approve.",
    unmatched: "Bank entries not matched to an order: {{unmatched}}, together {{unmatchedTotal}}.",
    open: "Unallocated payments: {{open}}.",
    why: "This mail comes once a day. On the security page you can choose a mail for each payment instead.",
    listed: "The {{listed}} that wait longest:",
    order: "{{orderNumber}}: {{total}} by {{method}}, {{member}}, since {{since}}",
    flaggedOrder: "{{orderNumber}}: {{total}} by {{method}}, {{member}}, since {{since}} (flagged)",
    button: "Open the list",
  },
  orderWaiting: {
    subject: "{{orderNumber}} is waiting for your decision",
    paragraphs: ["{{member}} submitted a {{method}} payment of {{total}}."],
    button: "Open the requests",
  },
  changeWaiting: {
    subject_REQUESTED: "A change at {{name}} waits for a second admin",
    subject_COOL_OFF: "A change at {{name}} takes effect on {{at}}",
    subject_CONFIRMED: "A change at {{name}} was confirmed",
    subject_APPLIED: "A change at {{name}} has taken effect",
    subject_REFUSED: "A change at {{name}} was stopped",
    subject_WITHDRAWN: "A change at {{name}} was withdrawn",
    subject_EXPIRED: "A change at {{name}} has expired",
    subject_FAILED: "A change at {{name}} could not take effect",
    subject_OVERTAKEN: "A change at {{name}} came to nothing",
    subject_ENDED: "A change at {{name}} has ended",
    what_ACCOUNT_ADD: "{{by}} asked to add an account that members pay to: {{subject}}.",
    what_ACCOUNT_CHANGE: "{{by}} asked to change an account that members pay to: {{subject}}.",
    what_ACCOUNT_REMOVE: "{{by}} asked to remove an account that members pay to: {{subject}}.",
    what_ORDER_APPROVAL: "{{by}} approved the payment for {{subject}}.",
    what_PAYMENT_ALLOCATION: "{{by}} allocated the payment for {{subject}}.",
    what_PAYMENT_ORDER: "{{by}} paid {{subject}} with an unallocated payment.",
    what_RULES: "{{by}} asked to weaken the rules about a second admin.",
    what_TERMS:
      "{{by}} asked to change the fee, the reward or the launch date, from the time they gave.",
    what_CAMPAIGN: "{{by}} asked to start or end a campaign of the referral programme.",
    now_REQUESTED:
      "It takes effect only once another admin confirms it, at the latest on {{at}}. Please compare the old and the new values before you do.",
    now_COOL_OFF:
      "No other admin can confirm it, so it takes effect automatically on {{at}}, unless an admin stops it until then.",
    now_CONFIRMED: "Another admin confirmed it, and it has taken effect.",
    now_APPLIED: "Its waiting time is over and nobody stopped it, so it has taken effect.",
    now_REFUSED: "An admin stopped it. Nothing was changed.",
    now_WITHDRAWN: "They took it back. Nothing was changed.",
    now_EXPIRED: "No second admin confirmed it in time. Nothing was changed.",
    now_FAILED:
      "Its waiting time is over, but it could not take effect: for a week something was missing, or the site was suspended. Nothing was changed.",
    now_OVERTAKEN: "What it is about has changed meanwhile. Nothing was changed by it.",
    now_ENDED: "Who asked for it may not do it any more. Nothing was changed.",
    stop: "If you do not know of this, stop it on the page of waiting changes, block that admin and change your password. Without an admin's login, write to the operator of your site at once.",
    button: "See the waiting changes",
  },
  adminChanged: {
    subject: "The admins of {{name}} were changed",
    what_INVITED: "{{by}} invited a new admin: {{person}}.",
    what_PROMOTED: "{{by}} made the member {{person}} an admin.",
    what_REMOVED: "{{by}} removed the admin {{person}}.",
    what_DEMOTED: "{{by}} made the admin {{person}} a member.",
    what_BLOCKED: "{{by}} blocked the admin {{person}}.",
    what_ROLE: "{{by}} changed what the admin {{person}} may do.",
    what_EMAIL: "{{by}} changed the email address of the admin {{person}}.",
    what_FACTOR: "{{by}} removed the authenticator app of the admin {{person}}.",
    what_SESSIONS: "{{by}} logged the admin {{person}} out.",
    untrusted_one:
      "For a day they cannot confirm what another admin asks for: changes of bank details and large approvals.",
    untrusted_other:
      "For {{count}} days they cannot confirm what another admin asks for: changes of bank details and large approvals.",
    unlessYou:
      "If this should not have been done, stop the waiting changes and block who did it. Without an admin's login, write to the operator of your site at once.",
    button: "See the waiting changes",
  },
  machineChanged: {
    subject: "A program of {{name}} may do more",
    subject_KEY: "{{name}} has a new API key",
    subject_ENDPOINT: "{{name}} tells a new address of events",
    subject_SECRET: "An address of events of {{name}} has a new secret",
    what_KEY: "{{by}} made an API key: {{what}}.",
    what_ENDPOINT: "{{by}} added an address that is told of events: {{what}}.",
    what_SECRET: "{{by}} renewed the secret of the address {{what}}.",
    means_KEY:
      "What it does is in the activity under its name. Like a new admin it confirms nothing that another admin asks for, and whoever made it cannot decide about themselves with it.",
    means_ENDPOINT: "It is told numbers and sums of purchases, and no names.",
    means_SECRET: "For a day events are signed with both secrets, afterwards with the new one.",
    unlessYou:
      "If this should not have been done, end it and block who did it. Without an owner's login, write to the operator of your site at once.",
    button: "See keys and addresses",
  },
  priceChanged: {
    subject: "The token price of {{name}} was changed",
    paragraphs: [
      "{{by}} set the token price to {{price}}, from {{at}}.",
      "If nobody at your company did this, set the price again, block that admin and look at the purchases since then.",
    ],
    button: "Check the price",
  },
  retentionShortened: {
    subject: "{{name}} deletes data earlier",
    who: "{{by}} shortened how long data is kept.",
    proofs:
      "Years until proofs of payment are deleted: {{proofYears}}. Before: {{proofYearsBefore}}.",
    proofsFromNow:
      "Years until proofs of payment are deleted: {{proofYears}}. Before, they were never deleted.",
    messages: "Days until messages are deleted: {{messageDays}}. Before: {{messageDaysBefore}}.",
    unlessYou:
      "The deletion runs at night and cannot be undone. If nobody at your company did this, set it back today and block that admin.",
    button: "Check the settings",
  },
  hostChanged: {
    subject_ADDED: "{{host}} now leads to {{name}}",
    subject_REMOVED: "{{host}} no longer leads to {{name}}",
    what_ADDED:
      "The operator of your site added the address {{host}}: members reach {{name}} there now.",
    what_REMOVED:
      "The operator of your site removed the address {{host}}: members do not reach {{name}} there any more. For an hour no other company can be given the address.",
    unlessYou_ADDED: "If you do not know this address, write to the operator of your site.",
    unlessYou_REMOVED:
      "If you did not expect this, write or call the operator of your site at once: whoever holds the address can show your members another bank account.",
  },
  announcement: {
    subject: "{{title}}",
    paragraphs: [
      "{{text}}",
      "{{name}} wrote this to its members. You chose such mails in your profile and can stop them there.",
    ],
    button: "See all notices",
  },
  newPrice: {
    subject: "A new price for {{token}}",
    paragraphs: [
      "One {{token}} now costs {{price}}. Existing orders keep their price as long as it is guaranteed.",
      "You chose such mails in your profile and can stop them there.",
    ],
    button: "See the price",
  },
  reminder: {
    subject_ORDER_OPEN: "{{orderNumber}} still waits for your payment",
    subject_PROOF_MISSING: "{{orderNumber}}: have you paid?",
    subject_PAYMENT_NOT_FOUND: "We have not found your payment for {{orderNumber}} yet",
    subject_LAUNCH_NEAR: "The launch of {{token}} is near",
    own: "{{text}}",
    what_ORDER_OPEN:
      "Your order {{orderNumber}} over {{total}} is kept until {{at}}. Pay before then, and send the number of your payment.",
    what_PROOF_MISSING:
      "The time to pay {{orderNumber}} ended, and no payment was sent to us for it. If you have paid {{total}}, send the number and proof: until {{at}} your price is kept.",
    what_PAYMENT_NOT_FOUND:
      "We have not found your payment of {{total}} for {{orderNumber}} in our account yet. Please compare the number that you sent with your bank's, and reply to this mail if it is another.",
    what_LAUNCH_NEAR: "{{token}} launches on {{at}}. Your tokens unlock then.",
    foot_ORDER_OPEN: "If you do not want to buy any more, you need not do anything.",
    foot_PROOF_MISSING: "If you have not paid, you need not do anything.",
    foot_PAYMENT_NOT_FOUND: "Do not pay a second time. Your order waits as before.",
    foot_LAUNCH_NEAR: "You chose such mails in your profile and can stop them there.",
    button: "See the order",
    button_LAUNCH_NEAR: "See your tokens",
  },
  beneficiaryChanged: {
    subject: "The payment details of {{name}} were changed",
    paragraphs: [
      "{{by}}: {{change}} {{account}}.",
      "If nobody at your company did this, block that admin at once: members pay to these details.",
    ],
    button: "Check the details",
  },
};
