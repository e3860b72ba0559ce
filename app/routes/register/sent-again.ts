/** The answers' codes after another code was sent: by mail, and by a text message. */
export const SENT_AGAIN = "SENT_AGAIN";
export const BY_SMS = "SENT_BY_SMS";
