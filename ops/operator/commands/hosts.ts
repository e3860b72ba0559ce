import { findHostByName } from "@server/sites/queries/hosts";
import type { Caller } from "@server/http/router";
import { normaliseHost } from "@server/sites/rules/host";
import { type Command, formatRows } from "@ops/operator/command";
import { OperatorError, type Operator, companyNamed } from "@ops/operator/operator";

const SHOWN = 100;

async function hostNamed({ deps }: Operator, typed: string) {
  const host = normaliseHost(typed);
  const domain = host ? await findHostByName(deps.database.db, host) : undefined;
  if (!domain) throw new OperatorError("No company has that host.");
  return domain;
}

/** Says that a host was added, and which DNS records it needs. */
export async function hostAdded(
  api: Caller,
  { host, companyId }: { host: string; companyId: string },
): Promise<string> {
  const watched = await api.domains.watch({ companyId });
  const records = watched.find((one) => one.host === host)?.records ?? [];
  return [
    `${host} is live.`,
    ...records.map(({ type, name, value }) => `DNS: ${type} ${name} ${value}`),
  ].join("\n");
}

export const hostCommands: readonly Command[] = [
  {
    name: "domain list",
    words: ["[company]"],
    does: "each host and its company (at most 100)",
    async run(operator, [named]) {
      const companyId = named ? await companyNamed(operator, named) : undefined;
      const { records } = await operator.api.domains.list({
        limit: SHOWN,
        ...(companyId && { companyId }),
      });
      return formatRows(records.map((one) => [one.host, one.companyId, one.companyName]));
    },
  },
  {
    name: "domain add",
    words: ["<host>", "<company>"],
    does: "maps a host; it serves the company at once",
    async run(operator, [typed = "", named = ""]) {
      const companyId = await companyNamed(operator, named);
      return hostAdded(operator.api, await operator.api.domains.add({ host: typed, companyId }));
    },
  },
  {
    name: "domain remove",
    words: ["<host>"],
    does: "takes a host away; it answers nobody from then on",
    async run(operator, [typed = ""]) {
      const { id, host } = await hostNamed(operator, typed);
      await operator.api.domains.remove({ id });
      return `${host} was removed.`;
    },
  },
  {
    name: "domain check",
    words: ["<host>"],
    does: "where its name leads and what certificate it has, as JSON",
    async run(operator, [typed = ""]) {
      const { id } = await hostNamed(operator, typed);
      await operator.api.domains.check({ id });
      const { host, health } = await hostNamed(operator, typed);
      return JSON.stringify({ host, ...health }, null, 2);
    },
  },
];
