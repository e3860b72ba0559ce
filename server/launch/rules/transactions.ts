/** Rows of a file for sending. */
export const SENT_AT_ONCE = 500;

/** Reads the hash of a transaction, in any case and with spaces around; null for another text. */
export function readHash(typed: string): string | null {
  const hash = typed.trim().toLowerCase();
  return /^0x[0-9a-f]{64}$/.test(hash) ? hash : null;
}

/** The address at which an explorer shows a transaction. */
export const transactionLink = (explorer: string, hash: string): string => `${explorer}/tx/${hash}`;

/** The address at which an explorer shows a contract or wallet. */
export const addressLink = (explorer: string, address: string): string =>
  `${explorer}/address/${address}`;

/** A line of a CSV with the transaction that sent tokens to a wallet. */
export interface SentLine {
  /** Counts from 1, with the heading. */
  line: number;
  /** In lower case. */
  address: string;
  tokens: number;
  hash: string;
}

/** A line that has another form, or no hash. */
interface OddLine {
  line: number;
  fault: "FORM" | "HASH";
}

/**
 * Reads a CSV of sent tokens, `address,amount,hash`: the file for sending with a column more. Commas,
 * semicolons or tabs, with or without a heading and quotes.
 */
export function readSentLines(text: string): (SentLine | OddLine)[] {
  return text.split(/\r?\n/).flatMap((typed, at): (SentLine | OddLine)[] => {
    const fields = typed.split(/[,;\t]/).map((field) => field.trim().replace(/^"(.*)"$/, "$1"));
    if (fields.every((field) => field === "")) return [];
    const [address = "", amount = "", last] = fields;
    if (at === 0 && address.toLowerCase() === "address") return [];
    const line = at + 1;
    const isForm = /^0x[0-9a-f]{40}$/i.test(address) && /^\d{1,16}(\.0*)?$/.test(amount);
    if (!isForm || last === undefined) return [{ line, fault: "FORM" }];
    const hash = readHash(last);
    if (!hash) return [{ line, fault: "HASH" }];
    return [{ line, address: address.toLowerCase(), tokens: Number(amount), hash }];
  });
}
