/** Both steps of a password reset. Exact words: product.md §2, §8. */
export const reset = {
  stepOne: "Reset Password",
  stepTwo: "Verify Code & Set New Password",
  email: "Email",
  send: "Send Reset Code",
  sending: "Sending Code...",
  sent: "If {{email}} has an account here, we have sent a code to it. It works for {{codeMinutes}} minutes.",
  sentAgain:
    "If {{email}} has an account here, we have sent a new code to it. Only the newest one works, for {{codeMinutes}} minutes.",
  otp: "Verification Code",
  password: "New Password",
  confirm: "Confirm New Password",
  submit: "Reset Password",
  submitting: "Resetting Password...",
  again: "Resend Code or Change Email",
  back: "Back to Login",
  differ: "New passwords do not match.",
  hint: "At least 8 characters; not a common one, nor little more than your name or the site's",
  haveCode: "I already have a code",
  done: "Password reset successfully",
  choose: "Choose a password",
  welcome: "Welcome, {{name}}. With it you log in as an admin of {{companyName}}.",
  linkLives: "This link works once, until {{at}}.",
  chooseSubmit: "Set Password",
  choosing: "Setting Password...",
  chosen: "Password set successfully. Log in with it.",
  chosenAndIn: "Password set successfully. You are logged in.",
  chosenElsewhere:
    "Password set successfully. Your company has a site of its own: log in with this password at {{host}}.",
  toLogin: "Go to the login",
  deadLink:
    "This link has been used, is too old or is not complete. If you are an admin already, a code sent to your e-mail lets you choose a password; otherwise ask for a new invitation.",
  sendInstead: "Send a code instead",
  unsent: "Failed to send otp",
  // The spec's spelling.
  unchanged: "Failed to updated password",
};
