/** The moment whose changes all are shown, of what a standby answered; none of the primary's. */
export interface Dated {
  /** `at` is ISO; what `isOld` says so on its page. */
  asOf?: { at: string; isOld: boolean };
}
