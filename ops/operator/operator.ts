import { FALLBACK_LANGUAGE } from "@locales/languages";
import { findCompany, listCompaniesBySymbol } from "@server/sites/queries/companies";
import { type Actor } from "@server/access/call/actor";
import { type Context, type Deps, createContext } from "@server/access/call/context";
import { type Caller, createCaller } from "@server/http/router";

/** An error that the operator can fix; printed as one line. */
export class OperatorError extends Error {}

/** A command with wrong syntax; the message shows its usage. */
export class UsageError extends OperatorError {}

/** The dependencies of a command. */
export interface Operator {
  deps: Deps;
  context: Context;
  /** The product's procedures, called as a super admin: the same rules and audit log apply. */
  api: Caller;
}

/** The operator's id in the audit log; no user has it. */
const OPERATOR_ID = "00000000-0000-7000-8000-000000000000";

export function createOperator(deps: Deps): Operator {
  const context = contextFor(deps, {
    role: "SUPER_ADMIN",
    id: OPERATOR_ID,
    sessionId: "operator",
    isSteppedUp: true,
    hasSecondFactor: true,
  });
  return { deps, context, api: createCaller(context) };
}

/** Calls procedures as an admin of one company, for actions that only its admins can perform. */
export const asAdminOf = ({ deps }: Operator, companyId: string): Caller =>
  createCaller(
    contextFor(deps, {
      role: "ADMIN",
      adminRole: "OWNER",
      id: OPERATOR_ID,
      companyId,
      sessionId: "operator",
      isSteppedUp: true,
    }),
  );

const contextFor = (deps: Deps, actor: Actor): Context =>
  createContext(
    deps,
    {
      transport: "operator",
      requestId: "operator",
      ip: "127.0.0.1",
      userAgent: null,
      language: FALLBACK_LANGUAGE,
      site: { kind: "platform" },
      idempotencyKey: null,
    },
    actor,
  );

/** Finds a company by its id, or by its symbol if that is unique. */
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
