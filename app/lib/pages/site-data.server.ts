import type { AppLoadContext } from "@remix-run/node";
import { pageIcons, themeSheet } from "@themes/assets";
import { themeColour } from "@themes/css";
import { riskNotice, translateRefusal } from "@server/platform/words/translators.server";
import type { Toast } from "~/lib/messages/toast";
import { withNotesIn } from "./brand-note.server";
import { fontFiles } from "./font-files.server";
import { unlockText } from "./unlock.server";
import { sellerLine } from "@server/sites/rules/contact";
import type { CompanySite } from "@server/sites/site";

/** Who the company of an investor's page is, and how to reach it; null for admins and without a company. */
export function imprintOf(request: Request, company: CompanySite | null) {
  if (!company || /^\/(super)?admin\//.test(new URL(request.url).pathname)) return null;
  const { whatsApp, supportEmail, supportMobile } = company.settings;
  return {
    seller: sellerLine({ name: company.name, ...company.settings }),
    email: supportEmail ?? company.email,
    mobile: supportMobile ?? company.mobile,
    whatsApp,
  };
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
    brand: withNotesIn(language, brand, unlockText(context)),
    language,
    colourScheme,
    isMenuFolded,
    demo: site.isDemo,
    requestId,
    origin,
    companyName: company?.name ?? null,
    riskNotice: riskNotice(language, company?.settings.riskNotice),
    imprint: imprintOf(request, company),
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
