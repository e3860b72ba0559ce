import type { Language } from "@db/vocabulary";
import { type Actor, type Area, AREAS, type Deps } from "@server/access";
import type { Caller } from "@server/http/router";
import {
  embeddedIcon,
  openBrandPicture,
  openDocument,
  openMediaAs,
  openPagesAs,
  type StoreOptions,
  uploadedPicture,
} from "@server/media";
import { receiptAnswer } from "@server/orders";
import { riskNotice } from "@server/platform";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { companyOf, type Site } from "@server/sites";
import type { Brand } from "@themes/contract";
import type { PageFiles } from "./load-context";
import { readForm, receiveForm } from "./receive-form";

/** The browser and the site for which files are received and opened. */
interface Browser extends Pick<StoreOptions, "signal" | "source"> {
  site: Site;
  brand: Brand;
  language: Language;
  actorOf: (area: Area) => Promise<Actor>;
  /** Returns null without a valid session of a member. */
  member(): Promise<Caller | null>;
}

/** The files of a page: each is received or opened as the person of a session of this browser. */
export function pageFiles(deps: Deps, browser: Browser): PageFiles {
  const { site, brand, language, actorOf, signal, source } = browser;

  /** A browser may be signed in to several areas (architecture.md §7): any of them may grant access. */
  async function inAnyArea<Result>(open: (actor: Actor) => Promise<Result>): Promise<Result> {
    let refused: unknown = refuse("NOT_SIGNED_IN");
    for (const area of AREAS) {
      const actor = await actorOf(area);
      if (actor.role === "NOBODY") continue;
      try {
        return await open(actor);
      } catch (error) {
        refused = error;
      }
    }
    throw refused;
  }

  return {
    async open(id, ifNoneMatch) {
      const picture = await openBrandPicture(deps, site, id, ifNoneMatch);
      const shown = picture ?? (await openDocument(deps, site, id));
      return shown ?? inAnyArea((actor) => openMediaAs(deps, actor, id));
    },
    openPages: (id, turn) => inAnyArea((actor) => openPagesAs(deps, actor, id, { turn, signal })),
    async openReceipt(orderNumber) {
      const caller = await browser.member();
      const company = companyOf(site);
      if (!caller || !company) throw refuse("NOT_SIGNED_IN");
      const receipt = await caller.orders.receipt({ purchaseId: orderNumber });
      return receiptAnswer({
        ...{ receipt, brand, language },
        logo: await uploadedPicture(deps, company.id, brand.headerLogo),
        icon: await embeddedIcon(deps, brand),
        riskNotice: riskNotice(language, company.settings.riskNotice),
      });
    },
    read: async (posted, area) => readForm(deps, posted, await actorOf(area)),
    receive: async (posted, area, options) =>
      receiveForm(deps, posted, await actorOf(area), { ...options, signal, source }),
  };
}
