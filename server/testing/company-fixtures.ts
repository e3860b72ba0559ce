import { type Executor, runText } from "@db/client";
import { builtInBrand } from "@themes/registry";

/** Returns the word that all data of the n-th company contains, and no other company's data. */
export const wordOf = (n: number): string => `ZQ${String(n).padStart(5, "0")}X`;

export const hostOf = (n: number): string => `${wordOf(n).toLowerCase()}.localhost`;

/** Returns the companies whose words appear in a text, ignoring case. */
export const wordsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/zq\d{5}x/gi)].map(([word]) => word.toUpperCase())),
];

/**
 * Creates companies in a few statements, each with its host, brand, texts, account, an admin and a
 * member: `admin@people.example` and `user@people.example` in each of them.
 */
export async function createCompanies(
  db: Executor,
  { companies, passwordHash }: { companies: number; passwordHash: string },
): Promise<void> {
  const brand = { ...builtInBrand("RSGN"), symbol: "WORD", name: "WORD", title: "Buy WORD" };
  const look = JSON.stringify({ ...brand, footerNote: "Footer of WORD" });
  const statements: [string, unknown[]][] = [
    [
      `CREATE TABLE seeds AS SELECT n, 'ZQ' || lpad(n::text, 5, '0') || 'X' AS w, gen_random_uuid() AS id FROM generate_series(1, $1::int) n`,
      [companies],
    ],
    [
      `INSERT INTO companies (id, name, email, mobile, address, token_name, token_symbol, price_micro_rupees, total_supply, settings)
      SELECT id, w || ' Labs', 'desk@' || lower(w) || '.example', '+919876500000', w || ' Road', w, w, 10000000, 1000,
        jsonb_build_object('riskNotice', 'Risk of ' || w, 'privacyPolicy', 'Policy of ' || w, 'termsOfSale', 'Terms of ' || w) FROM seeds`,
      [],
    ],
    [
      `INSERT INTO supplies (company_id, pool, total) SELECT id, pool, 200 FROM seeds, unnest(ARRAY['PUBLIC', 'REFERRAL', 'ANGEL', 'FOUNDER', 'AIRDROP']) pool`,
      [],
    ],
    [
      `INSERT INTO domains (id, host, company_id) SELECT gen_random_uuid(), lower(w) || '.localhost', id FROM seeds`,
      [],
    ],
    [
      `INSERT INTO beneficiaries (company_id, id, version, holder_name, bank_name, branch, account_number, ifsc_code, upi, is_default)
      SELECT id, gen_random_uuid(), 1, w || ' Holder', w || ' Bank', w, '50100000001', 'HDFC0000001', lower(w) || '@okbank', true FROM seeds`,
      [],
    ],
    [
      `INSERT INTO users (company_id, id, role, name, email, mobile, password_hash, referral_code, is_approved)
      SELECT id, gen_random_uuid(), role, role || ' of ' || w, lower(role) || '@people.example', '+919876500001', $1, w || role, true
      FROM seeds, unnest(ARRAY['USER', 'ADMIN']) role`,
      [passwordHash],
    ],
    [
      `INSERT INTO brands (company_id, version, data, published_at) SELECT id, 1, replace($1, 'WORD', w)::jsonb, now() FROM seeds`,
      [look],
    ],
    ["ANALYZE", []],
  ];
  for (const [statement, parameters] of statements) await runText(db, statement, parameters);
}
