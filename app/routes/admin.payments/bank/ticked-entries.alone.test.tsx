import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import type { AnsweredRow } from "./ticked-entries";

const answered = (id: number) => ({
  answer: "CERTAIN" as const,
  order: { orderId: `order-${id}`, orderNumber: `PUR-${id}`, version: 1, totalPaise: 100_00 },
  bankPaise: 100_00,
  line: { id: `line-${id}` },
});
const loaded = vi.hoisted(() => ({ data: {} }));

vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useLoaderData: () => loaded.data,
}));
vi.mock("~/lib/use-may", () => ({ useMay: () => () => true }));
vi.mock("~/lib/orders/use-is-live", () => ({ useIsLive: () => true }));
vi.mock("~/components/form/post-form", () => ({
  ButtonForm: ({ children }: { children: ReactNode }) => <form>{children}</form>,
}));
vi.mock("~/components/form/submit-button", () => ({
  IdempotencyKey: () => null,
  SubmitButton: ({ children }: { children: ReactNode }) => <button>{children}</button>,
}));

const { TickedEntries } = await import("./ticked-entries");

/** The bar below one row, where `taken` of the `total` entries of other pages can be decided with it. */
function bar(language: "en" | "hi", taken: number, total: number): string {
  const others = Array.from({ length: taken }, (_, at) => answered(at));
  const undo = { many: null };
  loaded.data = { idempotencyKey: "key", undo, others, otherCounts: { CERTAIN: total } };
  return renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf(language)}>
      <TickedEntries answer="CERTAIN" rows={[answered(100)] as unknown as AnsweredRow[]}>
        {() => null}
      </TickedEntries>
    </I18nextProvider>,
  );
}

test("the bar says of how many of the other pages it takes a part, and where it takes all", () => {
  expect(bar("en", 75, 108)).toContain("And 75 of the 108 on other pages · ₹7,500.00<");
  expect(bar("hi", 75, 108)).toContain("अन्य पेजों की 108 में से 75 · ₹7,500.00<");
  expect(bar("en", 8, 8)).toContain("And 8 of the other pages · ₹800.00<");
  expect(bar("en", 0, 0)).not.toContain("other pages");
});
