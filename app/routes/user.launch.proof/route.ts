import type { LoaderFunctionArgs } from "@remix-run/node";
import { BatchRef } from "@server/launch/contracts/batches";
import { investorApi } from "~/lib/callers";
import { jsonFile } from "~/lib/lists/json-file";
import { notFound, orRefuse } from "~/lib/messages/refusals";

/** `/user/launch/1/proof.json`: the trace of the member's own row of a batch. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const asked = BatchRef.safeParse({ number: params["number"] });
  if (!asked.success) throw notFound(context);
  const api = await investorApi(context);
  return jsonFile(
    await orRefuse(context, api.proof.ofBatch(asked.data)),
    `delivery-${asked.data.number}.json`,
  );
}
