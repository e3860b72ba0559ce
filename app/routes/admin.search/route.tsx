import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SearchBox } from "~/components/lists/search-box";
import { adminApi } from "~/lib/callers";
import { listQuery } from "~/lib/lists/list-query";
import { orRefuse } from "~/lib/messages/refusals";
import { titled } from "~/lib/pages/page-meta";
import { findEverything, type Place } from "./find-everything.server";

/** A shorter text would find nearly everything. */
const LEAST = 2;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const { search } = listQuery(request);
  const { adminRole: role } = await orRefuse(context, api.dashboard.frame());
  if (search.length < LEAST) return { search, places: null };
  return {
    search,
    places: await orRefuse(context, findEverything(context.caller.language, api, { search, role })),
  };
}

export const meta = titled("Search");

/** Shows what a search finds, list by list, so that each result says where it is (product.md §2). */
export default function SearchPage() {
  const { search, places } = useLoaderData<typeof loader>();
  const { t } = useTranslation("area");
  return (
    <div className="grid gap-5">
      <h1>{t("search.title")}</h1>
      <div className="max-w-3xl">
        <SearchBox label={t("search.label")} />
      </div>
      <p className="hint" role="status">
        {!places
          ? t("search.hint")
          : places.length === 0
            ? t("search.nothing", { search })
            : places.map(({ label }) => label).join(" · ")}
      </p>
      <div className="gap-5 lg:columns-2">
        {places?.map((place) => (
          <Found key={place.label} place={place} />
        ))}
      </div>
    </div>
  );
}

function Found({ place: { label, to, hasMore, rows } }: { place: Place }) {
  const { t } = useTranslation("area");
  return (
    <section className="card mb-5 break-inside-avoid px-4 pt-4 pb-1 md:px-6" aria-label={label}>
      <h2>{label}</h2>
      <ul className="rows">
        {rows.map(({ id, title, more, figure, ...row }) => (
          <li key={id}>
            <Link to={row.to} className="row">
              <span>
                <strong>{title}</strong>
                <span className="hint block">{more}</span>
              </span>
              <span>{figure}</span>
            </Link>
          </li>
        ))}
        {hasMore && (
          <li className="py-3">
            <Link to={to} className="link-out">
              {t("search.all")}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}
