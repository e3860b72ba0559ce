import { findCompany } from "@db/queries/companies";
import { AddBeneficiary } from "@server/contracts/beneficiaries";
import { AddCompany, InviteAdmin, UpdateCompany } from "@server/contracts/companies";
import { type Command, lines } from "./command";
import { OperatorError, asAdminOf, companyNamed, readPairs } from "./operator";

/** The short names of the fields that the contracts call otherwise. */
const FIELDS = {
  name: "companyName",
  symbol: "tokenSymbol",
  supply: "totalSupply",
  password: "adminPassword",
  fee: "platformChargePercent",
  reward: "referralRewardPercent",
  launch: "launchAt",
  pan: "companyPan",
  aadhaar: "companyAadhaarCard",
  address: "companyAddress",
  pin: "companyPincode",
};

const SHOWN = 100;

export const companyCommands: readonly Command[] = [
  {
    name: "company list",
    takes: "[search]",
    does: "id, symbol, status and name of each, newest first (at most 100)",
    async run({ api }, search) {
      const { records } = await api.companies.list({ limit: SHOWN, ...(search && { search }) });
      return lines(records.map((one) => [one.id, one.tokenSymbol, one.status, one.companyName]));
    },
  },
  {
    name: "company show",
    takes: "<company>",
    does: "all that is known of it, as JSON",
    async run(operator, named = "") {
      const id = await companyNamed(operator, named);
      return JSON.stringify(await operator.api.companies.find({ id }), null, 2);
    },
  },
  {
    name: "company add",
    takes:
      "name=… email=… mobile=… symbol=… supply=… adminName=… adminEmail=… [password=… price=… fee=… reward=… launch=… pan=… aadhaar=… address=… pin=…]",
    does: "adds a company with its first admin; without a password a link to set one is mailed",
    async run({ api }, ...words) {
      const added = await api.companies.add(AddCompany.parse(readPairs(words, FIELDS)));
      return `Company ${added.companyName} was added: ${added.id}`;
    },
  },
  {
    name: "company set",
    takes: "<company> name=value …",
    does: "changes what is named; all names of `company add` count, and publicCellPercent and the like",
    async run(operator, named = "", ...words) {
      const id = await companyNamed(operator, named);
      const { companyName, email, mobile, tokenSymbol, totalSupply } =
        await operator.api.companies.find({ id });
      const present = { id, companyName, email, mobile, tokenSymbol, totalSupply };
      const input = UpdateCompany.parse({ ...present, ...readPairs(words, FIELDS) });
      return `Company ${(await operator.api.companies.update(input)).companyName} was changed.`;
    },
  },
  {
    name: "company suspend",
    takes: "<company>",
    does: "closes its site; nothing is lost",
    async run(operator, named = "") {
      const id = await companyNamed(operator, named);
      await operator.api.companies.setStatus({ id, status: "SUSPENDED" });
      return "The company is suspended.";
    },
  },
  {
    name: "company open",
    takes: "<company>",
    does: "opens a suspended company's site again",
    async run(operator, named = "") {
      const id = await companyNamed(operator, named);
      await operator.api.companies.setStatus({ id, status: "ACTIVE" });
      return "The company is open.";
    },
  },
  {
    name: "admin list",
    takes: "<company>",
    does: "its admins",
    async run(operator, named = "") {
      const id = await companyNamed(operator, named);
      const admins = await operator.api.companies.admins({ id });
      return lines(
        admins.map(({ email, name, status, hasPassword }) => [
          email,
          hasPassword ? status : "INVITED",
          name,
        ]),
      );
    },
  },
  {
    name: "admin invite",
    takes: "<company> adminName=… adminEmail=… mobile=…",
    does: "mails one more admin a link to set a password",
    async run(operator, named = "", ...words) {
      const id = await companyNamed(operator, named);
      const input = InviteAdmin.parse({ id, ...readPairs(words) });
      return `${(await operator.api.companies.inviteAdmin(input)).email} was invited.`;
    },
  },
  {
    name: "account add",
    takes: "<company> holderName=… bankName=… branch=… accountNumber=… ifscCode=… [upi=…]",
    does: "adds an account that members pay to; the first is the default one",
    async run(operator, named = "", ...words) {
      const id = await companyNamed(operator, named);
      // The books of such a company change at its desk alone: this way has no code to ask for.
      if ((await findCompany(operator.deps.database.db, id))?.requiresSecondStep)
        throw new OperatorError(
          "This company asks its admins for an authenticator app: one of them adds the account.",
        );
      const api = asAdminOf(operator, id);
      await api.beneficiaries.add(AddBeneficiary.parse(readPairs(words)));
      return "The account was added.";
    },
  },
];
