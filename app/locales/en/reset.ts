/** Both steps of a new password. Exact words: spec §2, §8. */
export const reset = {
  stepOne: "Reset Password",
  stepTwo: "Verify Code & Set New Password",
  email: "Email",
  send: "Send Reset Code",
  sending: "Sending Code...",
  sent: "If {{email}} has an account here, we have sent a code to it. It works for 10 minutes.",
  otp: "Verification Code",
  password: "New Password",
  confirm: "Confirm New Password",
  submit: "Reset Password",
  submitting: "Resetting Password...",
  again: "Resend Code or Change Email",
  back: "Back to Login",
  hint: "At least 8 characters",
  haveCode: "I already have a code",
  done: "Password reset successfully",
  unsent: "Failed to send otp",
  // The spec's spelling.
  unchanged: "Failed to updated password",
};
