import type { KeyScope } from "@db/vocabulary";

/**
 * The calls of each scope of an API key (product.md §6). It is an allow-list: a key is refused every
 * other procedure, also one that anyone may call. None of these concerns people, rules about money,
 * exports or keys.
 */
const CALLS: Readonly<Record<KeyScope, readonly string[]>> = {
  read: ["dashboard.admin", "orders.list", "beneficiaries.forAdmin", "beneficiaries.list"],
  decide: ["orders.approve", "orders.reject", "orders.reverse"],
  entries: ["statements.addEntry"],
};

/** True if a key with these scopes may call the procedure. */
export const mayKeyCall = (scopes: readonly KeyScope[], procedure: string): boolean =>
  scopes.some((scope) => CALLS[scope].includes(procedure));

/** Returns the scope that a key needs for a procedure; undefined if no key may call it. */
export const scopeOf = (procedure: string): KeyScope | undefined =>
  (Object.keys(CALLS) as KeyScope[]).find((scope) => CALLS[scope].includes(procedure));
