export type Caller = "nobody" | "member" | "admin" | "super admin";

/** Values that a client has received: tokens, ids, codes from mails. */
export type Known = Record<string, string>;
export type Fields = Record<string, unknown>;

export type CodeMail = "registrationCode" | "resetCode" | "changeCode" | "superAdminCode";

/** A call from the documented list. A row can be called several times; every row is called. */
export interface DocumentedCall {
  call: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;
  as: Caller;
  needs?: (known: Known) => Fields;
  /** Returns the optional fields, all sent. */
  takes?: (known: Known) => Fields;
  /** Encoding of the body; the query for a GET. */
  body?: "json" | "form" | "multipart";
  /** The success message, where it is another than that of the call (`EXPECTED`). */
  message?: string;
  /**
   * True if it is stored for a second admin first; the same call with its key succeeds after the
   * confirmation.
   */
  waits?: true;
  /** Settings of the company from this call on, as JSON. */
  settings?: string;
  /** True for a list that may have no row. */
  mayBeEmpty?: true;
  /** Recipient and mail of a code sent before; the code is stored as `otp`. */
  code?: { to: (known: Known) => string; mail: CodeMail };
  learn?: (data: Fields, known: Known) => void;
}

export const PASSWORD = "a pass phrase of clients";
export const NEW_PASSWORD = "another pass phrase of clients";
export const of = (known: Known, name: string): string => known[name] ?? "";
export const keep =
  (from: string, to: string) =>
  (data: Fields, known: Known): void => {
    known[to] = String(data[from]);
  };
export const company = (known: Known) => ({ companyId: of(known, "companyId") });
export const id = (name: string) => (known: Known) => ({ id: of(known, name) });
export const paged = () => ({ page: "1", limit: "5" });
