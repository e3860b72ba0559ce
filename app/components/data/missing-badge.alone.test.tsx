import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { describe, expect, test, vi } from "vitest";
import type { OrderRecord } from "@server/orders/contracts/orders";
import type { LineOrder } from "~/components/order/your-orders";
import { translatorOf } from "@server/platform/words/translators.server";

// A link needs a running router; a plain anchor replaces it here.
vi.mock("@remix-run/react", () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useSearchParams: () => [new URLSearchParams()],
  useRouteLoaderData: () => ({ brand: { symbol: "DMO" } }),
}));
vi.mock("~/lib/use-may", () => ({ useMay: () => () => true }));

const { OrderList } = await import("~/routes/admin.member/lists");
const { LeftOutRows } = await import("~/routes/admin.payments/bulk/dry-run-rows");
const { HistoryTable } = await import("~/routes/user.payment-history/history-table");
const { YourOrders } = await import("../order/your-orders");

const order = (missingPaise: number | null, toldPaise: number | null = null): OrderRecord => ({
  id: "1",
  transactionId: "PUR-000001",
  orderNumber: "PUR-000001",
  createdAt: "2026-01-05T10:00:00Z",
  submittedAt: "2026-01-05T10:00:00Z",
  decidedAt: null,
  paymentMethod: "BANK",
  referenceNumber: "611234567801",
  priceMicroRupees: 10_000_000,
  totalQuantity: 5_000,
  bonusTokens: 0,
  amountPaise: 5_000_000,
  feeBps: 0,
  feePaise: 0,
  finalAmountPaise: 5_000_000,
  missingPaise,
  toldPaise,
  status: "PENDING",
  receiptId: null,
  receipt: null,
  rejectionReason: null,
  refundNote: null,
  user: { referralCode: "AB12CD", name: "Asha", mobile: "+919876543210" },
});

const LISTS = {
  "the member's history": (one) => (
    <HistoryTable records={[one]} unallocated={[]} page={1} limit={10} />
  ),
  "the member's page": (one) => <OrderList rows={[one]} />,
  "the dry run": (one) => (
    <LeftOutRows
      name="refused"
      rows={[
        {
          ...one,
          refusal: "",
          needsSecondAdmin: false,
          unproven: null,
          bankPaise: null,
          line: null,
          evidence: "NOT_FOUND",
          decidedBy: null,
          memberId: "1",
          version: 1,
          paidAmountPaise: null,
          receivedPaise: null,
          flags: [],
          presentTerms: null,
          holdReleasedAt: null,
        },
      ]}
    />
  ),
} satisfies Record<string, (one: OrderRecord) => ReactNode>;

describe.each(Object.entries(LISTS))("%s", (_name, list) => {
  const render = (language: "en" | "hi", missingPaise: number | null) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={translatorOf(language)}>{list(order(missingPaise))}</I18nextProvider>,
    );

  test("an order that lacks a rest says how much, with an icon, in both languages", () => {
    expect(render("en", 2_958_000)).toMatch(/badge-warning"><svg[^₹]*₹29,580\.00 missing</);
    expect(render("hi", 2_958_000)).toMatch(/badge-warning"><svg[^₹]*₹29,580\.00 कम</);
  });

  test("an order that lacks nothing says nothing of a rest", () => {
    expect(render("en", null)).not.toContain("missing");
    expect(render("hi", null)).not.toMatch(/₹[\d,.]+ कम</);
  });
});

test("an order whose rest was told says the told sum in its place", () => {
  const render = (language: "en" | "hi") =>
    renderToStaticMarkup(
      <I18nextProvider i18n={translatorOf(language)}>
        <HistoryTable
          records={[order(2_958_000, 2_900_000)]}
          unallocated={[]}
          page={1}
          limit={10}
        />
      </I18nextProvider>,
    );
  expect(render("en")).toMatch(/badge-warning"><svg[^₹]*Rest told: ₹29,000\.00</);
  expect(render("hi")).toMatch(/badge-warning"><svg[^₹]*बाकी बताए: ₹29,000\.00</);
  expect(render("en")).not.toContain("missing");
});

describe("a member's line", () => {
  const render = (language: "en" | "hi", change: Partial<LineOrder>) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={translatorOf(language)}>
        <YourOrders
          most={1}
          orders={[
            { orderNumber: "1", status: "PENDING", quantity: 1, totalPaise: 357_000, ...change },
          ]}
        />
      </I18nextProvider>,
    );

  test("it says that it is their turn, with the sum", () => {
    expect(render("en", { askedPaise: 157_000 })).toContain("Your turn: ₹1,570.00<");
    expect(render("hi", { askedPaise: 157_000 })).toContain("आपकी बारी: ₹1,570.00<");
    expect(render("en", { askedPaise: 157_000 })).not.toContain("Pending");
    expect(render("en", {})).toContain("Pending");
  });

  test("it reads back another sum than the total that the member told of", () => {
    const told = render("en", { toldPaise: 200_000 });
    expect(told).toContain("You told us ₹2,000.00 of ₹3,570.00<");
    const rest = { toldPaise: 157_000, isRest: true };
    expect(render("en", rest)).toContain("You told us ₹1,570.00: we look for it<");
    expect(render("hi", rest)).toContain("आपने ₹1,570.00 बताए: हम देख रहे हैं<");
    expect(told).not.toContain("₹3,570.00 is being checked");
    expect(render("en", {})).toContain("₹3,570.00 is being checked<");
    // After the decision the sum that was told decides nothing.
    const decided = render("en", { toldPaise: 200_000, status: "APPROVED", quantity: 280 });
    expect(decided).toMatch(/280 \w+ are yours</);
    expect(decided).not.toContain("You told us");
  });
});
