import type { CompanyFixture, OrderHarness } from "./order-harness";

/** A bank transfer, executed once: its number, its sum, and the order that its payer means. */
export interface Transfer {
  number: string;
  paise: number;
  /** Rupees of the order, without the fee. */
  amount: string;
}

/** Sums of an order, above the sum that needs a second admin, of half an order, and of more than one. */
const SUMS = [
  { paise: 102_500, amount: "1000" },
  { paise: 102_500, amount: "1000" },
  { paise: 205_000, amount: "2000" },
  { paise: 51_250, amount: "1000" },
  { paise: 110_000, amount: "1000" },
];
/** Number of transfers: fewer than the members want to name, so that they often name the same. */
const TRANSFER_COUNT = 12;

/** Some transfers are by NEFT, the others by UPI. */
export const TRANSFERS: readonly Transfer[] = Array.from({ length: TRANSFER_COUNT }, (_, n) => ({
  number: n % 4 === 1 ? `SBINN263071234${10 + n}` : `6305540431${10 + n}`,
  paise: 0,
  amount: "",
  ...SUMS[n % SUMS.length],
}));

export const DEVANAGARI = "०१२३४५६७८९";

/** Reads the transfers' numbers from a text, independently of the product. */
function numbersIn(text: string | null): string[] {
  const signs = (text ?? "")
    .toUpperCase()
    .replace(/[०-९]/g, (digit) => String(DEVANAGARI.indexOf(digit)))
    .replace(/[^A-Z0-9]/g, "");
  return TRANSFERS.map(({ number }) => number).filter((number) => signs.includes(number));
}

/** Reads the transfer's number from a text, independently of the product; null for none. */
export const numberOf = (text: string | null): string | null => numbersIn(text)[0] ?? null;

/** Transfers that payments join, by their numbers, with the paise of them that are used. */
interface Joined {
  numbers: readonly string[];
  paise: number;
}

/** Adds money of a payment to the transfers with its numbers. */
function withUsed(all: readonly Joined[], used: Joined): Joined[] {
  const same = all.filter(({ numbers }) => numbers.some((one) => used.numbers.includes(one)));
  const joined = [used, ...same];
  return [
    ...all.filter((one) => !same.includes(one)),
    {
      numbers: [...new Set(joined.flatMap(({ numbers }) => numbers))],
      paise: joined.reduce((sum, { paise }) => sum + paise, 0),
    },
  ];
}

/**
 * Lists transfers of which more is applied or sent back than the bank shows or an admin entered. A
 * payment has several numbers where an admin approved it by an entry with another number than was typed.
 */
export async function countedTwice(
  { database }: OrderHarness,
  { id: companyId }: CompanyFixture,
  { said, imported }: { said: ReadonlyMap<string, number>; imported: ReadonlySet<string> },
): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await database.sql`
    SELECT p.id, p.status, p.received_paise, p.applied_paise, p.refunded_paise,
           (SELECT coalesce(sum(a.amount_paise), 0) FROM payment_applications a
             WHERE a.company_id = p.company_id AND a.payment_id = p.id AND a.ended_at IS NULL) AS applied,
           (SELECT coalesce(sum(r.amount_paise), 0) FROM payment_refunds r
             WHERE r.company_id = p.company_id AND r.payment_id = p.id) AS refunded,
           concat_ws(' ', p.reference, (SELECT string_agg(k.key, ' ') FROM payment_keys k
             WHERE k.company_id = p.company_id AND k.payment_id = p.id),
             (SELECT string_agg(l.narration, ' ') FROM payment_evidence e
                JOIN statement_lines l ON l.company_id = e.company_id AND l.id = e.line_id
               WHERE e.company_id = p.company_id AND e.payment_id = p.id)) AS numbers
      FROM payments p WHERE p.company_id = ${companyId}`;
  let used: Joined[] = [];
  for (const row of rows) {
    const [applied, refunded] = [Number(row["applied"]), Number(row["refunded"])];
    const isSummed =
      applied === Number(row["applied_paise"]) && refunded === Number(row["refunded_paise"]);
    const isCovered = applied + refunded <= Number(row["received_paise"] ?? 0);
    if (!isSummed || !isCovered) wrong.push(`its sums differ: ${JSON.stringify(row)}`);
    const [numbers, paise] = [numbersIn(String(row["numbers"])), applied + refunded];
    if (paise === 0) continue;
    if (numbers.length > 0) used = withUsed(used, { numbers, paise });
    else wrong.push(`money without a number: ${JSON.stringify(row)}`);
  }
  for (const { numbers, paise } of used) {
    const known = TRANSFERS.filter(({ number }) => numbers.includes(number)).reduce(
      (sum, { number, paise: bank }) =>
        sum + Math.max(said.get(number) ?? 0, imported.has(number) ? bank : 0),
      0,
    );
    if (paise > known) {
      wrong.push(`counted twice: ${paise} paise of ${numbers.join()}, of which ${known} are known`);
    }
  }
  const served = await database.sql`
    SELECT o.order_number, o.status, coalesce(sum(a.amount_paise), 0) AS applied,
           coalesce(o.approved_amount_paise + o.approved_fee_paise, o.total_paise) AS due
      FROM orders o LEFT JOIN payment_applications a
        ON a.company_id = o.company_id AND a.order_id = o.id AND a.ended_at IS NULL
     WHERE o.company_id = ${companyId} AND o.status = 'APPROVED'
     GROUP BY o.company_id, o.id`;
  for (const row of served) {
    if (Number(row["applied"]) !== Number(row["due"])) {
      wrong.push(`approved by another sum: ${JSON.stringify(row)}`);
    }
  }
  return wrong;
}

/** Lists entries that are not evidence of exactly one payment that counts. */
export async function lostEntries(
  { database }: OrderHarness,
  { id: companyId }: CompanyFixture,
  imported: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await database.sql`
    SELECT l.narration, l.amount_paise,
           (SELECT count(*) FROM payment_evidence e
             WHERE e.company_id = l.company_id AND e.line_id = l.id) AS evidence,
           (SELECT string_agg(p.status, ' ') FROM payment_evidence e
              JOIN payments p ON p.company_id = e.company_id AND p.id = e.payment_id
             WHERE e.company_id = l.company_id AND e.line_id = l.id AND p.counts) AS counting
      FROM statement_lines l WHERE l.company_id = ${companyId} AND l.side = 'CREDIT'`;
  const wrong = rows
    .filter((row) => Number(row["evidence"]) !== 1 || row["counting"] === null)
    .map((row) => `lost: ${JSON.stringify(row)}`);
  if (rows.length !== imported.size) {
    wrong.push(`${rows.length} entries are stored, of ${imported.size} that were imported`);
  }
  return wrong;
}
