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
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageIcons } from "@themes/assets";
import { themeColour, themeCss } from "@themes/css";
import fonts from "@themes/fonts.css?url";
import { translateRefusal } from "@server/words";
import { riskNotice } from "@server/words/risk-notice";
import { pageMeta } from "~/lib/page-meta";
import { takeToasts } from "~/lib/toasts.server";
import styles from "~/styles/app.css?url";
import { Arrival } from "~/components/layout/arrival";
import { Problem, Refused } from "~/components/layout/problem";
import { ToastRegion } from "~/components/layout/toasts";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: fonts },
  { rel: "stylesheet", href: styles },
];

export const meta: MetaFunction = ({ matches }) => pageMeta(matches);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { toasts, clear } = await takeToasts(request);
  const { brand, language, colourScheme, nonce, demo, requestId, origin, refused } = context;
  const company = context.site.kind === "company" ? context.site.company : null;
  return data(
    {
      brand,
      language,
      colourScheme,
      demo,
      requestId,
      origin,
      companyName: company?.name ?? null,
      riskNotice: riskNotice(language, company?.settings.riskNotice),
      css: themeCss(brand),
      colours: { light: themeColour(brand, "light"), dark: themeColour(brand, "dark") },
      icons: pageIcons(brand),
      nonce,
      toasts,
      refused: refused && translateRefusal(language, refused.code, refused.params),
    },
    { headers: clear ? { "Set-Cookie": clear } : {} },
  );
}

/** What every screen may know of the site it is on. */
export const useSite = () => {
  const site = useRouteLoaderData<typeof loader>("root");
  if (!site) throw new Error("There is no site outside the root.");
  return site;
};

type Site = NonNullable<ReturnType<typeof useRouteLoaderData<typeof loader>>>;

/** The look that this browser saw last: where the connection is lost, the root's data is lost with it. */
const seen: { look?: Pick<Site, "css" | "nonce" | "language"> } = {};

export default function Root() {
  const site = useLoaderData<typeof loader>();
  // The policy is the document's: a nonce that came with later data opens nothing here.
  const [nonce] = useState(site.nonce);
  const { t } = useTranslation();
  const { css, language } = site;
  useEffect(() => {
    seen.look = { css, nonce, language };
  }, [css, nonce, language]);
  return (
    <html
      lang={site.language}
      data-scheme={site.colourScheme === "system" ? undefined : site.colourScheme}
    >
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
        <style
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: site.css }}
        />
        <Links />
      </head>
      <body>
        <a className="skip-link button" href="#content">
          {t("skip")}
        </a>
        <ToastRegion sent={site.toasts}>
          {site.refused ? <Refused why={site.refused} /> : <Outlet />}
        </ToastRegion>
        <ScrollRestoration nonce={nonce} />
        <Arrival />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export function ErrorBoundary() {
  const look = useRouteLoaderData<typeof loader>("root") ?? seen.look;
  return (
    <html lang={look?.language ?? "en"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Prelaunch</title>
        {look && (
          <style
            nonce={look.nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: look.css }}
          />
        )}
        <Links />
      </head>
      <body>
        <Problem />
      </body>
    </html>
  );
}
