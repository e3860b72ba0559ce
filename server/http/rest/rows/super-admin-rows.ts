import type { AddCompany, UpdateCompany } from "@server/companies/contracts/companies";
import * as answers from "@server/http/rest/fields/member-responses";
import * as adminResponses from "@server/http/rest/fields/admin-responses";
import { FIELD_OVERRIDES } from "@server/http/rest/openapi/field-overrides";
import { type Row, row } from "./row";
import * as as from "@server/http/rest/openapi/response-shapes";

const nothing = () => null;
const ofOneCompany = { companyId: FIELD_OVERRIDES.companyFilter };
const aboutCompany = { status: FIELD_OVERRIDES.companyStatus };

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
    answer: adminResponses.companies,
    shape: ({ records, total }) => ({ records: records.map(as.company), total }),
  }),
  row(
    "SUPER_ADMIN",
    "POST",
    "/superadmin/company/add",
    (api) => (input: AddCompany) => api.companies.add(withoutCommas(input)),
    {
      about: "Adds a company with its first admin.",
      takes: aboutCompany,
      changeIsAnswer: true,
      message: "Company added successfully",
      answer: adminResponses.company,
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
      takes: { ...aboutCompany, id: FIELD_OVERRIDES.company },
      refuses: ["COMPANY_NOT_FOUND"],
      changeIsAnswer: true,
      message: "Company updated successfully",
      answer: adminResponses.company,
      shape: as.company,
    },
  ),
  row("SUPER_ADMIN", "GET", "/superadmin/domain/list", (api) => api.domains.list, {
    about: "The hosts and their companies.",
    takes: ofOneCompany,
    answer: adminResponses.domains,
    shape: ({ records, total }) => ({ records, total }),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/domain/add", (api) => api.domains.add, {
    about: "Adds a host; it is live at once.",
    takes: { companyId: FIELD_OVERRIDES.companyOfHost },
    refuses: ["COMPANY_NOT_FOUND", "HOST_JUST_REMOVED"],
    changeIsAnswer: true,
    message: "Domain added successfully",
    answer: adminResponses.domain,
    shape: (domain) => domain,
  }),
  row("SUPER_ADMIN", "DELETE", "/superadmin/domain/delete", (api) => api.domains.remove, {
    about: "Removes a host.",
    takes: { id: FIELD_OVERRIDES.domain },
    refuses: ["DOMAIN_NOT_FOUND"],
    message: "Domain deleted successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/transaction/list", (api) => api.orders.listAll, {
    about: "Every company's payments.",
    takes: { ...ofOneCompany, status: FIELD_OVERRIDES.orderStatus },
    answer: answers.allTransactions,
    shape: ({ records, total }, shaping) => ({
      records: records.map((record) => ({
        ...as.transaction(record, shaping),
        company: record.company,
      })),
      total,
    }),
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/beneficiary/list", (api) => api.beneficiaries.listAll, {
    about: "Every company's accounts.",
    takes: ofOneCompany,
    answer: adminResponses.allAccounts,
    shape: ({ records, total }) => ({ records, total }),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session; its token is no longer valid.",
    endsSession: true,
    message: "Logged out successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
];
