import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import type { SortedOrder } from "@server/orders/contracts/order-lists";
import { RowActions } from "./row-actions";

// A link needs a running router; a plain anchor replaces it here.
vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock("~/lib/use-may", () => ({ useMay: () => () => true }));

const linkTo = (change: Record<string, string | null>) => `?${Object.keys(change).join("&")}`;

function shown(waitingApproval: SortedOrder["waitingApproval"]): string {
  const row = { id: "1", orderNumber: "PUR-1", line: null, waitingApproval } as SortedOrder;
  return renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf("en")}>
      <RowActions row={row} decided={undefined} linkTo={linkTo} />
    </I18nextProvider>,
  );
}

const asked = {
  changeId: "c",
  by: "Asha",
  since: "2026-11-20T10:00:00Z",
  endsAt: "2026-11-27T10:00:00Z",
  isCoolOff: false,
  receivedPaise: null,
  partReference: null,
};

test("an approval that waits for a second admin is offered to others, not to who asked for it", () => {
  expect(shown({ ...asked, isOwn: true })).not.toContain(">Approve<");
  expect(shown({ ...asked, isOwn: true })).toContain(">Reject<");
  expect(shown({ ...asked, isOwn: false })).toContain(">Approve<");
  expect(shown(null)).toContain(">Approve<");
});
