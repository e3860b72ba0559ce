import type { Language } from "@db/vocabulary";
import {
  type Actor,
  type Area,
  AREAS,
  type Deps,
  type SignedInActor,
  refuseWhileSuspended,
  refuseWithoutTwoFactor,
} from "@server/access";
import type { Caller } from "@server/http/router";
import {
  embeddedIcon,
  openBrandPicture,
  openDocument,
  openMediaAs,
  openPagesAs,
  shareCard,
  storeFile,
  type StoreOptions,
  uploadedPicture,
} from "@server/media";
import { paperName } from "@server/orders";
import { riskNotice } from "@server/platform";
import { isRefusal, refuse } from "@server/platform/rules/refusals/refuse";
import { companyOf, type CompanySite, type Site } from "@server/sites";
import type { Brand } from "@themes/contract";
import type { PageFiles, ReadForm, ReceivedForm } from "./load-context";
import { readMultipart } from "@server/files";
import { financialYearName } from "@server/platform/rules/dates/dates";
import { drawnPaper, drawnPiece, paperAnswer, paperLogo } from "./drawn-papers";

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

  async function signedIn(area: Area): Promise<SignedInActor> {
    const actor = await actorOf(area);
    if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
    return actor;
  }

  /** The looks of a printed paper of the site's company. */
  const looks = (company: CompanySite) => ({
    brand,
    language,
    riskNotice: riskNotice(language, company.settings.riskNotice),
  });

  const logo = (company: CompanySite) =>
    paperLogo(brand, async () => ({
      uploaded: await uploadedPicture(deps, company.id, brand.headerLogo),
      icon: await embeddedIcon(deps, brand),
    }));

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
      const actor = await signedIn("user");
      const receipt = await caller.orders.receipt({ purchaseId: orderNumber });
      const printed = { receipt, ...looks(company) };
      const bytes = await drawnPaper(deps, actor, printed, async () => ({
        receipt: { ...printed, logo: await logo(company) },
      }));
      return paperAnswer(bytes, paperName(receipt));
    },
    async printStatement(statement, area) {
      const company = companyOf(site);
      if (!company) throw refuse("NOT_SIGNED_IN");
      const actor = await signedIn(area);
      const printed = { statement, ...looks(company) };
      const bytes = await drawnPaper(deps, actor, printed, async () => ({
        rewards: { ...printed, logo: await logo(company) },
      }));
      const memberId = statement.member.memberId.replace(/\W/g, "");
      const kind = "purchases" in statement ? "purchases" : "rewards";
      return paperAnswer(bytes, `${kind}-${memberId}-${financialYearName(statement.year)}`);
    },
    drawQr: async (text) =>
      drawnPaper(deps, await signedIn("user"), { qr: text }, () => Promise.resolve({ qr: text })),
    packRows: async (piece, area) => drawnPiece(deps, await signedIn(area), piece),
    drawCard: async (shape, texts) =>
      shareCard({ brand, icon: await embeddedIcon(deps, brand), shape, texts }),
    read: async (posted, area) => readForm(deps, posted, await actorOf(area)),
    receive: async (posted, area, options) =>
      receiveForm(deps, posted, await actorOf(area), { ...options, signal, source }),
  };
}

/**
 * Reads a page's multipart form and stores its file, if any, for `actor`. A refused file is
 * returned beside the fields, which stay as typed; an unreadable form is thrown.
 */
export async function receiveForm(
  deps: Deps,
  request: Request,
  actor: Actor,
  options: Pick<StoreOptions, "imagesOnly" | "signal" | "source"> = {},
): Promise<ReceivedForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutTwoFactor(deps.database.db, actor, deps.config);
  await refuseWhileSuspended(deps.database.db, actor);
  const { file, fields, refused } = await readOneFile(deps, request);
  if (refused) return { mediaId: null, fields, refused };
  try {
    return {
      mediaId: file ? (await storeFile(deps, actor, file, options)).id : null,
      fields,
      refused: null,
    };
  } catch (error) {
    if (isRefusal(error)) return { mediaId: null, fields, refused: error };
    throw error;
  }
}

/** Reads a page's multipart form for a procedure that stores the file itself. */
export async function readForm(deps: Deps, request: Request, actor: Actor): Promise<ReadForm> {
  if (actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  await refuseWithoutTwoFactor(deps.database.db, actor, deps.config);
  await refuseWhileSuspended(deps.database.db, actor);
  return readOneFile(deps, request);
}

async function readOneFile(deps: Deps, request: Request) {
  const { fields, files, tooLarge } = await readMultipart(request, deps.config.limits.fileBytes);
  const refused = tooLarge ?? (files.length > 1 ? refuse("FILE_ONE_ONLY") : null);
  return { file: refused ? null : (files[0] ?? null), fields, refused };
}
