import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  AcceptSum,
  ApproveLine,
  ApproveTicked,
  LinkLine,
  PutAwayMany,
  SetAsideLine,
  UnlinkLine,
} from "@server/orders/contracts/statements";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { orRefuse } from "~/lib/messages/refusals";
import { entryListIn } from "./entry-list-address";
import { settledHeads } from "./settled/settled-heads.server";

const constraints = constraintsOf({
  approve: ApproveLine,
  approveCertain: ApproveTicked,
  link: LinkLine,
  setAside: SetAsideLine,
  unlink: UnlinkLine,
  acceptSum: AcceptSum,
  putAwayMany: PutAwayMany,
});

/** Entries of statements, by how they match orders. */
export async function loadEntries({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = entryListIn(request);
  const list = await orRefuse(context, api.statements.lines(asked));
  return {
    constraints,
    ...list,
    heads: settledHeads(context, request, asked, list),
    isSearch: asked.search !== "",
    idempotencyKey: crypto.randomUUID(),
  };
}
