import * as answers from "../answers";
import * as desk from "../desk-answers";
import { MEANING } from "../meanings";
import { type Row, row } from "../row";
import * as as from "../shapes";

const nothing = () => null;
const ofOneCompany = { companyId: MEANING.companyFilter };
const aboutCompany = { status: MEANING.companyStatus };

/** A super admin's calls. */
export const PLATFORM: readonly Row[] = [
  row("SUPER_ADMIN", "GET", "/superadmin/company/list", (api) => api.companies.list, {
    about: "Every company.",
    answer: desk.companies,
    shape: ({ records, total }) => ({ records: records.map(as.company), total }),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/company/add", (api) => api.companies.add, {
    about: "Adds a company with its first admin.",
    takes: aboutCompany,
    say: "Company added successfully",
    answer: desk.company,
    shape: as.company,
  }),
  row("SUPER_ADMIN", "PUT", "/superadmin/company/update", (api) => api.companies.update, {
    about: "Changes a company. What is absent and not needed stays as it is.",
    takes: { ...aboutCompany, id: MEANING.company },
    refuses: ["COMPANY_NOT_FOUND"],
    say: "Company updated successfully",
    answer: desk.company,
    shape: as.company,
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/domain/list", (api) => api.domains.list, {
    about: "The hosts and whose sites they show.",
    takes: ofOneCompany,
    answer: desk.domains,
    shape: ({ records, total }) => ({ records, total }),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/domain/add", (api) => api.domains.add, {
    about: "Adds a host; it is live at once.",
    takes: { companyId: MEANING.companyOfHost },
    refuses: ["COMPANY_NOT_FOUND", "HOST_RESERVED"],
    say: "Domain added successfully",
    answer: desk.domain,
    shape: (domain) => domain,
  }),
  row("SUPER_ADMIN", "DELETE", "/superadmin/domain/delete", (api) => api.domains.remove, {
    about: "Takes a host away.",
    takes: { id: MEANING.domain },
    refuses: ["DOMAIN_NOT_FOUND"],
    say: "Domain deleted successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/transaction/list", (api) => api.orders.listAll, {
    about: "Every company's payments.",
    takes: { ...ofOneCompany, status: MEANING.orderStatus },
    answer: answers.allTransactions,
    shape: ({ records, total }, door) => ({
      records: records.map((record) => ({
        ...as.transaction(record, door),
        company: record.company,
      })),
      total,
    }),
  }),
  row("SUPER_ADMIN", "GET", "/superadmin/beneficiary/list", (api) => api.beneficiaries.listAll, {
    about: "Every company's accounts.",
    takes: ofOneCompany,
    answer: desk.allAccounts,
    shape: ({ records, total }) => ({ records, total }),
  }),
  row("SUPER_ADMIN", "POST", "/superadmin/auth/logout", (api) => () => api.sessions.logOut(), {
    about: "Ends the session: its token opens nothing any more.",
    endsSession: true,
    say: "Logged out successfully",
    answer: answers.nothing,
    shape: nothing,
  }),
];
