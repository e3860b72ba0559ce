import {
  Link,
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { loader } from "~/root";

/** What a boundary shows: nothing here, a refusal in its words, or a fault of ours with its number. */
export function Problem() {
  const error = useRouteError();
  const site = useRouteLoaderData<typeof loader>("root");
  const { t } = useTranslation();
  const isNothing = isRouteErrorResponse(error) && error.status === 404;
  const said = isRouteErrorResponse(error) ? messageIn(error.data) : null;
  return (
    <main id="content" className="mx-auto grid max-w-xl gap-4 px-4 py-20">
      <h1>{isNothing ? t("notFound") : (said ?? t("failed"))}</h1>
      <p className="text-muted">
        {isNothing ? t("notFoundHint") : said ? null : t("failedHint")}{" "}
        {!isNothing && !said && <code className="mono">{site?.requestId}</code>}
      </p>
      <p>
        <Link to="/" className="button button-quiet">
          {t("toStart")}
        </Link>
      </p>
    </main>
  );
}

/** In a page's place when what was sent to it was not taken: why, and the way back to its form. */
export function Refused({ why }: { why: string }) {
  const { pathname, search } = useLocation();
  const { t } = useTranslation();
  return (
    <main id="content" className="mx-auto grid max-w-xl gap-4 px-4 py-20">
      <h1>{why}</h1>
      <p className="text-muted">{t("refusedHint")}</p>
      <p>
        <a href={pathname + search} className="button">
          {t("backToForm")}
        </a>
      </p>
    </main>
  );
}

/** The words of a refusal that was thrown to a boundary, if it has any. */
export function messageIn(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("message" in data)) return null;
  return typeof data.message === "string" ? data.message : null;
}
