export * from "./beneficiaries";
export * from "./companies";
export * from "./medias";
export * from "./members";
export * from "./orders";
export * from "./records";
export * from "./prices";
export * from "./two-factor";
