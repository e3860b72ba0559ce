import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type PagerShape, pagerItems } from "@server/platform/rules/paging";
import { searchWith } from "~/lib/lists/list-query";

/** Pages of a list; shown only if there is more than one (product.md §9). */
export function Pager({
  page,
  lastPage,
  shape,
  name = "page",
}: {
  page: number;
  lastPage: number;
  shape: PagerShape;
  name?: string;
}) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  if (lastPage <= 1) return null;
  const to = (target: number) => searchWith(params, { [name]: target });
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center gap-2 py-4">
      {page > 1 && (
        <Link className="pager-link" to={to(page - 1)} rel="prev" preventScrollReset>
          {t("previous")}
        </Link>
      )}
      {pagerItems(page, lastPage, shape).map((item, index) =>
        item === "gap" ? (
          <span key={`gap-${index}`} aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={item}
            className="pager-link"
            to={to(item)}
            aria-current={item === page ? "page" : undefined}
            aria-label={t("pageNumber", { page: item })}
            preventScrollReset
          >
            {item}
          </Link>
        ),
      )}
      {page < lastPage && (
        <Link className="pager-link" to={to(page + 1)} rel="next" preventScrollReset>
          {t("next")}
        </Link>
      )}
    </nav>
  );
}
