import { hash } from "node:crypto";
import type pg from "pg";

/** A statement without its values. */
export interface Statement extends pg.QueryConfig {
  /** Overrides `answerTimeoutMs`. */
  query_timeout?: number;
  /** It treats each element of its array values by itself; see `joinRows`. */
  takesRows?: boolean;
}

/** The name of a prepared statement; each connection parses it once. */
export const nameOf = (text: string) => hash("sha1", text, "base64url");
