import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { publicApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { titled } from "~/lib/pages/page-meta";
import { orRefuse } from "~/lib/messages/refusals";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("outbox");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = publicApi(context);
  const { page, limit } = listQuery(request, { limits: [25] });
  return { page, ...(await orRefuse(context, api.messages.outbox({ page, limit }))) };
}

export const meta = titled("Outbox");

export default function Outbox() {
  const { records, page, lastPage } = useLoaderData<typeof loader>();
  const { t } = useTranslation("outbox");
  return (
    <main id="content" className="mx-auto grid max-w-3xl gap-4 px-4 py-10">
      <h1>{t("title")}</h1>
      <p className="text-muted">{t("intro")}</p>
      {records.length === 0 && <p className="card p-6 text-center">{t("empty")}</p>}
      {records.map((message) => (
        <article key={message.id} className="card grid gap-2 p-4" lang={message.language}>
          <h2 className="text-lg">{message.subject ?? "SMS"}</h2>
          <p className="hint">
            {t("to")} {message.address} · {formatDateTime(new Date(message.createdAt))} ·{" "}
            {message.status}
          </p>
          <p className="whitespace-pre-line break-words">{message.text}</p>
        </article>
      ))}
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
    </main>
  );
}
