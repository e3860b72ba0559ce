import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChangeRef, MOST_LISTED_CHANGES } from "@server/companies/contracts/changes";
import { adminApi } from "~/lib/callers";
import { titled } from "~/lib/pages/page-meta";
import { paths } from "~/lib/paths";
import { notFound, orRefuse } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { intentIn } from "~/lib/forms/form-reply";
import { loadWords } from "~/lib/messages/words";
import { WaitingChange } from "./waiting-change";

export const handle = await loadWords("admin/changes");

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const changes = await orRefuse(context, api.changes.list());
  if (changes.length < MOST_LISTED_CHANGES) return { changes, left: 0 };
  const total = await orRefuse(context, api.changes.count());
  return { changes, left: Math.max(0, total - changes.length) };
}

const DECISIONS = { confirm: "confirmed", refuse: "refused", withdraw: "withdrawn" } as const;

/** An intent is what to do with which change: several forms of the page differ by both. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  const intent = intentIn(form) ?? "";
  const name = (Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]).find(
    (one) => one === intent.split(" ")[0],
  );
  if (!name) throw notFound(context);
  return submit(context, form, {
    schema: ChangeRef,
    call: (input) => api.changes[name](input),
    done: () => {
      return withToast(context, paths.admin.changes, `changes:${DECISIONS[name]}Toast`);
    },
  });
}

export const meta = titled("Waiting changes");

/** Lists the changes that wait for a second admin. */
export default function WaitingChangesPage() {
  const { changes, left } = useLoaderData<typeof loader>();
  const { t } = useTranslation("changes");
  return (
    <div className="grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1">{t("intro")}</p>
      </div>
      {changes.length === 0 && <p className="note">{t("none")}</p>}
      {changes.map((change) => (
        <WaitingChange key={change.id} change={change} />
      ))}
      {left > 0 && <p className="note">{t("more", { count: left })}</p>}
    </div>
  );
}
