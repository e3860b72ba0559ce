import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  AddTransfers,
  BatchRef,
  FundBatch,
  PrepareBatch,
  PublishBatch,
  SendBatch,
} from "@server/launch/contracts/batches";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { besideField, refuse } from "@server/platform/rules/refusals/refuse";
import { ToneBadge } from "~/components/data/badge";
import { BackLink } from "~/components/layout/back-link";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { intentIn } from "~/lib/forms/form-reply";
import { sentForm } from "~/lib/forms/sent-form.server";
import { submit } from "~/lib/forms/submit";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { batchPath, paths } from "~/lib/paths";
import { Delivery } from "./delivery";
import { BatchFacts } from "./facts";
import { Preparing } from "./preparing";

export const handle = await loadWords("admin/batches");

const constraints = constraintsOf({
  prepare: PrepareBatch,
  publish: PublishBatch,
  fund: FundBatch,
  send: SendBatch,
  transfers: AddTransfers,
});

export async function loader({ params, context }: LoaderFunctionArgs) {
  const number = BatchRef.safeParse({ number: params["number"] });
  if (!number.success) throw notFound(context);
  const api = await adminApi(context);
  const batch = await orRefuse(context, api.batches.find(number.data));
  return { batch, now: new Date().toISOString(), today: dateInIndia(new Date()), constraints };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { fields: form, file, refused } = await sentForm(request, context, "admin");
  const { batches } = await adminApi(context);
  form.set("number", params["number"] ?? "");
  const done = (toast: string) => ({
    to: batchPath(Number(params["number"])),
    toast: `batches:${toast}`,
  });
  switch (intentIn(form)) {
    case "prepare":
      return submit(context, form, {
        schema: PrepareBatch,
        call: batches.prepare,
        done: done("prepared"),
      });
    case "freeze":
      return submit(context, form, {
        schema: BatchRef,
        call: batches.freeze,
        done: done("prepared"),
      });
    case "publish":
      return submit(context, form, {
        schema: PublishBatch,
        call: batches.publish,
        done: done("unchanged"),
      });
    case "fund":
      return submit(context, form, { schema: FundBatch, call: batches.fund, done: done("funded") });
    case "send":
      return submit(context, form, {
        schema: SendBatch,
        call: batches.send,
        done: done("sentByUs"),
      });
    case "transfers":
      return submit(context, form, {
        schema: AddTransfers,
        call: batches.addTransfers,
        done: (added) => ({ added }),
      });
    case "transfers-file":
      return submit(context, form, {
        schema: BatchRef,
        call: ({ number }) => {
          const refusal = refused ?? (file ? null : refuse("FILE_REQUIRED"));
          if (refusal) throw besideField(refusal, "text");
          return batches.addTransfers({ number, text: new TextDecoder().decode(file?.bytes) });
        },
        done: (added) => ({ added }),
      });
    default:
      throw notFound(context);
  }
}

export const meta = titled("Launch");

/** One batch: what it holds, and its next step. */
export default function Batch() {
  const { batch, now, today } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("batches");
  const added = result && "added" in result ? result.added : null;
  return (
    <div className="grid gap-5">
      <BackLink to={paths.admin.launch}>{t("back")}</BackLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1>{t("batch", { number: batch.number })}</h1>
        <ToneBadge tone={batch.state === "DELIVERED" ? "success" : "warning"}>
          {t(`states.${batch.state}`)}
        </ToneBadge>
      </div>
      {batch.preparation ? (
        <Preparing batch={batch} preparation={batch.preparation} />
      ) : (
        <>
          <Delivery batch={batch} now={now} today={today} added={added} />
          <BatchFacts batch={batch} />
        </>
      )}
    </div>
  );
}
