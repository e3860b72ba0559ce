import { NOBODYS_ID } from "@db/platform";
import {
  type KeyedRequest,
  type Actor,
  type Deps,
  type RequestFacts,
  answerOnce,
} from "@server/access";
import { canonicalJson } from "@server/platform";
import { type Site, companyOf } from "@server/sites";
import type { Row } from "@server/http/rest/rows/row";

interface KeyedCall {
  row: Row;
  /** The client's Idempotency-Key. */
  key: string;
  input: Readonly<Record<string, unknown>>;
  actor: Actor;
  token: string | null;
  site: Site;
}

/**
 * Answers a changing call once per key (`answerOnce`). Procedures that move money store their answers
 * themselves (`oncePerKey`).
 */
export const idempotentAnswer = (
  deps: Deps,
  call: KeyedCall,
  run: (beforeCommit: NonNullable<RequestFacts["beforeCommit"]>) => Promise<unknown>,
): Promise<unknown> => answerOnce(deps, requestOf(deps, call), call.row.answerOfChange, run);

/**
 * Scopes the key to a person, to a token whose session the call ends, or else to a site. The input's
 * hash is by the present secret, and known by any that is read, so that it is still known once an
 * old one is gone. What a row is found by is by the secret that all instances have.
 */
function requestOf({ secrets }: Deps, call: KeyedCall): KeyedRequest {
  const { row, key, input, actor, token, site } = call;
  const [requestHash = "", ...alike] = secrets.keyedHashes(
    "idempotency",
    `${row.method} ${row.path}\n${canonicalJson(input)}`,
  );
  if (actor.role !== "NOBODY" && !row.endsSession) {
    const companyId = actor.role === "SUPER_ADMIN" ? null : actor.companyId;
    return { actorId: actor.id, key, companyId, requestHash, alike };
  }
  const owner = row.endsSession ? `token ${token}` : `site ${companyOf(site)?.id ?? "platform"}`;
  return {
    actorId: NOBODYS_ID,
    key: secrets.keyedHash("idempotency", `${owner}\n${key}`),
    companyId: null,
    requestHash,
    alike,
  };
}
