import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import fonts from "@themes/fonts.css?url";
import { FALLBACK_LANGUAGE } from "@locales/languages";
import { unlessLocal } from "~/lib/lists/local-search-params";
import { pageMeta } from "~/lib/pages/page-meta";
import { arrivalToasts } from "~/lib/pages/front-words.server";
import { siteData } from "~/lib/pages/site-data.server";
import { takeToasts } from "~/lib/messages/toasts.server";
import styles from "~/styles/app.css?url";
import { ScrollToTop } from "~/components/layout/scroll-to-top";
import { Problem, Refused } from "~/components/layout/problem";
import { ToastRegion } from "~/components/layout/toasts";
import { loadWords } from "~/lib/messages/words";

export const handle = await loadWords("common");

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: fonts },
  { rel: "stylesheet", href: styles },
];

export const shouldRevalidate = unlessLocal;

export const meta: MetaFunction = ({ matches }) => pageMeta(matches);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [{ toasts, clear }, arrival] = await Promise.all([
    takeToasts(request),
    arrivalToasts(context, request),
  ]);
  return data(
    siteData(request, context, [...toasts, ...arrival]),
    clear ? { headers: { "Set-Cookie": clear } } : {},
  );
}

type Site = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

/** The document's nonce applies, or none: a nonce in later data is not in its policy. */
const documentNonce =
  typeof document === "undefined"
    ? null
    : { value: document.querySelector<HTMLElement>("[nonce]")?.nonce };

/** The last look this browser received: a lost connection also loses the root's data. */
const seen: { look?: Pick<Site, "theme" | "language" | "colourScheme"> } = {};

/** The chosen scheme; none follows the device. */
const schemeOf = ({ colourScheme }: Pick<Site, "colourScheme">) =>
  colourScheme === "system" ? undefined : colourScheme;

/**
 * A page that the browser kept for its back button asks the server again: the person may have logged
 * in or out since.
 */
function reloadWhenRestored(): () => void {
  const restored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) window.location.reload();
  };
  window.addEventListener("pageshow", restored);
  return () => window.removeEventListener("pageshow", restored);
}

export default function Root() {
  const site = useLoaderData<typeof loader>();
  const nonce = documentNonce ? documentNonce.value : site.nonce;
  const scripts = nonce === undefined ? {} : { nonce };
  const { t } = useTranslation();
  const { theme, language, colourScheme } = site;
  useEffect(reloadWhenRestored, []);
  useEffect(() => {
    seen.look = { theme, language, colourScheme };
  }, [theme, language, colourScheme]);
  return (
    <html lang={site.language} data-scheme={schemeOf(site)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={site.colours.light}
        />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={site.colours.dark} />
        <link rel="icon" type={site.icons.type} href={site.icons.icon} />
        <link rel="apple-touch-icon" href={site.icons.touch} />
        <Meta />
        <link rel="stylesheet" href={theme} />
        <Links />
        {site.preloads.map((link) => (
          <link key={link.href} {...link} />
        ))}
      </head>
      <body>
        <a
          className="skip-link button absolute top-[calc(var(--toasts-height)+0.5rem)] -left-[999px] z-60 focus:left-2"
          href="#content"
        >
          {t("skip")}
        </a>
        <ToastRegion sent={site.toasts}>
          {site.refused ? <Refused why={site.refused} /> : <Outlet />}
        </ToastRegion>
        <ScrollRestoration {...scripts} />
        <ScrollToTop />
        <Scripts {...scripts} />
      </body>
    </html>
  );
}

export function ErrorBoundary() {
  const site = useRouteLoaderData<typeof loader>("root");
  const look = site ?? seen.look;
  return (
    <html lang={look?.language ?? FALLBACK_LANGUAGE} data-scheme={look && schemeOf(look)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{site?.brand.metaData.title ?? "Prelaunch"}</title>
        {look && <link rel="stylesheet" href={look.theme} />}
        <Links />
      </head>
      <body>
        <Problem />
      </body>
    </html>
  );
}
