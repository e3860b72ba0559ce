import { newId } from "@db/ids";
import { refusalFrom } from "@server/access/call/refusal-from";
import type { Caller } from "@server/http/router";
import type { CompanyFixture } from "./order-harness";

type Accounts = Pick<Caller["beneficiaries"], "add" | "update" | "edit" | "makeDefault" | "remove">;

/**
 * Runs a call whose change waits for a second admin, has that one confirm it, and repeats the call with
 * its key, which then returns the result of the change. A call that does not wait runs once.
 */
async function agreed<Answer>(run: () => Promise<Answer>, second: Caller): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (refusalFrom(error)?.code !== "NEEDS_SECOND_ADMIN") throw error;
  }
  const [change, ...others] = await second.changes.list();
  if (!change || others.length > 0) throw new Error("Not exactly one change waits.");
  await second.changes.confirm({ id: change.id });
  return run();
}

/** Wraps the calls of bank details by the company's admin, so that another one confirms each. */
export async function confirmedAccounts(
  company: CompanyFixture,
): Promise<Accounts & { second: { id: string } }> {
  const colleague = await company.anotherAdmin();
  const second = await company.as(colleague);
  const mine = async () => (await company.as(company.admin, { key: newId() })).beneficiaries;
  return {
    second: colleague,
    add: async (input) => {
      const api = await mine();
      return agreed(() => api.add(input), second);
    },
    update: async (input) => {
      const api = await mine();
      return agreed(() => api.update(input), second);
    },
    edit: async (input) => {
      const api = await mine();
      return agreed(() => api.edit(input), second);
    },
    makeDefault: async (input) => {
      const api = await mine();
      return agreed(() => api.makeDefault(input), second);
    },
    remove: async (input) => {
      const api = await mine();
      return agreed(() => api.remove(input), second);
    },
  };
}
