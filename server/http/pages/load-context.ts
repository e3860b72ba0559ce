import type { ColourScheme, Language } from "@db/vocabulary";
import type { Caller } from "@server/http/router";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import type { Brand } from "@themes/contract";
import type { ShareCardShape, ShareCardTexts } from "@themes/assets/share-card";
import type { Area } from "@server/access";
import type { DrawnPiece, SheetPiece } from "@server/files/rules/sheet-piece";
import type { RewardStatement } from "@server/office/contracts/programme";
import type { PurchaseStatement } from "@server/orders/contracts/purchase-statement";
import type { Site } from "@server/sites";

/** The context of a page: routes read and change data only by it (architecture.md §3). */
export interface PageContext {
  site: PageSite;
  caller: PageCaller;
}

/** The site of the page's host, with its look. */
export type PageSite = Site & {
  /** The default brand on the platform's own host without a company. */
  brand: Brand;
  /** Scheme, host and port as the browser sees them. */
  origin: string;
  /** Scheme, host and port of the platform's own site, as configured. */
  appOrigin: string;
  isDemo: boolean;
};

/** The browser that asks for the page: whom it is signed in as, its preferences and its request. */
export interface PageCaller {
  language: Language;
  colourScheme: ColourScheme;
  /** True if this browser folded the menu of wide windows. */
  isMenuFolded: boolean;
  /** Calls procedures as a stranger. */
  public(): Caller;
  /** Returns null without a valid session of that area on this host. */
  member(options?: CallOptions): Promise<Caller | null>;
  admin(options?: CallOptions): Promise<Caller | null>;
  superAdmin(options?: CallOptions): Promise<Caller | null>;
  sessions: {
    /** Returns the Set-Cookie value that stores a session for its area. */
    set(area: Area, issued: { token: string; expiresAt: string | Date }): string;
    clear(area: Area): string;
    /** True if the browser has a session of that area, which may have ended. */
    had(area: Area): boolean;
  };
  /** Each returns the Set-Cookie value of a preference, stored for a year. */
  preferences: {
    language(choice: Language): string;
    colourScheme(choice: ColourScheme): string;
    menu(isFolded: boolean): string;
  };
  referral: {
    /** The code by which this browser first came here, and its tag; null without a valid cookie. */
    first: { code: string; tag: string } | null;
    /** Forgets it. */
    forget(): void;
  };
  request: PageRequestFacts;
  files: PageFiles;
}

/** The facts of a page's request, and the errors met while it is answered. */
export interface PageRequestFacts {
  id: string;
  /** The nonce of the page's inline scripts and styles; new for each answer. */
  nonce: string;
  /** The URLs of the scripts with the page's texts, for preloading; none in development. */
  wordFiles: readonly string[];
  asked: AskedPage;
  /** The refusal of the request body; the page shows this instead, with a link back. */
  refused: Refusal | null;
  /** Records an error of a loader or an action: a boundary shows it, the transport logs it. */
  report(thrown: unknown): void;
}

/** The files that the browser sends and opens; each call checks who may. */
export interface PageFiles {
  /** Reads a multipart form as the person of that area; stores its one file as theirs. */
  receive(request: Request, area: Area, options?: { imagesOnly: boolean }): Promise<ReceivedForm>;
  /** Reads a multipart form as the person of that area, and stores nothing. */
  read(request: Request, area: Area): Promise<ReadForm>;
  /** Opens a stored file, if any of this browser's sessions may read it. */
  open(id: string, ifNoneMatch?: string | null): Promise<Response>;
  /**
   * Draws the first pages of a PDF as one picture, each turned by `turn` degrees, for the same
   * readers.
   */
  openPages(id: string, turn: number): Promise<Response>;
  /** Renders the receipt of the member's own submitted order, as a PDF download. */
  openReceipt(orderNumber: string): Promise<Response>;
  /** Renders a statement that a procedure returned to that area, as a PDF in the looks of the site. */
  printStatement(statement: RewardStatement | PurchaseStatement, area: Area): Promise<Response>;
  /** Draws a member's text as a QR code, as a PNG large enough for print. */
  drawQr(text: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Compresses a piece of an .xlsx sheet for the person of that area. */
  packRows(piece: SheetPiece, area: Area): Promise<DrawnPiece>;
  /** Draws a card for sharing in the site's look, as a PNG. */
  drawCard(shape: ShareCardShape, texts: ShareCardTexts): Promise<Uint8Array<ArrayBuffer>>;
}

/** The page of a request, to which a login leads back. */
export interface AskedPage {
  /** Path and query; null for an address that is no page. */
  path: string | null;
  /** True if an open page asks: by its form, or for the data of its next page. */
  isFromPage: boolean;
  /** The texts of a member's or admin's form that was sent without a session. */
  typed: URLSearchParams | null;
}

export interface CallOptions {
  /**
   * The idempotency key of a call that moves money (architecture.md §6); a hidden field of the
   * form.
   */
  idempotencyKey?: string | null;
  /** The page offers to undo the decision. */
  canUndo?: boolean;
}

/** A parsed multipart form: its file's new id (null when none was sent) and its other fields. */
export interface ReceivedForm {
  mediaId: string | null;
  fields: FormData;
  /** The refusal of the file; the fields are kept as typed. */
  refused: Refusal | null;
}

/** A multipart form with its file as received; null when none was sent. */
export interface ReadForm {
  file: { fileName: string; bytes: Uint8Array } | null;
  fields: FormData;
  /** The refusal of the file; the fields are kept as typed. */
  refused: Refusal | null;
}

declare module "@remix-run/server-runtime" {
  // Remix declares that a context may hold more fields; this one has none.
  interface AppLoadContext extends PageContext {}
}
