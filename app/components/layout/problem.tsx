import {
  Link,
  isRouteErrorResponse,
  useLocation,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { PublicHeader } from "~/components/brand/public-header";
import { SiteFooter } from "~/components/brand/site-footer";
import { wasTaken } from "~/lib/forms/lost-connection";
import { paths } from "~/lib/paths";
import type { siteData } from "~/lib/pages/site-data.server";

/** The error texts of product.md §8, by the page that failed to load. */
const FAILED: Readonly<Record<string, string>> = {
  [paths.user.buyToken]: "failedRead.price",
  [paths.user.payment]: "failedRead.payment",
  [paths.user.paymentHistory]: "failedRead.transactions",
};

/** The target of the link back: the start of the current area, else the site's home page. */
const startOf = (pathname: string): string =>
  [paths.admin.root, paths.superAdmin.root].find((root) => pathname.startsWith(`${root}/`)) ??
  paths.home;

/**
 * The content of an error boundary: not found, a refusal, a lost connection, or a fault with its
 * request id. With `isFramed` it appears inside an area whose menu remains.
 */
export function Problem({ isFramed = false }: { isFramed?: boolean }) {
  const error = useRouteError();
  const site = useRouteLoaderData<typeof siteData>("root");
  const { pathname, search } = useLocation();
  const { t } = useTranslation();
  const isNothing = isRouteErrorResponse(error) && error.status === 404;
  const message = isRouteErrorResponse(error) ? messageIn(error.data) : null;
  const isLost = isLostConnection(error);
  const isBusy = isUnread(error);
  useAgain(isBusy ? error : null);
  // The message of an action whose target page failed: it must not look undone.
  const done =
    site?.toasts.find(({ tone }) => tone === "success")?.text ??
    ((isLost || isBusy) && wasTaken(pathname) ? t("taken") : undefined);
  const failed = isBusy ? t("busy") : t(FAILED[pathname] ?? (isLost ? "lost" : "failed"));
  const mayRetry = !isNothing && !message;
  const Frame = isFramed ? Section : Page;
  return (
    <Frame>
      <h1>{done ?? (isNothing ? t("notFound") : (message ?? failed))}</h1>
      {done && <p>{message ?? t("nextFailed")}</p>}
      {isNothing && <p className="hint">{t("notFoundHint")}</p>}
      {isBusy && <p className="hint">{t("busyHint")}</p>}
      {mayRetry && !isBusy && (isLost || site?.requestId) && (
        <p className="hint">
          {isLost ? t("lostHint") : t("failedHint")}{" "}
          {!isLost && <code className="mono">{site?.requestId}</code>}
        </p>
      )}
      {mayRetry && (
        <Link to={pathname + search} className="button">
          {t("retry")}
        </Link>
      )}
      <Link to={startOf(pathname)} className={mayRetry ? "link-out" : "button"}>
        {t("toStart")}
      </Link>
    </Frame>
  );
}

/** Within an area: on the brand's panel for a member, on a card for staff. */
function Section({ children }: { children: ReactNode }) {
  const isStaff = startOf(useLocation().pathname) !== paths.home;
  return (
    <section
      className={`mx-auto my-5 w-full max-w-xl ${isStaff ? "card grid justify-items-start gap-4 p-6" : "panel lead"}`}
    >
      {children}
    </section>
  );
}

/** A page of its own: the brand above, whom to ask below. Without the root's data there is neither. */
function Page({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof siteData>("root");
  return (
    <main id="content" className="mx-auto grid w-full max-w-xl gap-4 px-4 pt-5 pb-12">
      {site && <PublicHeader />}
      <div className="panel lead my-10">{children}</div>
      {site && <SiteFooter />}
    </main>
  );
}

/** A request that did not reach the server; each browser words this error differently. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

/** True if the server answered before the page's turn, with a text in place of its data. */
const isUnread = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Unable to decode turbo-stream");

/** Loads the page's data again, some seconds after each such error. */
function useAgain(error: unknown): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (error === null) return;
    const wait = setTimeout(revalidate, 5000 * (1 + Math.random()));
    return () => clearTimeout(wait);
  }, [error, revalidate]);
}

/** Replaces a page that rejected a submission: shows the reason and a link back to the form. */
export function Refused({ why }: { why: string }) {
  const { pathname, search } = useLocation();
  const { t } = useTranslation();
  return (
    <Page>
      <h1>{why}</h1>
      <p className="hint">{t("refusedHint")}</p>
      <a href={pathname + search} className="button">
        {t("backToForm")}
      </a>
    </Page>
  );
}

/** The message of a refusal that was thrown to a boundary, if any. */
export function messageIn(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("message" in data)) return null;
  return typeof data.message === "string" ? data.message : null;
}
