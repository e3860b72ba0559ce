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
  /** Null for a text that is no hash. */
  hash: string | null;
}

/**
 * Reads a CSV of sent tokens, `address,amount,hash`: the file for sending with a column more. Commas,
 * semicolons or tabs, with or without a heading and quotes. Of a line of another form, its number.
 */
export function readSentLines(text: string): (SentLine | number)[] {
  return text.split(/\r?\n/).flatMap((typed, at): (SentLine | number)[] => {
    const fields = typed.split(/[,;\t]/).map((field) => field.trim().replace(/^"(.*)"$/, "$1"));
    if (fields.every((field) => field === "")) return [];
    const [address = "", amount = "", hash] = fields;
    if (at === 0 && address.toLowerCase() === "address") return [];
    const isForm = /^0x[0-9a-f]{40}$/i.test(address) && /^\d{1,16}(\.0*)?$/.test(amount);
    if (!isForm || hash === undefined) return [at + 1];
    const tokens = Number(amount);
    return [{ line: at + 1, address: address.toLowerCase(), tokens, hash: readHash(hash) }];
  });
}
