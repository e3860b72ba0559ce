import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  MOST_VIEWS,
  RenameView,
  type SavedView,
  SaveView,
  viewQuery,
} from "@server/contracts/views";
import { Field } from "~/components/form/field";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { BackLink } from "~/components/layout/back-link";
import { adminApi } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { typedIn } from "~/lib/form-reply";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse } from "~/lib/refusals";
import { loadWords } from "~/lib/words";
import { replyFor } from "~/components/form/form-frame";
import { changeViews } from "./change-views.server";

export const handle = await loadWords("views");

const constraints = constraintsOf({ save: SaveView, rename: RenameView });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { views } = await orRefuse(context, api.views.mine());
  const asked = new URL(request.url).searchParams.get("view");
  return {
    constraints,
    views,
    most: MOST_VIEWS,
    /** The list to save, if its page asks for a name here. */
    asked: asked === null ? null : viewQuery(asked),
  };
}

export const action = ({ request, context }: ActionFunctionArgs) => changeViews(request, context);

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Saved views");

/** The admin's views of Manage Purchase. Also answers the forms above its list that are refused. */
export default function SavedViewsPage() {
  const { views, most, asked } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation("views");
  const query = typedIn(replyFor(result, "save"), "query") ?? asked;
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={paths.admin.purchaseRequest}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">
          {views.length === 0 ? t("none") : t("intro", { count: views.length, most })}
        </p>
      </div>
      {query !== null && (
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("newTitle")}</h2>
          <PostForm
            contract="save"
            result={result}
            intent="save"
            className="flex flex-wrap items-end gap-3"
          >
            <input type="hidden" name="query" value={query} />
            <Field name="name" label={t("name")} autoComplete="off" />
            <SubmitButton>{t("common:save")}</SubmitButton>
          </PostForm>
        </section>
      )}
      {views.length > 0 && (
        <ul className="grid gap-3">
          {views.map((view) => (
            <li key={view.id} className="card p-4">
              <View view={view} result={result} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function View({ view: { id, name, query }, result }: { view: SavedView; result: unknown }) {
  const { t } = useTranslation("views");
  return (
    <div className="flex flex-wrap items-end gap-3">
      <PostForm
        // Remounts under a new name, so that what was typed before is gone.
        key={name}
        contract="rename"
        result={result}
        intent={`rename ${id}`}
        className="flex min-w-0 flex-[1_1_18rem] flex-wrap items-end gap-3"
      >
        <input type="hidden" name="id" value={id} />
        <Field name="name" label={t("nameOf", { name })} defaultValue={name} autoComplete="off" />
        <SubmitButton tone="quiet" aria-label={t("renameOne", { name })}>
          {t("rename")}
        </SubmitButton>
      </PostForm>
      <Link
        className="button button-quiet"
        to={`${paths.admin.purchaseRequest}?${query}`}
        aria-label={t("openOne", { name })}
      >
        {t("open")}
      </Link>
      <ButtonForm intent={`delete ${id}`} result={result}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton tone="danger" aria-label={t("deleteOne", { name })}>
          {t("delete")}
        </SubmitButton>
      </ButtonForm>
    </div>
  );
}
