import { hash } from "node:crypto";
import type { AuditRow } from "@server/ledger/queries/sealing";

const sha256 = (text: string) => hash("sha256", text, "hex");

/** Returns the start of a company's audit chain, 64 hex digits. */
export const auditGenesis = (companyId: string): string =>
  sha256(`prelaunch-audit-genesis/1\n${companyId}`);

/**
 * Returns the text of an audit entry that is hashed: a JSON array of the version and every column as
 * PostgreSQL writes it (null for NULL, microseconds for the time). No column of an entry is ever
 * rewritten: personal data is masked before it is written (`auditView`), so every column is covered.
 */
const auditText = (columns: AuditRow["columns"]): string =>
  JSON.stringify(["prelaunch-audit/1", ...columns]);

/** Returns the hash of the next entry of the chain, 64 hex digits. */
export const auditHash = (previousHash: string, columns: AuditRow["columns"]): string =>
  sha256(`${previousHash}\n${auditText(columns)}`);
