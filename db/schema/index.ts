/*
 * All tables. A table does by itself only what its comment names. Two foreign keys cascade on update,
 * those of `payment_keys` and `payment_evidence`, and the only triggers are those of `db/sql`. Any other consequence of a change is
 * a statement of the program, in the transaction of the change. The CHECKs, foreign keys and unique
 * indexes stand beside their columns. `updated_at` is set by the program.
 */
export * from "./announcements";
export * from "./batches";
export * from "./beneficiaries";
export * from "./campaigns";
export * from "./changes";
export * from "./companies";
export * from "./holdings";
export * from "./identity";
export * from "./launch-mails";
export * from "./machines";
export * from "./medias";
export * from "./members";
export * from "./notes";
export * from "./orders";
export * from "./payments";
export * from "./records";
export * from "./referrals";
export * from "./companies";
export * from "./sealing";
export * from "./statements";
export * from "./two-factor";
export * from "./wallets";
