import type { ColourScheme, Language } from "@db/vocabulary";
import type { Caller } from "@server/http/router";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import type { Brand } from "@themes/contract";
import type { Area } from "@server/access";
import type { Site } from "@server/sites";

/** The context of a page: routes read and change data only by it (architecture.md §3). */
export interface PageContext {
  /** The URLs of the scripts with the page's texts, for preloading; none in development. */
  wordFiles: readonly string[];
  /** The nonce of the page's inline scripts and styles; new for each answer. */
  nonce: string;
  requestId: string;
  demo: boolean;
  /** Scheme, host and port as the browser sees them. */
  origin: string;
  /** Scheme, host and port of the platform's own site, as configured. */
  appOrigin: string;
  site: Site;
  /** The default brand on the platform's own host without a company. */
  brand: Brand;
  language: Language;
  colourScheme: ColourScheme;
  /** True if this browser folded the menu of wide windows. */
  isMenuFolded: boolean;
  api: {
    public(): Caller;
    /** Returns null without a valid session of that area on this host. */
    member(options?: CallOptions): Promise<Caller | null>;
    admin(options?: CallOptions): Promise<Caller | null>;
    superAdmin(options?: CallOptions): Promise<Caller | null>;
  };
  sessions: {
    /** Returns the Set-Cookie value that stores a session for its area. */
    set(area: Area, issued: { token: string; expiresAt: string | Date }): string;
    clear(area: Area): string;
  };
  /** The page that the request asks for. */
  asked: AskedPage;
  /** True if the browser has a session of that area, which may have ended. */
  hadSession(area: Area): boolean;
  /** Each returns the Set-Cookie value of a preference, stored for a year. */
  preferences: {
    language(choice: Language): string;
    colourScheme(choice: ColourScheme): string;
    menu(isFolded: boolean): string;
  };
  /** Reads a multipart form as the person of that area; stores its one file as theirs. */
  receiveUpload(
    request: Request,
    area: Area,
    options?: { imagesOnly: boolean },
  ): Promise<ReceivedForm>;
  /** Renders the receipt of the member's own submitted order, as a PDF download. */
  openReceipt(orderNumber: string): Promise<Response>;
  /** The refusal of the request body; the page shows this instead, with a link back. */
  refused: Refusal | null;
  /** Records an error of a loader or an action: a boundary shows it, the transport logs it. */
  report(thrown: unknown): void;
  /** Reads a multipart form as the person of that area, and stores nothing. */
  readUpload(request: Request, area: Area): Promise<ReadForm>;
  /** Opens a stored file, if any of this browser's sessions may read it. */
  openMedia(id: string, ifNoneMatch?: string | null): Promise<Response>;
  /**
   * Draws the first pages of a PDF as one picture, each turned by `turn` degrees, for the same
   * readers.
   */
  openPages(id: string, turn: number): Promise<Response>;
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
