/** Notes of admins about members and payments. */
export const notes = {
  title: "Notes",
  intro: "Only your company's admins see them. They are deleted with the member's account.",
  none: "Nobody has noted anything yet. Notes, questions and answers of your admins are listed here.",
  kinds: { NOTE: "Note", ASKED: "Asked the member" },
  by: "{{at}}, {{by}}",
  about: "About {{order}}",
  text: "Note",
  add: "Add note",
  added: "Note added",
  ask: "Ask the member",
  askHint:
    "By mail, in the member's language. The answer goes to the company's support; note it here.",
  question: "Question",
  questions: {
    NUMBER: "Which transaction number does the bank show?",
    PROOF: "Please send a clear picture of the proof",
    ACCOUNT: "From whose account was it paid?",
    IDENTITY: "Name as on the identity document",
    OTHER: "Own text",
  },
  ownText: "Own text (optional with a question)",
  send: "Send",
  asked: "The question is on its way",
};
