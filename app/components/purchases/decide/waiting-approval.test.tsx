import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import { translatorOf } from "@server/platform/words/translators.server";
import { WaitingApproval } from "./waiting-approval";

const shown = (receivedPaise: number | null, isOwn = false): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf("en")}>
      <WaitingApproval
        approval={{
          changeId: "c",
          by: "Asha",
          since: "2026-11-20T10:00:00Z",
          endsAt: "2026-11-27T10:00:00Z",
          isCoolOff: false,
          isOwn,
          receivedPaise,
          partReference: null,
        }}
      />
    </I18nextProvider>,
  );

test("a sum to confirm is said to another admin, not where earlier parts decide alone, nor to who asked", () => {
  expect(shown(80_000)).toContain("The sum is ₹800.00: the same one confirms it.");
  for (const text of [shown(0), shown(null), shown(80_000, true)]) {
    expect(text).toContain("Waits for a second admin");
    expect(text).not.toContain("the same one");
  }
});
