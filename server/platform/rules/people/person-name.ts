/**
 * Finds an address as mail clients link it: `www.`, or a full stop and an end that such addresses have.
 * Other full stops are of initials and titles: `K.P. Rao`, `Md.khan`.
 */
const LINK_LIKE =
  /www[.。．｡]|[\p{L}\p{N}-][.。．｡](com|in|net|org|info|io|co|xyz|online|site|top|shop|biz|me|app|dev|ai|club|live|pro|store|tech|link|click|bank|page|web|cloud|icu|vip|work|news|ly|gl|cc|tv|uk|eu|ru|cn|example)(?![\p{L}\p{M}\p{N}])/iu;

/**
 * Tells whether a text is a person's name: letters of any script, and no text that a mail client turns
 * into an address or link, no control characters and no bidirectional overrides. The joiners that
 * Hindi needs are allowed.
 */
export const isPersonName = (name: string): boolean =>
  !LINK_LIKE.test(name) && /^[^\p{Cc}\u202a-\u202e\u2066-\u2069<>@:/\\]*$/u.test(name);
