import { findCompany, listCompaniesBySymbol } from "@db/queries/companies";
import { type Actor } from "@server/context/actor";
import { type Context, type Deps, createContext } from "@server/context/context";
import { type Caller, createCaller } from "@server/procedures/router";

/** Something the operator can mend; shown as one line. */
export class OperatorError extends Error {}

/** A command that was typed wrongly: what it expects is shown. */
export class UsageError extends OperatorError {}

/** What a command works with. */
export interface Operator {
  deps: Deps;
  context: Context;
  /** The product's own procedures, as a super admin: the same rules, the same books. */
  api: Caller;
}

/** The operator in the books: no person of the product. */
const OPERATOR_ID = "00000000-0000-7000-8000-000000000000";

export function createOperator(deps: Deps): Operator {
  const context = contextFor(deps, {
    role: "SUPER_ADMIN",
    id: OPERATOR_ID,
    sessionId: "operator",
  });
  return { deps, context, api: createCaller(context) };
}

/** The operator as an admin of one company, for what only a company decides. */
export const asAdminOf = ({ deps }: Operator, companyId: string): Caller =>
  createCaller(
    contextFor(deps, { role: "ADMIN", id: OPERATOR_ID, companyId, sessionId: "operator" }),
  );

const contextFor = (deps: Deps, actor: Actor): Context =>
  createContext(
    deps,
    {
      door: "operator",
      requestId: "operator",
      ip: "127.0.0.1",
      userAgent: null,
      origin: deps.config.appOrigin,
      language: "en",
      site: { kind: "platform" },
      idempotencyKey: null,
    },
    actor,
  );

/** A company by its id, or by its symbol where only one sells it. */
export async function companyNamed({ deps }: Operator, named: string): Promise<string> {
  const { db } = deps.database;
  if (/^[0-9a-f-]{36}$/i.test(named)) {
    const company = await findCompany(db, named.toLowerCase());
    if (!company) throw new OperatorError("There is no such company.");
    return company.id;
  }
  const [only, another] = await listCompaniesBySymbol(db, named);
  if (!only) throw new OperatorError("No company sells a token of that symbol.");
  if (another) throw new OperatorError("Several companies sell that symbol: name one by its id.");
  return only.id;
}

/** `name=value` words, under the names the contracts have. */
export function readPairs(
  words: readonly string[],
  wire: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at < 1) throw new UsageError(`${word} should read name=value.`);
      const name = word.slice(0, at);
      return [wire[name] ?? name, word.slice(at + 1)];
    }),
  );
}
