import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import type { Language } from "@db/vocabulary";
import type { Receipt } from "@server/orders/contracts/orders";
import { riskNotice } from "@server/platform/words/translators.server";
import { BUILT_IN_BRANDS, builtInBrand } from "@themes/registry";
import { renderReceipt } from "./render-receipt";

const HASH = "a1b2c3d4".repeat(8);
const SALT = "5e6f7a8b".repeat(8);

const approved: Receipt = {
  transaction: {
    id: "0199aaaa-0000-7000-8000-000000000001",
    transactionId: "PUR-123456",
    orderNumber: "PUR-123456",
    createdAt: "2026-11-20T06:00:00.000Z",
    submittedAt: "2026-11-20T06:05:00.000Z",
    decidedAt: "2026-11-20T08:00:00.000Z",
    paymentMethod: "UPI",
    referenceNumber: "412345678901",
    priceMicroRupees: 7_000_000,
    totalQuantity: 1_42_857,
    amountPaise: 1_00_00_000_00,
    feeBps: 200,
    feePaise: 2_00_000_00,
    finalAmountPaise: 1_02_00_000_00,
    status: "APPROVED",
    receiptId: null,
    receipt: null,
    user: { referralCode: "RSGN1001", name: "आशा Rao", mobile: "+919876543210" },
    rejectionReason: null,
    refundNote: null,
  },
  company: {
    name: "Resurgence Labs",
    email: "hello@rsgn.example",
    mobile: "+919800000001",
    tokenName: "Resurgence",
    tokenSymbol: "RSGN",
  },
  paidTo: { label: "Resurgence Labs, ICICI Bank", accountNumber: null, upi: "rsgn@okbank" },
  proof: null,
  transactionHash: HASH,
  termsSalt: SALT,
  checkpoint: { number: 12, size: 345, root: "ab".repeat(32), leafIndex: 344 },
  consent: { at: "2026-11-20T06:04:00.000Z", version: "f".repeat(64), isKept: true },
};

const brandOf = (symbol: string) => {
  const brand = builtInBrand(symbol);
  if (!brand) throw new Error(`There is no brand ${symbol}.`);
  return brand;
};

async function read(
  receipt: Receipt,
  language: Language,
  symbol = "RSGN",
  logo: Uint8Array | null = null,
) {
  const bytes = await renderReceipt({
    logo,
    icon: null,
    receipt,
    language,
    brand: brandOf(symbol),
    riskNotice: riskNotice(language, undefined),
  });
  // The PDF reader takes ownership of the bytes.
  const pdf = await getDocumentProxy(bytes.slice());
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { bytes, text: text.replace(/\s+/g, " "), totalPages };
}

describe("a printed receipt", () => {
  test("a receipt shows the company's uploaded logo, of any type and shape", async () => {
    const plain = await read(approved, "en");
    for (const [format, width] of [
      ["avif", 900],
      ["webp", 20],
    ] as const) {
      const logo = await sharp({
        create: { width, height: 60, channels: 3, background: "#e11d48" },
      })
        .toFormat(format)
        .toBuffer();
      const own = await read(approved, "en", "RSGN", logo);
      expect(own.text).toBe(plain.text);
      expect(Buffer.compare(own.bytes, plain.bytes)).not.toBe(0);
    }
  });

  test("a receipt shows the order, its sums, reference, hash and consent", async () => {
    const { text, totalPages } = await read(approved, "en");
    for (const said of [
      "Payment receipt",
      "Approved",
      "PUR-123456",
      "412345678901",
      "1,42,857 RSGN",
      "₹7.00",
      "₹1,00,00,000.00",
      "Platform fees (2%)",
      "₹2,00,000.00",
      "₹1,02,00,000.00",
      "20/11/2026, 11:35 AM",
      "RSGN1001",
      "UPI ID",
      "version ffffffffffff",
      "hello@rsgn.example",
      "unregulated in India",
    ]) {
      expect(text).toContain(said);
    }
    for (const hex of [HASH, SALT]) expect(text.replaceAll(" ", "")).toContain(hex);
    expect(totalPages).toBe(1);
  });

  test("a receipt states first that a payment is not valid", async () => {
    const { transaction } = approved;
    const rejected = {
      ...approved,
      transactionHash: null,
      transaction: {
        ...transaction,
        status: "REJECTED" as const,
        rejectionReason: "The money never came.",
        refundNote: "Nothing to refund.",
      },
    };
    const { text } = await read(rejected, "en");
    // A rejected payment has a letter, and no account that it was "paid to".
    expect(text).toContain("About your payment");
    expect(text).toContain("Sent to, as you stated");
    expect(text).not.toMatch(/Payment receipt|Paid to/);
    expect(text).toContain("No tokens were allocated for it.");
    expect(text).toContain("The money never came.");
    expect(text).not.toContain("Transaction hash");
    const waiting = { ...transaction, status: "PENDING" as const, decidedAt: null };
    const pending = (await read({ ...approved, transaction: waiting }, "en")).text;
    expect(pending).toContain("No tokens are allocated until Resurgence Labs has seen the money.");
    expect(pending).not.toContain("Paid to");
    expect((await read(approved, "en")).text).toContain("Paid to");
  });

  test("a receipt prints a name, a reason and a company in any script of India", async () => {
    const { transaction, company } = approved;
    const { text, totalPages } = await read(
      {
        ...approved,
        company: { ...company, name: "ரிசர்ஜன்ஸ்" },
        transaction: {
          ...transaction,
          status: "REJECTED",
          user: { ...transaction.user, name: "গুরুপ্রীত ਗੁਰਪ੍ਰੀਤ شکیل Kṛṣṇā" },
          rejectionReason: "ಹಣ ಬಂದಿಲ್ಲ.",
        },
      },
      "en",
    );
    for (const letters of ["গ", "ਗ", "ش", "Kṛṣṇā", "ಹಣ", "ர"]) expect(text).toContain(letters);
    expect(totalPages).toBe(1);
  });

  test("a receipt is in Hindi for Hindi readers, with the rupee sign", async () => {
    const { text } = await read(approved, "hi");
    expect(text).toContain("भुगतान");
    expect(text).toContain("₹1,02,00,000.00");
  });

  test("a receipt is deterministic, and fits its page with the longest texts", async () => {
    expect(Buffer.from((await read(approved, "en")).bytes)).toEqual(
      Buffer.from((await read(approved, "en")).bytes),
    );
    const long = "Sentence after sentence about what happened to this payment. ".repeat(8);
    const { transaction } = approved;
    const wordy = {
      ...transaction,
      rejectionReason: long,
      refundNote: long,
      status: "REJECTED" as const,
    };
    const { text, totalPages } = await read({ ...approved, transaction: wordy }, "en");
    expect(text).toContain(long.trim());
    expect(totalPages).toBeLessThanOrEqual(2);
  });

  test.each(BUILT_IN_BRANDS.map(({ symbol }) => symbol))(
    "a receipt is available from %s",
    async (symbol) => {
      expect((await read(approved, "en", symbol)).totalPages).toBe(1);
    },
  );
});
