import { PlatformBeneficiary } from "@server/companies/contracts/beneficiaries";
import {
  type AddCompany,
  CompanyAnswer,
  type UpdateCompany,
} from "@server/companies/contracts/companies";
import { Host } from "@server/companies/contracts/hosts";
import { AllTransactionsAnswer } from "@server/orders/contracts/order-lists";
import { listOf } from "@server/platform/contracts/described";
import { type Row, row } from "./row";
import * as as from "./shapes";

/** This API ignores commas anywhere; forms and commands accept them only as grouping. */
const WITH_COMMAS = [
  "price",
  "platformChargePercent",
  "referralRewardPercent",
  "publicCellPercent",
  "referralPercent",
  "angelInvestorPercent",
  "founderTeamPercent",
  "airdropPercent",
  "unverifiedHoldPercent",
] as const;

function withoutCommas<Input extends AddCompany | UpdateCompany>(input: Input): Input {
  const plain: Record<string, string> = {};
  for (const name of WITH_COMMAS) {
    const value: unknown = input[name];
    if (typeof value === "string") plain[name] = value.replaceAll(",", "");
  }
  return { ...input, ...plain };
}

export const SUPER_ADMIN_ROWS: readonly Row[] = [
  row("SUPER_ADMIN", "GET", "/superadmin/company/list", (api) => api.companies.list, {
    about: "Every company.",
    answer: listOf(CompanyAnswer, "The newest first."),
    shape: (list) => as.each(list, as.company),
  }),
  row(
    "SUPER_ADMIN",
    "POST",
    "/superadmin/company/add",
    (api) => (input: AddCompany) => api.companies.add(withoutCommas(input)),
    {
      about: "Adds a company with its first admin.",
      changeIsAnswer: true,
      message: "Company added successfully",
      answer: CompanyAnswer,
      shape: as.company,
    },
  ),
  row(
    "SUPER_ADMIN",
    "PUT",
    "/superadmin/company/update",
    (api) => (input: UpdateCompany) => api.companies.update(withoutCommas(input)),
    {
      about: "Changes a company. Absent optional fields are unchanged.",
      refuses: ["COMPANY_NOT_FOUND"],
      changeIsAnswer: true,
      message: "Company updated successfully",
      answer: CompanyAnswer,
      shape: as.company,
    },
  ),
  row("SUPER_ADMIN", "GET", "/superadmin/domain/list", (api) => api.domains.list, {
    about: "The hosts and their companies.",
    answer: listOf(Host, "By host."),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/domain/add", (api) => api.domains.add, {
    about: "Adds a host; it is live at once.",
    refuses: ["COMPANY_NOT_FOUND", "HOST_JUST_REMOVED"],
    changeIsAnswer: true,
    message: "Domain added successfully",
    answer: Host,
  }),
  row("SUPER_ADMIN", "DELETE", "/superadmin/domain/delete", (api) => api.domains.remove, {
    about: "Removes a host.",
    refuses: ["DOMAIN_NOT_FOUND"],
    message: "Domain deleted successfully",
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/transaction/list", (api) => api.orders.listAll, {
    about: "Every company's payments.",
    answer: AllTransactionsAnswer,
    shape: (list, shaping) => as.each(list, (record) => as.transaction(record, shaping)),
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/beneficiary/list", (api) => api.beneficiaries.listAll, {
    about: "Every company's accounts.",
    answer: listOf(PlatformBeneficiary, "Of all companies."),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session; its token is no longer valid.",
    endsSession: true,
    message: "Logged out successfully",
  }),
];
