import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import type { ReviewedLine } from "@server/orders/contracts/review";
import { translatorOf } from "@server/platform/words/translators.server";
import type { Deciding } from "../decide/decision-panel";

vi.mock("~/lib/use-may", () => ({ useMay: () => () => false }));
vi.mock("~/components/data/use-dates", () => ({ useDates: () => ({ day: String }) }));
vi.mock("../keys/use-step-to", () => ({ useStepTo: () => String }));

const { BankEntries } = await import("./bank-entries");

/** The box of an entry of ₹3,059.00, of a payment of ₹6,118.98 that waits. */
function shown(status: ReviewedLine["status"], receivedPaise: number | null): string {
  const line = { id: "1", bookedOn: "2026-11-29", amountPaise: 305_900, narration: "UPI" };
  const order = { status: "PENDING", finalAmountPaise: 611_898, receivedPaise, bankPaise: null };
  const lines = [{ ...line, status, reference: null, returns: [], evidence: [], doubts: [] }];
  const deciding = {
    order: { ...order, moneyOnRecord: [], waitingApproval: null },
    review: { lines, hasStatements: true },
  } as unknown as Deciding;
  return renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf("en")}>
      <BankEntries {...deciding} />
    </I18nextProvider>,
  );
}

test("an applied entry says what it pays, and is not compared with what is still missing", () => {
  const applied = shown("MATCHED", 305_900);
  expect(applied).toContain("This entry pays ₹3,059.00 of ₹6,118.98.");
  expect(applied).not.toContain("The bank shows");
});

test("an open entry is compared with what is missing", () => {
  expect(shown("OPEN", null)).toContain("The bank shows ₹3,059.00, not ₹6,118.98.");
  expect(shown("OPEN", 300_000)).toContain("The bank shows ₹3,059.00, not ₹3,118.98.");
});
