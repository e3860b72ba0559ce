import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PrepareBatch } from "@server/launch/contracts/batches";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BatchTable } from "~/components/launch/batch-table";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { submit } from "~/lib/forms/submit";
import { orRefuse } from "~/lib/messages/refusals";
import { withToast } from "~/lib/messages/toasts.server";
import { loadWords } from "~/lib/messages/words";
import { titled } from "~/lib/pages/page-meta";
import { batchPath, paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

export const handle = await loadWords("admin/batches");

const constraints = constraintsOf({ prepare: PrepareBatch });

export async function loader({ context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const list = await orRefuse(context, api.batches.list());
  return { ...list, today: dateInIndia(new Date()), constraints };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context);
  return submit(context, form, {
    schema: PrepareBatch,
    call: (input) => api.batches.prepare(input),
    done: ({ number }) => withToast(context, batchPath(number), "batches:prepared"),
  });
}

export const meta = titled("Launch");

/** The batches in which a company delivers its tokens, and the next one to prepare. */
export default function Launch() {
  const { records, ledger, delivered, waiting } = useLoaderData<typeof loader>();
  const { t } = useTranslation("batches");
  const isSame = ledger === delivered + waiting;
  const sums = {
    ledger: formatQuantity(ledger),
    delivered: formatQuantity(delivered),
    waiting: formatQuantity(waiting),
  };
  return (
    <div className="dense grid gap-5">
      <div>
        <h1>{t("title")}</h1>
        <p className="hint mt-1 max-w-prose">{t("intro")}</p>
      </div>
      <Next />
      <p className={isSame ? "font-semibold tabular" : "note note-danger"} role="status">
        {t(isSame ? "sums" : "sumsDiffer", sums)}
      </p>
      <BatchTable records={records} isLinked />
    </div>
  );
}

/** What matters now: the launch's date, the prepared batch, or the next one. */
function Next() {
  const { records, launchAt, today } = useLoaderData<typeof loader>();
  const { t } = useTranslation("batches");
  const may = useMay();
  const open = records.find(({ state }) => state !== "DELIVERED");
  if (launchAt === null) {
    return (
      <section className="card grid gap-3 p-4 md:p-6">
        <p>{t("noLaunch")}</p>
        <Link className="button justify-self-start" to={paths.admin.settings}>
          {t("setLaunch")}
        </Link>
      </section>
    );
  }
  if (open?.state === "PREPARED") {
    return (
      <section className="card grid gap-3 p-4 md:p-6">
        <p>{t("waits", { number: open.number })}</p>
        <Link className="button justify-self-start" to={batchPath(open.number)}>
          {t("open", { number: open.number })}
        </Link>
      </section>
    );
  }
  const frozen = open && (
    <p className="note">
      <Link className="link-out" to={batchPath(open.number)}>
        {t("goOn", { number: open.number })}
      </Link>
    </p>
  );
  if (!may("batches.prepare")) return frozen;
  const launchDay = dateInIndia(new Date(launchAt));
  return (
    <>
      {frozen}
      <section className="card grid gap-3 p-4 md:p-6" aria-labelledby="prepare">
        <h2 id="prepare">{t("prepare")}</h2>
        <p className="max-w-prose">{t("prepareIntro")}</p>
        <PostForm contract="prepare" className="flex flex-wrap items-end gap-4">
          <Field
            name="day"
            type="date"
            label={t("day")}
            defaultValue={today > launchDay ? today : launchDay}
            required
          />
          <SubmitButton>{t("prepareButton")}</SubmitButton>
        </PostForm>
      </section>
    </>
  );
}
