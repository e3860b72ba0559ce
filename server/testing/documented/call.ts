import type { ZodType } from "zod";

export type Caller = "nobody" | "member" | "admin" | "super admin";

/** What a client has learnt so far: tokens, ids, codes from its mail. */
export type Known = Record<string, string>;
export type Fields = Record<string, unknown>;

export type CodeMail = "registrationCode" | "resetCode" | "changeCode" | "superAdminCode";

/** One call as the list has it. A row may be called several times; every row is called. */
export interface DocumentedCall {
  call: `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;
  as: Caller;
  /** Fields without which it is refused. */
  needs?: (known: Known) => Fields;
  /** Further fields, all sent. */
  takes?: (known: Known) => Fields;
  /** The way in which the body travels; the query for a GET. */
  body?: "json" | "form" | "multipart";
  say: string;
  data: ZodType;
  /** To whom a code has been sent by now, and in which mail: it is known as `otp`. */
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
