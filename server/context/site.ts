import type { CompanySettings } from "@db/schema";
import type { CompanyStatus, SupplyPool } from "@db/vocabulary";

/** What a request needs to know of its company. Money in micro-rupees, shares in basis points. */
export interface CompanySite {
  id: string;
  name: string;
  email: string;
  mobile: string;
  tokenName: string;
  tokenSymbol: string;
  priceMicroRupees: number | null;
  feeBps: number;
  referralRewardBps: number;
  launchAt: Date | null;
  unverifiedMayBuy: boolean;
  maxPendingOrders: number;
  maxHeldTokens: number | null;
  requiresSecondStep: boolean;
  /** How its supply is shared out; null: the product's own split. */
  splitBps: Readonly<Record<SupplyPool, number>> | null;
  settings: CompanySettings;
  status: CompanyStatus;
}

/** What a host name stands for. */
export type Site =
  | { kind: "company"; company: CompanySite; /** Also APP_ORIGIN's host. */ isPlatform: boolean }
  | { kind: "platform" }
  | { kind: "unknown" };

/** The company whose site this is, if it is one's. */
export const companyOf = (site: Site): CompanySite | null =>
  site.kind === "company" ? site.company : null;

/** Whether the super-admin area and calls that name a company are served here (design §8, §9). */
export const isPlatform = (site: Site): boolean =>
  site.kind === "platform" || (site.kind === "company" && site.isPlatform);
