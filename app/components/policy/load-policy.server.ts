import type { AppLoadContext } from "@remix-run/node";
import type { PolicyName } from "@server/companies/contracts/policies";
import { publicApi } from "~/lib/callers";
import { orRefuse, refusalIn } from "~/lib/messages/refusals";

/** The site's text or, with `?version=`, a version that a member agreed to. */
export async function loadPolicy(request: Request, context: AppLoadContext, name: PolicyName) {
  const version = new URL(request.url).searchParams.get("version");
  const [current, agreed] = await orRefuse(
    context,
    Promise.all([
      publicApi(context).policies.current({ name }),
      version ? agreedText(context, version) : null,
    ]),
  );
  const first = await publicApi(context)
    .policies.agreed({ version: current.version })
    .catch(notYet);
  return { name, current, agreed, since: first?.since };
}

/** A text that nobody has agreed to is not kept. */
function notYet(thrown: unknown): null {
  if (refusalIn(thrown)?.code === "POLICY_NOT_FOUND") return null;
  throw thrown;
}

/** The logged-in user determines a company that has no host. */
async function agreedText(context: AppLoadContext, version: string) {
  const { caller } = context;
  const reader = (await caller.admin()) ?? (await caller.member()) ?? caller.public();
  return reader.policies.agreed({ version });
}
