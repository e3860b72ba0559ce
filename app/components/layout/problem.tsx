import {
  Link,
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/lib/paths";
import type { loader } from "~/root";

/** What could not be read, in the spec's words (§8), by the page that asked for it. */
const FAILED = {
  [paths.user.buyToken]: "failedRead.price",
  [paths.user.payment]: "failedRead.payment",
  [paths.user.paymentHistory]: "failedRead.transactions",
} as const;

/** Where the way back leads: the start of the area somebody is in, else the site's. */
const startOf = (pathname: string): string =>
  [paths.admin.root, paths.superAdmin.root].find((root) => pathname.startsWith(`${root}/`)) ??
  paths.home;

const isKnown = (pathname: string): pathname is keyof typeof FAILED => pathname in FAILED;

/**
 * What a boundary shows: nothing here, a refusal in its words, a lost connection, or a fault of ours
 * with its number. Framed, it stands in an area whose menu is still there.
 */
export function Problem({ isFramed = false }: { isFramed?: boolean }) {
  const error = useRouteError();
  const site = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const { t } = useTranslation();
  const isNothing = isRouteErrorResponse(error) && error.status === 404;
  const said = isRouteErrorResponse(error) ? messageIn(error.data) : null;
  const isLost = isLostConnection(error);
  const failed = isKnown(pathname) ? t(FAILED[pathname]) : t(isLost ? "lost" : "failed");
  const Frame = isFramed ? "section" : "main";
  return (
    <Frame
      {...(!isFramed && { id: "content" })}
      className="mx-auto grid w-full max-w-xl gap-4 px-4 py-20"
    >
      <h1>{isNothing ? t("notFound") : (said ?? failed)}</h1>
      {isNothing && <p className="text-muted">{t("notFoundHint")}</p>}
      {!isNothing && !said && (
        <p className="text-muted">
          {isLost ? t("lostHint") : t("failedHint")}{" "}
          {!isLost && <code className="mono">{site?.requestId}</code>}
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        {!isNothing && !said && (
          <a href={pathname + search} className="button">
            {t("retry")}
          </a>
        )}
        <Link to={startOf(pathname)} className="button button-quiet">
          {t("toStart")}
        </Link>
      </p>
    </Frame>
  );
}

/** A request that met no server; each browser says it in its own words. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

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
