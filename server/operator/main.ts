import { readConfig, ConfigError } from "@server/config/environment";
import { createLogger } from "@server/logging/logger";
import { backup, restore } from "@db/backup";
import { EmbeddedError } from "@db/start";
import { listCompaniesBySymbol, findCompany } from "@db/queries/companies";
import { insertDomain } from "@db/queries/domains";
import { ensureSuperAdmin } from "@db/queries/super-admins";
import { normaliseHost } from "@server/domain/hosts/host";
import { AddCompany } from "@server/contracts/companies";
import { translateRefusal } from "@server/words";
import { refusalFrom } from "@server/context/refusal-from";
import { createContext } from "@server/context/context";
import { createCaller } from "@server/procedures/router";
import { type Started, start } from "@server/start";
import { type LedgerReport, verifyLedgers } from "@server/ledger/verify";

const USAGE = `npm run operator -- <command>

  super-admin add <email>
  company add name=… email=… mobile=… symbol=… supply=… adminName=… adminEmail=… [password=… price=… fee=…]
  domain add <host> <company id or symbol>
  ledger verify
  db migrate | db backup <file> | db restore <file>`;

/** Something the operator can mend; shown as one line. */
class OperatorError extends Error {}

async function run({ deps }: Started, words: readonly string[]): Promise<string> {
  const { db } = deps.database;
  const [noun, verb, ...rest] = words;
  switch (`${noun} ${verb}`) {
    case "super-admin add":
      return (await ensureSuperAdmin(db, needed(rest[0], "an e-mail address")))
        ? "The super admin was added."
        : "There is such a super admin already.";
    case "company add": {
      const company = await addCompany(deps, Object.fromEntries(rest.map(readPair)));
      return `Company ${company.companyName} was added: ${company.id}`;
    }
    case "domain add": {
      const host = normaliseHost(needed(rest[0], "a host"));
      if (!host) throw new OperatorError("That is not a host name.");
      const companyId = await companyNamed(deps, needed(rest[1], "a company"));
      if (!(await insertDomain(db, host, companyId)))
        throw new OperatorError("That host is in use.");
      return `${host} is live.`;
    }
    case "ledger verify":
      return ledgerWords(await verifyLedgers(db));
    case "db migrate":
      return "The database is up to date.";
    case "db backup": {
      await backup(deps.database, needed(rest[0], "a file"));
      return `Written to ${rest[0]}.`;
    }
    case "db restore": {
      await restore(deps.database, needed(rest[0], "a file"));
      return "Restored.";
    }
    default:
      throw new OperatorError(USAGE);
  }
}

/** One line a company; throws when a chain or its books do not hold. */
function ledgerWords(reports: readonly LedgerReport[]): string {
  const lines = reports.map((report) => JSON.stringify(report));
  if (reports.some((report) => report.faults.length > 0)) throw new OperatorError(lines.join("\n"));
  return [...lines, `${reports.length} ledgers hold.`].join("\n");
}

const needed = (word: string | undefined, what: string): string => {
  if (!word) throw new OperatorError(`This command needs ${what}.`);
  return word;
};

function readPair(word: string): [string, string] {
  const at = word.indexOf("=");
  if (at < 1) throw new OperatorError(`${word} should read name=value.`);
  const wire: Record<string, string> = {
    name: "companyName",
    symbol: "tokenSymbol",
    supply: "totalSupply",
    password: "adminPassword",
    fee: "platformChargePercent",
  };
  const name = word.slice(0, at);
  return [wire[name] ?? name, word.slice(at + 1)];
}

async function companyNamed(deps: Started["deps"], named: string): Promise<string> {
  const { db } = deps.database;
  if (/^[0-9a-f-]{36}$/i.test(named)) {
    const company = await findCompany(db, named);
    if (!company) throw new OperatorError("There is no such company.");
    return company.id;
  }
  const [only, another] = await listCompaniesBySymbol(db, named);
  if (!only) throw new OperatorError("No company sells a token of that symbol.");
  if (another) throw new OperatorError("Several companies sell that symbol: name one by its id.");
  return only.id;
}

/** As the platform itself, through the product's own procedure and contract. */
async function addCompany(deps: Started["deps"], fields: Record<string, string>) {
  const api = createCaller(
    createContext(
      deps,
      {
        door: "rest",
        requestId: "operator",
        ip: "127.0.0.1",
        userAgent: null,
        origin: deps.config.appOrigin,
        language: "en",
        site: { kind: "platform" },
        idempotencyKey: null,
      },
      { role: "SUPER_ADMIN", id: "00000000-0000-7000-8000-000000000000", sessionId: "operator" },
    ),
  );
  return api.companies.add(AddCompany.parse(fields));
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const config = readConfig(process.env);
  const logger = createLogger("error");
  const started = await start(config, logger, { mayShare: true });
  // Invitations go out through the queue; what is queued here is sent by the running product.
  await started.deps.jobs.start();
  try {
    process.stdout.write(`${await run(started, words)}\n`);
  } finally {
    await started.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const refusal = refusalFrom(error);
    const isPlain =
      error instanceof OperatorError ||
      error instanceof ConfigError ||
      error instanceof EmbeddedError;
    const line = refusal
      ? [...new Set(Object.values(refusal.fields ?? { "": [refusal.code] }).flat())]
          .map((code) => translateRefusal("en", code, refusal.params))
          .join(" ")
      : isPlain
        ? error.message
        : String(error instanceof Error ? error.stack : error);
    process.stderr.write(`${line}\n`);
    process.exit(1);
  },
);
