import type { LoaderFunctionArgs } from "@remix-run/node";
import { MapFile, MendRow, StatementFile } from "@server/orders/contracts/statements";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { orRefuse } from "~/lib/messages/refusals";
import { accountNames } from "./account-names";

const constraints = constraintsOf({ columns: MapFile, file: StatementFile, mend: MendRow });

/** The file that the query names, the one that waits, and the imported statements. */
export async function loadImport({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const fileId = asked.get("file");
  const [{ statements, waiting }, { records }, shown] = await orRefuse(
    context,
    Promise.all([
      api.statements.list(),
      api.beneficiaries.list({ limit: 100 }),
      fileId ? api.statements.file({ fileId }) : null,
    ]),
  );
  const list =
    shown?.state === "IMPORTED" ? await orRefuse(context, api.statements.lines({})) : null;
  return {
    constraints,
    open: list && { outcomes: list.outcomes, apart: list.apart },
    statements,
    waiting,
    accounts: accountNames(records),
    shown,
    asksColumns: asked.has("columns"),
    mendedRow: Number(asked.get("row")) || null,
  };
}
