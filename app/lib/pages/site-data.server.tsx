import type { AppLoadContext } from "@remix-run/node";
import { pageIcons, themeSheet } from "@themes/assets";
import { themeColour } from "@themes/css";
import {
  riskNotice,
  translateRefusal,
  translatorOf,
} from "@server/platform/words/translators.server";
import type { Toast } from "~/lib/messages/toast";
import { withNoteIn } from "./brand-note.server";
import { fontFiles } from "./font-files.server";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "@db/vocabulary";
import type { CompanySite } from "@server/sites/site";
import { memoize } from "@themes/memoize";
import { Icon } from "~/components/layout/icon";
import { paths } from "~/lib/paths";

type Imprint = Pick<CompanySite, "name" | "email" | "mobile"> & {
  language: Language;
} & Pick<CompanySite["settings"], "whatsApp" | "legalName" | "legalAddress">;

/**
 * The foot of an investor's page as markup, so that it costs no script: who the company is, and how to
 * reach it by a tap (product.md §2). Null in the areas of admins, and where there is no company.
 */
export function siteFooter(
  request: Request,
  language: Language,
  company: CompanySite | null,
): string | null {
  if (!company || /^\/(super)?admin\//.test(new URL(request.url).pathname)) return null;
  const { whatsApp, legalName, legalAddress, supportEmail, supportMobile } = company.settings;
  return footerOf({
    language,
    name: company.name,
    email: supportEmail ?? company.email,
    mobile: supportMobile ?? company.mobile,
    ...(whatsApp !== undefined && { whatsApp }),
    ...(legalName !== undefined && { legalName }),
    ...(legalAddress !== undefined && { legalAddress }),
  });
}

const footerOf = memoize(
  (imprint: Imprint) => renderToStaticMarkup(<Footer {...imprint} />),
  (imprint) => JSON.stringify(imprint),
);

/** The lines of an address, without the comma at their ends. */
const linesOf = (address = ""): string[] =>
  address.split("\n").flatMap((line) => line.trim().replace(/,$/, "") || []);

/** The seller in one line: the legal name, or else the name, and the address where there is one. */
export const sellerLine = (
  imprint: Pick<Imprint, "name"> & Pick<CompanySite["settings"], "legalName" | "legalAddress">,
): string => [imprint.legalName ?? imprint.name, ...linesOf(imprint.legalAddress)].join(", ");

function Footer(imprint: Imprint) {
  const { language, email, mobile, whatsApp } = imprint;
  const { t } = translatorOf(language);
  const contacts = [
    { icon: "mail", href: `mailto:${encodeURIComponent(email).replace("%40", "@")}`, text: email },
    { icon: "phone", href: `tel:${mobile.replace(/[^+\d]/g, "")}`, text: mobile },
    ...(whatsApp === undefined
      ? []
      : [
          {
            icon: "chat",
            href: `https://wa.me/${whatsApp.replace(/\D/g, "")}`,
            text: t("footer:whatsApp"),
          },
        ]),
  ];
  return (
    <>
      <ul aria-label={t("footer:label")}>
        {contacts.map(({ icon, href, text }) => (
          <li key={icon}>
            <a className="link-out" href={href} rel="noopener noreferrer">
              <Icon name={icon} />
              {text}
            </a>
          </li>
        ))}
      </ul>
      <p>{sellerLine(imprint)}</p>
      <p>
        <a className="link-out" href={paths.privacyPolicy}>
          {t("footer:privacy")}
        </a>
        {" · "}
        <a className="link-out" href={paths.terms}>
          {t("footer:terms")}
        </a>
      </p>
    </>
  );
}

/** A style sheet asks for a font without credentials; otherwise it is loaded again. */
const FONT = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

/** Returns the site data that every screen may use. */
export function siteData(request: Request, context: AppLoadContext, toasts: Toast[]) {
  const { site, caller } = context;
  const { brand, origin } = site;
  const { language, colourScheme, isMenuFolded } = caller;
  const { id: requestId, nonce, refused, wordFiles } = caller.request;
  const company = site.kind === "company" ? site.company : null;
  return {
    brand: withNoteIn(language, brand),
    language,
    colourScheme,
    isMenuFolded,
    demo: site.isDemo,
    requestId,
    origin,
    companyName: company?.name ?? null,
    riskNotice: riskNotice(language, company?.settings.riskNotice),
    footer: siteFooter(request, language, company),
    theme: themeSheet(brand),
    colours: { light: themeColour(brand, "light"), dark: themeColour(brand, "dark") },
    icons: pageIcons(brand),
    nonce,
    preloads: [
      ...fontFiles(brand, language).map((href) => ({ ...FONT, href })),
      ...wordFiles.map((href) => ({ rel: "modulepreload", href })),
    ],
    toasts,
    refused: refused && translateRefusal(language, refused.code, refused.params),
  };
}
