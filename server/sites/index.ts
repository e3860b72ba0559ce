/** The exports of `sites` for the rooms above; its rules are imported by file. */
export {
  type BrandedCompany,
  brandOf,
  brandOfSite,
  knownBrand,
  sharesOf,
  brandBeforePublishing,
  withOwnSplit,
} from "./site";
export { type HostCheck, checkHost, isPublicAddress, ownAddresses } from "./hosts/check-host";
export type { HostProbe } from "./hosts/host-probe";
export {
  type BrandRow,
  deleteBrandDraft,
  findBrandDraft,
  findBrandVersion,
  findPublishedBrand,
  insertPublishedBrand,
  listBrandVersions,
  replaceBrandDraft,
} from "./queries/brands";
export {
  type Company,
  type CompanyChange,
  type NewCompany,
  countCompanies,
  findCompany,
  findWholeCompany,
  insertCompany,
  insertSupplies,
  isApiOrigin,
  listCompanies,
  lockCompany,
  readCompanies,
  resizeSupply,
  updateCompany,
} from "./queries/companies";
export {
  deleteHost,
  findHost,
  firstHostOf,
  insertHost,
  listHosts,
  listHostsOf,
  saveHostHealth,
} from "./queries/hosts";
export { free, privatePool, remainingPrivateSupply } from "./queries/private-pool";
export {
  type CompanySite,
  type RunningCampaign,
  type Site,
  companyOf,
  isPlatform,
  originOfCompany,
  resolveSite,
} from "./site";
