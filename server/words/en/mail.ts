import type { MessageCatalogue } from "@server/jobs/messages/templates";

/** What our mails and texts say in English. */
export const mail: MessageCatalogue = {
  registrationCode: ({ code, minutes }, { name }) => ({
    subject: `${code} is your ${name} code`,
    paragraphs: [
      `Use this code to create your account at ${name}. It works once, for ${minutes} minutes.`,
      "If you did not ask for it, you need do nothing.",
    ],
    code,
    sms: `${code} is your code to register at ${name}. Valid for ${minutes} minutes. Do not share it.`,
  }),
  accountExists: (_params, { name }) => ({
    subject: `You already have an account at ${name}`,
    paragraphs: [
      `Somebody, probably you, asked to register at ${name} with this address, which has an account already.`,
      "You can log in, or choose a new password if you have forgotten yours.",
    ],
    button: { label: "Log in", path: "/" },
    sms: `You already have an account at ${name}. Log in, or reset your password if you forgot it.`,
  }),
  resetCode: ({ code, minutes }, { name }) => ({
    subject: `${code} resets your ${name} password`,
    paragraphs: [
      `Use this code to set a new password. It works once, for ${minutes} minutes.`,
      "If you did not ask for it, your password is still safe: do not pass the code on.",
    ],
    code,
    sms: `${code} resets your ${name} password. Valid for ${minutes} minutes. Do not share it.`,
  }),
  changeCode: ({ code, minutes }, { name }) => ({
    subject: `${code} confirms your new ${name} password`,
    paragraphs: [
      `Use this code to change your password. It works once, for ${minutes} minutes.`,
      "If you did not ask for it, log out everywhere and change your password.",
    ],
    code,
    sms: `${code} confirms your new ${name} password. Valid for ${minutes} minutes.`,
  }),
  superAdminCode: ({ code, minutes }, { name }) => ({
    subject: `${code} is your super admin code`,
    paragraphs: [`Use this code to log in to ${name}. It works once, for ${minutes} minutes.`],
    code,
  }),
  newDevice: ({ device, ip, at }, { name }) => ({
    subject: `New login to ${name}`,
    paragraphs: [
      `Somebody logged in to your super admin account at ${at}, from ${device || "an unknown device"} (${ip}), which has not been used before.`,
      "If this was you, all is well. If not, change the password of this mailbox at once, then log in and end every other session.",
    ],
    button: { label: "Log in", path: "/superadmin/login" },
  }),
  passwordChanged: ({ isAdmin }, { name }) => ({
    subject: `Your ${name} password was changed`,
    paragraphs: [
      "Your password was changed just now, and every other device was logged out.",
      "If this was not you, reset your password at once and tell us.",
    ],
    button: {
      label: "Reset password",
      path: isAdmin ? "/admin/forgot-password" : "/fogot-password",
    },
  }),
  securityChanged: ({ change, left }, { name }) => ({
    subject: {
      ON: `Your authenticator app protects ${name} now`,
      OFF: `Your authenticator app was switched off at ${name}`,
      CODES_RENEWED: `New recovery codes for ${name}`,
      CODE_USED: `A recovery code opened your account at ${name}`,
    }[change],
    paragraphs: [
      {
        ON: "From now on, logging in takes a code of your authenticator app. Keep your recovery codes where you can find them without your phone.",
        OFF: "Logging in no longer takes a code of your authenticator app, and your recovery codes no longer work.",
        CODES_RENEWED: "New recovery codes were made. The older ones no longer work.",
        CODE_USED: `A recovery code was used to log in. It works no more; ${left} are left.`,
      }[change],
      "If this was not you, log out everywhere, choose a new password and tell us at once.",
    ],
  }),
  memberVerified: (_params, { name }) => ({
    subject: `${name} has verified you`,
    paragraphs: ["Your account is verified. Thank you for your patience."],
    button: { label: "Open your dashboard", path: "/user/dashboard" },
  }),
  invitation: ({ name: person, token, hours }, { name }) => ({
    subject: `Your admin account at ${name}`,
    paragraphs: [
      `Hello ${person}, an admin account was made for you at ${name}.`,
      `Choose a password to begin. The link works once, for ${hours} hours.`,
    ],
    button: { label: "Choose a password", path: `/admin/set-password?token=${token}` },
  }),
  orderSubmitted: ({ orderNumber, total, quantity, token }) => ({
    subject: `We have your payment details for ${orderNumber}`,
    paragraphs: [
      `You told us that you paid ${total} for ${quantity} ${token}. We are matching it with our account.`,
      "Your tokens stay reserved until we have decided, and we will write as soon as we have.",
    ],
    button: { label: "Follow your order", path: "/user/payment-history" },
  }),
  orderApproved: ({ orderNumber, quantity, token, hash }) => ({
    subject: `${quantity} ${token} are yours`,
    paragraphs: [
      `Your payment for ${orderNumber} has arrived, and ${quantity} ${token} are allocated to you.`,
      `Transaction hash: ${hash}`,
    ],
    button: { label: "See the receipt", path: "/user/payment-history?status=APPROVED" },
  }),
  orderRejected: ({ orderNumber, reason, refundNote }) => ({
    subject: `Your payment for ${orderNumber} was not accepted`,
    paragraphs: [
      ...(reason
        ? [`The reason: ${reason}`]
        : ["We could not match your payment with our account."]),
      ...(refundNote ? [`About your money: ${refundNote}`] : []),
      "You can submit the payment again with the right details; the order is still there.",
    ],
    button: { label: "Submit again", path: `/user/payment?purchaseId=${orderNumber}` },
  }),
  orderExpired: ({ orderNumber }) => ({
    subject: `The time for ${orderNumber} is over`,
    paragraphs: [
      `The tokens of ${orderNumber} are no longer kept for you, as no payment was submitted in time.`,
      "If you have already paid, submit the payment now: the order is still there, and we take your tokens again if enough are left.",
      "If you have not paid, you need do nothing.",
    ],
    button: { label: "Submit the payment", path: `/user/payment?purchaseId=${orderNumber}` },
  }),
  orderReversed: ({ orderNumber, reason }) => ({
    subject: `The approval of ${orderNumber} was taken back`,
    paragraphs: [
      `The tokens of ${orderNumber} are no longer allocated to you.`,
      `The reason: ${reason}`,
      "If you think this is a mistake, please write to us.",
    ],
    button: { label: "See your orders", path: "/user/payment-history?status=REVERSED" },
  }),
  rewardEarned: ({ quantity, token, memberId }) => ({
    subject: `You earned ${quantity} ${token}`,
    paragraphs: [
      `${memberId}, whom you invited, bought tokens: ${quantity} ${token} are your reward.`,
    ],
    button: { label: "See your stock", path: "/user/dashboard?stock=myStock" },
  }),
  rewardReversed: ({ quantity, token, memberId }) => ({
    subject: `A reward of ${quantity} ${token} was taken back`,
    paragraphs: [`The purchase of ${memberId} was reversed, and the reward for it with it.`],
    button: { label: "See your stock", path: "/user/dashboard?stock=myStock" },
  }),
  orderWaiting: ({ orderNumber, total, member, method }) => ({
    subject: `${orderNumber} waits for your decision`,
    paragraphs: [`${member} submitted a ${method} payment of ${total}.`],
    button: { label: "Open the requests", path: "/admin/purchaserequest" },
  }),
  beneficiaryChanged: ({ account, change, by }, { name }) => ({
    subject: `The payment details of ${name} were changed`,
    paragraphs: [
      `${by}: ${change} ${account}.`,
      "If nobody at your company did this, block that admin at once: members pay to these details.",
    ],
    button: { label: "Check the details", path: "/admin/beneficiary" },
  }),
};
