import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import { GlobalStockTable } from "./stock-tables";

const shown = (...wallets: (string | null)[]): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf("en")}>
      <GlobalStockTable
        rows={wallets.map((wallet, at) => ({
          cells: [at + 1, wallet, 700, `ab12…${at}`, "29/11/2026, 10:00 AM"],
          at: "2026-11-29T04:30:00Z",
          isHidden: at === 0,
        }))}
        left={null}
        note=""
      />
    </I18nextProvider>,
  );

test("the column of wallets gives its room away where no row has one, and stays for a single one", () => {
  const [bare, some] = [shown(null, null), shown(null, "0x2fF7…8A75")];
  expect(bare).toContain("stock-bare");
  expect(bare).not.toContain("no wallet yet");
  expect(some).not.toContain("stock-bare");
  expect(some).toContain("Wallet Address");
  expect(some).toContain("N/A: no wallet yet. Hidden: its member hides it.");
});
