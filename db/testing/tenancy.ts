import { type Executor, runText } from "../client";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
  [field: string]: unknown;
}

const CONDITIONS = ["Index Cond", "Recheck Cond", "Filter"];
const JOINS = ["Hash Cond", "Merge Cond", "Join Filter"];
/** A condition on one company, or on that of the joined row; several companies do not match. */
const ONE_COMPANY = /\bcompany_id = (?!ANY)|= (?:\w+\.)?company_id\b/;

/** Statements that read a tenant table without its company, each with the reason. */
const EXCEPTIONS: readonly (readonly [RegExp, reason: string])[] = [
  [/from "domains".*"domains"\."host" = \$1/s, "A host is what the company is found by."],
  [
    /from "sessions".*"sessions"\."(id|user_id)" = \$/s,
    "A session is what the company is found by.",
  ],
  [/"passkeys"\."person_id" = \$/, "Global: a person's passkeys, a super admin's among them."],
  [/"second_steps"\."person_id" = \$/, "Global: a person's app, a super admin's among them."],
  [
    /^\s*select distinct "?(orders\.)?company_id"? from "?orders"?\b/i,
    "A sweep asks which companies have work, and does it company by company.",
  ],
  [
    /from "pending_changes" where \(\("pending_changes"\."company_id" = \$1 /,
    "Subqueries compare the company with the outer row's; planned for few rows they are hashed.",
  ],
];

const conditionsOf = (plan: Plan, fields: readonly string[]): boolean =>
  fields.some((field) => ONE_COMPANY.test(String(plan[field])));

/**
 * Returns, for each of the statements but the exceptions, the tenant tables that it reads without
 * its company, by PostgreSQL's own plan for any values: neither the scan nor a join above it
 * compares the company. Rows that are only inserted name theirs. Statements inside functions are
 * not seen.
 */
export async function readsAcrossCompanies(
  db: Executor,
  statements: Iterable<string>,
): Promise<Map<string, string[]>> {
  const tenants = await runText<{ name: string }>(
    db,
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'company_id' AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
        AND c.relnamespace = 'public'::regnamespace`,
    [],
  );
  const isTenant = new Set(tenants.map(({ name }) => name));
  const found = new Map<string, string[]>();
  for (const text of new Set(statements)) {
    if (!/^\s*\(?(select|insert|update|delete|with)\b/i.test(text)) continue;
    if (EXCEPTIONS.some(([known]) => known.test(text))) continue;
    const rows = await runText<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      db,
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
      [],
    );
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    const tables = (plan ? unbound(plan, false) : []).filter((table) => isTenant.has(table));
    if (tables.length > 0) found.set(text, [...new Set(tables)].sort());
  }
  return found;
}

/** Returns the tables below a node that are read for any company. */
function unbound(plan: Plan, isBound: boolean): string[] {
  const isHere = isBound || conditionsOf(plan, JOINS);
  const table = plan["Relation Name"];
  const below = (plan.Plans ?? []).flatMap((child) => unbound(child, isHere));
  if (table === undefined || plan["Node Type"] === "ModifyTable") return below;
  const isOne =
    isHere ||
    conditionsOf(plan, CONDITIONS) ||
    (plan.Plans ?? []).some((child) => boundIndex(child));
  return isOne ? below : [table, ...below];
}

/** Tells that every index of a bitmap is read for one company. */
function boundIndex(plan: Plan): boolean {
  if (plan["Node Type"] === "BitmapOr") return (plan.Plans ?? []).every(boundIndex);
  return conditionsOf(plan, CONDITIONS) || (plan.Plans ?? []).some(boundIndex);
}
