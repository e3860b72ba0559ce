import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import { rangesOf } from "~/lib/lists/list-ranges";
import { ListTools } from "./list-tools";

const page = vi.hoisted(() => ({ params: new URLSearchParams() }));

vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => [page.params],
}));

function shown(address: string): string {
  page.params = new URLSearchParams(address);
  return renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf("en")}>
      <ListTools totals="" isSorted leftOut={[]} pageName="page" days="created" />
    </I18nextProvider>,
  );
}

const NO_AMOUNT = "This is no amount, so the list is not narrowed by it.";

test.each(["abc", "1527,96", "12.345", "-5", "5 to 6"])(
  "a list says that the limit %s is no amount, and keeps it as typed",
  (typed) => {
    const params = new URLSearchParams({ most: typed });
    expect(shown(params.toString())).toContain(NO_AMOUNT);
    expect(shown(params.toString())).toContain(`value="${typed}"`);
    expect(rangesOf(params)).toEqual({});
  },
);

test.each(["", "1500", "1,500.50", "Rs. 5000", "₹ 1,00,000", "५००"])(
  "a list is narrowed by the limit %s without a message",
  (typed) => {
    expect(shown(new URLSearchParams({ least: typed }).toString())).not.toContain(NO_AMOUNT);
  },
);
