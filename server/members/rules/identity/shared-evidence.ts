/** What another account has in common with a case. */
export type SharedEvidence = "PAN" | "NUMBER" | "PICTURE" | "MOBILE";

/** The pictures of a case that still count and are the same file as another one of it, which may not. */
export const twicePictures = <D extends { sha256: string; state: string }>(
  documents: readonly D[],
): D[] =>
  documents.filter(
    (one) =>
      one.state !== "REFUSED" &&
      documents.some((other) => other !== one && other.sha256 === one.sha256),
  );

/**
 * Tells whether an acceptance needs a confirmation of its own: another account has the PAN, the document
 * number or a picture, or one picture was sent twice. Families share a mobile.
 */
export const mustConfirm = (
  others: readonly { shares: readonly SharedEvidence[] }[],
  sent: readonly { sha256: string; state: string }[],
): boolean =>
  others.some(({ shares }) => shares.some((one) => one !== "MOBILE")) ||
  twicePictures(sent).length > 0;
