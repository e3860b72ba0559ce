import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import { ErrorBoundary } from "./route";

const thrown = vi.hoisted((): { error: unknown } => ({ error: null }));

// A boundary needs a running router; this mock supplies the error.
vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useRouteError: () => thrown.error,
  useSearchParams: () => [new URLSearchParams("status=ALL&receipt=PUR-1")],
}));

function shown(error: unknown): string {
  thrown.error = error;
  return renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf("en")}>
      <ErrorBoundary />
    </I18nextProvider>,
  );
}

test("a history that fails to load shows the server's message, or 'Unknown error'", () => {
  const data = { message: "There is no such order." };
  const refusal = { status: 404, statusText: "", internal: false, data };
  expect(shown(refusal)).toContain("Error fetching data: There is no such order.");
  const fault = shown(new Error("a fault of ours"));
  expect(fault).toContain("Error fetching data: Unknown error");
  expect(fault).not.toContain("a fault of ours");
  expect(fault).toContain('href="/user/payment-history?status=ALL"');
});
