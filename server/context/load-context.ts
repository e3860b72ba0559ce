import type { ColourScheme, Language } from "@db/vocabulary";
import type { Caller } from "@server/procedures/router";
import type { Refusal } from "@server/domain/refusals/refuse";
import type { Brand } from "@themes/contract";
import type { Area } from "./actor";
import type { Site } from "./site";

/** What a page may reach. Routes get everything that does something through this, and only this. */
export interface PageContext {
  nonce: string;
  requestId: string;
  demo: boolean;
  /** Scheme, host and port as the person sees them. */
  origin: string;
  site: Site;
  /** The platform's own host without a company shows the default brand. */
  brand: Brand;
  language: Language;
  colourScheme: ColourScheme;
  api: {
    public(): Caller;
    /** Null without a living session of that area on this host. */
    member(options?: CallOptions): Promise<Caller | null>;
    admin(options?: CallOptions): Promise<Caller | null>;
    superAdmin(options?: CallOptions): Promise<Caller | null>;
  };
  sessions: {
    /** The Set-Cookie value that keeps a session in its area. */
    set(area: Area, issued: { token: string; expiresAt: string | Date }): string;
    clear(area: Area): string;
  };
  /** Set-Cookie value for a choice kept for a year. */
  preferences: {
    language(choice: Language): string;
    colourScheme(choice: ColourScheme): string;
  };
  /** Reads a multipart form of that area's person; its one file is stored as theirs. */
  receiveUpload(request: Request, area: Area): Promise<ReceivedForm>;
  /** The receipt of the member's own submitted order, as a PDF to keep. */
  openReceipt(orderNumber: string): Promise<Response>;
  /** Why the page was not let have what was sent to it; its place then shows this, and the way back. */
  refused: Refusal | null;
  /** Takes note of what a loader or an action threw: a boundary shows it, the door tells of it. */
  report(thrown: unknown): void;
  /** Reads a multipart form of that area's person and stores nothing. */
  readUpload(request: Request, area: Area): Promise<ReadForm>;
  /** A stored file, for whichever of this browser's people may open it. */
  openMedia(id: string): Promise<Response>;
}

export interface CallOptions {
  /** Under which key a money-moving call is remembered (design §6); a form carries it unseen. */
  idempotencyKey?: string | null;
}

/** A multipart form, read: its file's new id (null when none was sent) and its other fields. */
export interface ReceivedForm {
  mediaId: string | null;
  fields: FormData;
  /** Why its file was not taken; the fields are as typed all the same. */
  refused: Refusal | null;
}

/** A multipart form with its file as it arrived; null when none was sent. */
export interface ReadForm {
  file: { fileName: string; bytes: Uint8Array } | null;
  fields: FormData;
  /** Why its file was not read; the fields are as typed all the same. */
  refused: Refusal | null;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends PageContext {
    /** Remix lets a context hold more; ours does not. */
    [extra: string]: unknown;
  }
}
