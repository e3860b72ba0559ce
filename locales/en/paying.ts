/** Steps of the payment page. */
export const paying = {
  steps: {
    BANK: [
      "Transfer {{total}} to this account.",
      "Write the order number {{orderNumber}} in the remarks.",
      "Then press {{button}} and send the proof.",
    ],
    UPI: [
      "Pay {{total}} by UPI, with the code, an app on this phone or the UPI ID.",
      "Note the transaction number that your app shows.",
      "Then press {{button}} and send the proof.",
    ],
    MANUAL: [
      "Pay {{total}} to {{company}}.",
      "Then press {{button}}. They check it before your tokens are allocated.",
    ],
  },
  again: [
    "If you have paid, do not pay again. Otherwise pay {{total}} with these details.",
    "Check the transaction number and the file.",
    "Then press {{button}} and send them again.",
  ],
  againManual: [
    "If you have paid, do not pay again. Otherwise pay {{total}} to {{company}}.",
    "Then press {{button}}. They check it again.",
  ],
  payByUpi: "Pay {{total}} with a UPI app",
  addNumber: "I have paid: add the UTR",
  agreeFirst: "Tick this, then add the UTR. If you have paid, nothing is lost.",
  follows: "This reports your payment to us. It moves no money.",
  copyAmount: "Copy the amount",
  copyNumber: "Copy the order number",
  meant: {
    amount: "Yes, I paid this amount",
    number: "Yes, this is the number",
    both: "Yes, amount and number are right",
  },
  leave: "Close without sending? What you entered is kept in this tab.",
  stay: "Go on",
  close: "Close and keep it",
  discard: "Discard it",
  choose: "Choose a file",
  none: "No file chosen",
  camera: "Take a photo",
  drop: "Or drop the file here.",
  cancelling: {
    title: "Cancel order {{orderNumber}}?",
    text: "Its tokens will no longer be kept for you. If you have already sent money, do not cancel: send us the proof.",
    confirm: "Cancel the order",
    keep: "Keep the order",
  },
};
