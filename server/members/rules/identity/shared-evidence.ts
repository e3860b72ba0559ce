/** What another account has in common with a case. */
export type SharedEvidence = "PAN" | "NUMBER" | "PICTURE" | "MOBILE";
