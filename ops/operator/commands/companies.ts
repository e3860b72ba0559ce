import type { SupplyPool } from "@db/vocabulary";
import { findCompany } from "@server/sites/queries/companies";
import { AddBeneficiary } from "@server/companies/contracts/beneficiaries";
import {
  AddCompany,
  type FoundCompany,
  InviteAdmin,
  type SetCompanyStatus,
  UpdateCompany,
} from "@server/companies/contracts/companies";
import { AddHost } from "@server/companies/contracts/hosts";
import { withinTransaction } from "@server/access/call/context";
import { createCaller } from "@server/http/router";
import { hostAdded } from "@ops/operator/commands/hosts";
import { type Command, eachOptional, fieldsOf, formatRows } from "@ops/operator/command";
import { OperatorError, asAdminOf, companyNamed } from "@ops/operator/operator";

/** Aliases of the contracts' field names. */
const SHORT = {
  name: "companyName",
  symbol: "tokenSymbol",
  supply: "totalSupply",
  fee: "platformChargePercent",
  reward: "referralRewardPercent",
  launch: "launchAt",
  pan: "companyPan",
  aadhaar: "companyAadhaarCard",
  address: "companyAddress",
  pin: "companyPincode",
};

/** With a host, the first admin's invitation leads to the company's own site. */
const AddCompanyAt = AddCompany.extend({ host: AddHost.shape.host.optional() });
const ADD_FIELDS = fieldsOf(AddCompanyAt, { ...SHORT, password: "adminPassword" });
const SET_FIELDS = eachOptional(fieldsOf(UpdateCompany, SHORT));

const SHOWN = 100;

/** The contract's field of each pool's share of the supply. */
const SHARES: Record<SupplyPool, string> = {
  PUBLIC: "publicCellPercent",
  REFERRAL: "referralPercent",
  ANGEL: "angelInvestorPercent",
  FOUNDER: "founderTeamPercent",
  AIRDROP: "airdropPercent",
};

/** Returns a company by the names and in the units that `company set` takes: rupees and percent. */
function asTyped(company: FoundCompany): Record<string, unknown> {
  const { priceMicroRupees, feeBps, referralRewardBps, splitBps, unverifiedHoldBps, ...same } =
    company;
  const names = new Map(Object.entries(SHORT).map(([name, field]) => [field, name]));
  return {
    ...Object.fromEntries(
      Object.entries(same).map(([field, value]) => [names.get(field) ?? field, value]),
    ),
    price: priceMicroRupees === null ? null : priceMicroRupees / 1_000_000,
    fee: feeBps / 100,
    reward: referralRewardBps / 100,
    unverifiedHoldPercent: unverifiedHoldBps / 100,
    ...Object.fromEntries(
      Object.entries(splitBps).map(([pool, bps]) => [SHARES[pool as SupplyPool], bps / 100]),
    ),
  };
}

const setStatus =
  (status: SetCompanyStatus["status"], answer: string): Command["run"] =>
  async (operator, [named = ""]) => {
    const id = await companyNamed(operator, named);
    await operator.api.companies.setStatus({ id, status });
    return answer;
  };

export const companyCommands: readonly Command[] = [
  {
    name: "company list",
    words: ["[search]"],
    does: "id, symbol, status and name of each, newest first (at most 100)",
    async run({ api }, [search]) {
      const { records } = await api.companies.list({ limit: SHOWN, ...(search && { search }) });
      return formatRows(
        records.map((one) => [one.id, one.tokenSymbol, one.status, one.companyName]),
      );
    },
  },
  {
    name: "company show",
    words: ["<company>"],
    does: "all that is known of it, as JSON, by the names and in the units of company set",
    async run(operator, [named = ""]) {
      const id = await companyNamed(operator, named);
      return JSON.stringify(asTyped(await operator.api.companies.find({ id })), null, 2);
    },
  },
  {
    name: "company add",
    words: [],
    fields: ADD_FIELDS,
    does: "adds a company with its first admin; without a password a link to set one is mailed",
    async run({ context, api }, _words, fields) {
      const { host, ...company } = AddCompanyAt.parse(fields);
      // Nobody else sees the host before the commit: it gets its certificate afterwards.
      const { hostProbe: _later, ...deps } = context.deps;
      const { added, at } = await context.transact(async (tx) => {
        const inside = createCaller(withinTransaction({ ...context, deps }, tx));
        const added = await inside.companies.add(company);
        const at = host ? await inside.domains.add({ host, companyId: added.id }) : null;
        return { added, at };
      });
      if (at) await api.domains.check({ id: at.id });
      const live = at ? `${await hostAdded(api, at)}\n` : "";
      return `${live}Company ${added.companyName} was added: ${added.id}`;
    },
  },
  {
    name: "company set",
    words: ["<company>"],
    fields: SET_FIELDS,
    does: "changes what is named, and nothing else",
    async run(operator, [named = ""], fields) {
      const id = await companyNamed(operator, named);
      const { companyName, email, mobile, tokenSymbol, totalSupply } =
        await operator.api.companies.find({ id });
      const present = { id, companyName, email, mobile, tokenSymbol, totalSupply };
      const input = UpdateCompany.parse({ ...present, ...fields });
      return `Company ${(await operator.api.companies.update(input)).companyName} was changed.`;
    },
  },
  {
    name: "company suspend",
    words: ["<company>"],
    does: "closes its site; nothing is lost",
    run: setStatus("SUSPENDED", "The company is suspended."),
  },
  {
    name: "company open",
    words: ["<company>"],
    does: "opens a suspended company's site again",
    run: setStatus("ACTIVE", "The company is open."),
  },
  {
    name: "admin list",
    words: ["<company>"],
    does: "its admins",
    async run(operator, [named = ""]) {
      const id = await companyNamed(operator, named);
      const admins = await operator.api.companies.admins({ id });
      return formatRows(
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
    words: ["<company>"],
    fields: fieldsOf(InviteAdmin),
    does: "mails one more admin a link to set a password",
    async run(operator, [named = ""], fields) {
      const id = await companyNamed(operator, named);
      const input = InviteAdmin.parse({ id, ...fields });
      return `${(await operator.api.companies.inviteAdmin(input)).email} was invited.`;
    },
  },
  {
    name: "account add",
    words: ["<company>"],
    fields: fieldsOf(AddBeneficiary),
    does: "adds an account that members pay to; the first is the default one",
    async run(operator, [named = ""], fields) {
      const id = await companyNamed(operator, named);
      // Such a company's bank accounts change only in its admin area, with a code of the app.
      if ((await findCompany(operator.deps.database.db, id))?.requiresSecondStep)
        throw new OperatorError(
          "This company asks its admins for an authenticator app: one of them adds the account.",
        );
      const api = asAdminOf(operator, id);
      await api.beneficiaries.add(AddBeneficiary.parse(fields));
      return "The account was added.";
    },
  },
];
